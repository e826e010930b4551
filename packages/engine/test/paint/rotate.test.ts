import { describe, expect, test } from "@jest/globals";
import { EMPTY_FRAGMENT } from "../../src/paint/fragment.js";
import { hasParts, isGrouped, rotate, withOpacity } from "../../src/paint/rotate.js";

const PATH = '<path d="M0 0H1V1H0Z"/>';
const BOX = { x: 10, y: 20, width: 20, height: 40 };

describe("rotate", () => {
  test.each([0, 360, -720])("a layer with a rotation of %d degrees is drawn as it is", (rotation) => {
    expect(rotate(PATH, BOX, { ...BOX, rotation, opacity: 0.5 })).toEqual({ svg: PATH, bounds: BOX, opacity: 0.5 });
  });

  test("a rotated layer turns around the center of its box, and its bounds turn with it", () => {
    const { svg, bounds } = rotate(PATH, BOX, { ...BOX, rotation: 90, opacity: 1 });
    expect(svg).toBe(`<g transform="rotate(90 20 40)">${PATH}</g>`);
    expect(bounds.x).toBeCloseTo(0);
    expect(bounds.y).toBeCloseTo(30);
    expect(bounds.width).toBeCloseTo(40);
    expect(bounds.height).toBeCloseTo(20);
  });

  test("a rotated layer without a drawing stays without one", () => {
    expect(rotate("", BOX, { ...BOX, rotation: 45, opacity: 1 })).toEqual(EMPTY_FRAGMENT);
  });
});

describe("withOpacity", () => {
  test("an opaque path needs no group", () => {
    expect(withOpacity({ svg: PATH, bounds: BOX })).toBe(PATH);
    expect(withOpacity({ svg: PATH, bounds: BOX, opacity: 1 })).toBe(PATH);
  });

  test("several opaque paths become an isolated group", () => {
    const grouped = `<g style="isolation:isolate">${PATH}${PATH}</g>`;
    expect(withOpacity({ svg: PATH + PATH, bounds: BOX })).toBe(grouped);
  });

  test("a translucent fragment becomes a group with its opacity", () => {
    expect(withOpacity({ svg: PATH + PATH, bounds: BOX, opacity: 0.25 })).toBe(`<g opacity="0.25">${PATH}${PATH}</g>`);
  });

  test("a fragment without a drawing needs no group, whatever its opacity is", () => {
    expect(withOpacity({ svg: "", bounds: BOX, opacity: 0.25 })).toBe("");
  });
});

describe("the parts of a drawing", () => {
  test.each([
    [PATH, false, false],
    ["", false, false],
    [PATH + PATH, true, false],
    [`<g filter="url(#a)">${PATH}</g>`, true, true],
    [`<g clip-path="url(#a)">${PATH}</g>`, true, true],
    ['<svg viewBox="0 0 1 1"></svg>', true, true],
  ])("%s has parts: %s, and is blended as a whole: %s", (svg, parts, grouped) => {
    expect([hasParts(svg), isGrouped(svg)]).toEqual([parts, grouped]);
  });
});
