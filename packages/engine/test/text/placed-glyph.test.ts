import { describe, expect, test } from "@jest/globals";
import { glyphBox, glyphPath, placeGlyph } from "../../src/text/placed-glyph.js";

const OUTLINE = { key: "k", tail: "l1 2z", startX: 0.5, startY: -3, left: -1, top: -8, right: 6, bottom: 2, reach: 0 };

describe("placeGlyph", () => {
  test.each([
    [1.12, 1],
    [1.13, 1.25],
    [1.37, 1.25],
    [1.38, 1.5],
    [-0.13, -0.25],
  ])("a glyph at %d starts at the nearest quarter of a pixel, %d", (x, place) => {
    expect(glyphBox(placeGlyph(OUTLINE, x, 0)).x).toBe(place - 1);
  });

  test("a glyph stands at the nearest hundredth of a pixel", () => {
    expect(glyphBox(placeGlyph(OUTLINE, 0, 20.126)).y).toBeCloseTo(12.13);
  });

  test("the box of a glyph is around its ink at its place", () => {
    expect(glyphBox(placeGlyph(OUTLINE, 10, 20))).toEqual({ x: 9, y: 12, width: 7, height: 10 });
  });

  test("the box of a glyph without ink is not empty", () => {
    const { width, height } = glyphBox(placeGlyph({ ...OUTLINE, right: -1, bottom: -8 }, 10, 20));
    expect(Math.min(width, height)).toBeGreaterThan(0);
    expect(Math.max(width, height)).toBeLessThan(0.1);
  });

  test("the path of a glyph starts at its place, and the rest is relative to that", () => {
    expect(glyphPath(placeGlyph(OUTLINE, 10.3, 20))).toBe("M10.75 17l1 2z");
  });
});
