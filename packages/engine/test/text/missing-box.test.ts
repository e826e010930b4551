import { describe, expect, test } from "@jest/globals";
import { boxAround, pointsAlong } from "../paint/path-points.js";
import { boxGlyphs, boxOutline, withBoxAdvances } from "../../src/text/missing-box.js";
import type { Unit } from "../../src/text/prepared-text.js";

const units = [0, 1, 2].map((start) => ({ start, end: start + 1 }) as Unit);

describe("boxGlyphs", () => {
  test("each character gets a box, which is as wide as a square for a square character", () => {
    const { ids, clusters, advances, unsafe } = boxGlyphs("a漢b", units, 0);
    expect([ids, clusters]).toEqual([
      [0, 0, 0],
      [0, 1, 2],
    ]);
    expect(advances[1]).toBe(1);
    expect(advances[0]).toBe(advances[2]);
    expect(advances[0]).toBeGreaterThan(0.4);
    expect(advances[0]).toBeLessThan(0.8);
    expect(unsafe.size).toBe(0);
  });

  test.each([
    [1, [2, 1, 0]],
    [2, [0, 1, 2]],
    [3, [2, 1, 0]],
  ])("the boxes of the bidi level %d stand for the characters %j from left to right", (level, clusters) => {
    expect(boxGlyphs("a漢b", units, level).clusters).toEqual(clusters);
    expect(boxGlyphs("漢ab", units, level).advances.indexOf(1)).toBe(level % 2 === 1 ? 2 : 0);
  });
});

test("only the glyph 0 of a font gets the width of our box", () => {
  const [none, unsafe] = [[0, 0, 0], new Set<number>()];
  const shaped = {
    ids: [7, 0, 9],
    clusters: [0, 1, 2],
    advances: [0.25, 0.1, 0.3],
    shiftsX: none,
    shiftsY: none,
    unsafe,
  };
  const { advances } = withBoxAdvances(shaped);
  expect([advances[0], advances[2]]).toEqual([0.25, 0.3]);
  expect(advances[1]).toBe(boxGlyphs("a", units.slice(0, 1), 0).advances[0]);
  const complete = { ...shaped, ids: [7, 8, 9] };
  expect(withBoxAdvances(complete)).toBe(complete);
});

describe("boxOutline", () => {
  /** The outer and the inner rectangle. */
  function rectangles(advance: number, fontSize: number) {
    const { path, box } = boxOutline({ x: 10, y: 200, advance }, fontSize);
    const absolute = path.replace(/M([\d.]+) ([\d.]+)([^M]*)/g, (_, x: string, y: string, rest: string) => {
      let [atX, atY] = [Number(x), Number(y)];
      return `M${x} ${y}${rest.replace(/([hv])(-?[\d.]+)/g, (_command, name: string, by: string) =>
        name === "h" ? `H${(atX += Number(by))}` : `V${(atY += Number(by))}`,
      )}`.toUpperCase();
    });
    const [outer = "", inner = ""] = absolute.split(/(?=M)/);
    return { box, outer: boxAround(pointsAlong(outer)), inner: boxAround(pointsAlong(inner)) };
  }

  test("the box stands on the baseline, as high as capital letters, in the middle of its advance", () => {
    const { box, outer } = rectangles(60, 100);
    expect(outer).toEqual(box);
    expect(outer.y + outer.height).toBe(200);
    expect(outer.height).toBeGreaterThan(65);
    expect(outer.height).toBeLessThan(75);
    expect(outer.x - 10).toBe(70 - (outer.x + outer.width));
    expect(outer.x).toBeGreaterThan(10);
    expect(outer.width).toBeGreaterThan(40);
  });

  test("the lines of the box have the same thickness on all sides, and at least one pixel", () => {
    for (const fontSize of [100, 12]) {
      const { outer, inner } = rectangles(0.6 * fontSize, fontSize);
      const thickness = inner.x - outer.x;
      expect(inner.y - outer.y).toBeCloseTo(thickness);
      expect(outer.width - inner.width).toBeCloseTo(2 * thickness);
      expect(outer.height - inner.height).toBeCloseTo(2 * thickness);
      expect(thickness).toBeGreaterThanOrEqual(1);
      expect(thickness).toBeLessThan(0.1 * fontSize);
    }
  });

  test("the lines of a tiny box leave a third of it empty", () => {
    const { outer, inner } = rectangles(1.2, 2);
    expect(inner.width).toBeCloseTo(outer.width / 3, 2);
  });

  test("a box without an advance is not empty", () => {
    expect(rectangles(0, 20).box.width).toBeGreaterThan(0);
  });
});
