import { describe, expect, test } from "@jest/globals";
import { dashedBorder, type MarkedBorder } from "../../src/paint/dashed-border.js";
import { ELLIPSE, RECTANGLE } from "../../src/paint/outline.js";
import { polygonOutline } from "../../src/paint/polygon-outline.js";
import { boxAround, pointsAlong } from "./path-points.js";

const BOX = { x: 0, y: 0, width: 100, height: 50 };
const DASHED: MarkedBorder = { width: 10, style: "dashed", fill: 'fill="#f00"' };

/** The boxes around the marks of a border, in the order of the path. */
function marksOf(svg: string | undefined) {
  const [, path = ""] = /^<path d="([^"]*)" fill="#f00"\/>$/.exec(svg ?? "") ?? [];
  return path.split(/(?=M)/).map((mark) => boxAround(pointsAlong(mark)));
}

/** A border in pixels, without the rounding of numbers in SVG. */
function rounded({ x, y, width, height }: typeof BOX) {
  return [x, y, width, height].map((value) => Math.round(value * 100) / 100);
}

describe("dashedBorder", () => {
  test("each side has whole dashes and gaps, and half a dash at each corner", () => {
    const marks = marksOf(dashedBorder(BOX, RECTANGLE, DASHED)).map(rounded);
    // The middle of the border is 90 long at the top, which are two dashes of 20 with gaps of 20, stretched to 22.5. It is
    // 40 long at the right side, which is one dash of 20.
    expect(marks).toEqual([
      // The dash of a corner covers both sides: 10 at the left and 11.25 at the top.
      [0, 0, 16.25, 15],
      [38.75, 0, 22.5, 10],
      [83.75, 0, 16.25, 15],
      [83.75, 35, 16.25, 15],
      [38.75, 40, 22.5, 10],
      [0, 35, 16.25, 15],
    ]);
  });

  test("dots are circles of the width of the border, at even distances that are about twice as long", () => {
    const marks = marksOf(dashedBorder(BOX, RECTANGLE, { ...DASHED, style: "dotted" }));
    // 90 / 20 is rounded to 5 dots at distances of 18, and 40 / 20 to 2 dots at distances of 20.
    const centers = marks.map(({ x, y, width, height }) => {
      expect([width, height]).toEqual([10, 10]);
      return [x + 5, y + 5];
    });
    expect(centers).toEqual([
      ...[5, 23, 41, 59, 77].map((x) => [x, 5]),
      ...[5, 25].map((y) => [95, y]),
      ...[95, 77, 59, 41, 23].map((x) => [x, 45]),
      ...[45, 25].map((y) => [5, y]),
    ]);
  });

  test("a side that is shorter than two dashes has one dash and one gap", () => {
    const marks = marksOf(dashedBorder({ x: 0, y: 0, width: 40, height: 40 }, RECTANGLE, DASHED));
    expect(marks.map(rounded)).toEqual([
      [0, 0, 12.5, 12.5],
      [27.5, 0, 12.5, 12.5],
      [27.5, 27.5, 12.5, 12.5],
      [0, 27.5, 12.5, 12.5],
    ]);
  });

  test("a side that is shorter than a dash is part of the dashes around its two corners", () => {
    const polygon = polygonOutline({ sides: 20, corner_radius: 0 });
    const marks = marksOf(dashedBorder({ x: 0, y: 0, width: 100, height: 100 }, polygon, DASHED));
    expect(marks).toHaveLength(20);
    for (const { width, height } of marks) expect(Math.hypot(width, height)).toBeLessThan(20);
  });

  test("a border has room for marks if the box has four times its width across", () => {
    expect(dashedBorder({ ...BOX, height: 40 }, RECTANGLE, DASHED)).toBeDefined();
    expect(dashedBorder({ ...BOX, height: 39 }, RECTANGLE, DASHED)).toBeUndefined();
    expect(dashedBorder({ ...BOX, width: 39 }, RECTANGLE, DASHED)).toBeUndefined();
  });

  test("a box without an extent has no border", () => {
    expect(dashedBorder({ x: 0, y: 0, width: 0, height: 0 }, RECTANGLE, { ...DASHED, width: 0 })).toBeUndefined();
  });

  test("the dashes of a circle are even, and the first one is around the top", () => {
    const marks = marksOf(dashedBorder({ x: 0, y: 0, width: 100, height: 100 }, ELLIPSE, { ...DASHED, width: 4 }));
    // The circumference of the middle is 96 π = 301.6: 19 dashes of 8 with their gaps are 304.
    expect(marks).toHaveLength(19);
    const [first] = marks;
    expect((first?.x ?? 0) + (first?.width ?? 0) / 2).toBeCloseTo(50, 1);
    expect(first?.y).toBeCloseTo(0, 1);
    expect(first?.width).toBeCloseTo(301.6 / 38, 0);
  });

  test("a thin border of a large box has longer marks, so that it has at most 2,000 of them, and at least half as many", () => {
    const large = { x: 0, y: 0, width: 4000, height: 4000 };
    const marks = dashedBorder(large, RECTANGLE, { ...DASHED, width: 0.5, style: "dotted" })?.match(/M/g);
    expect(marks?.length).toBeGreaterThan(1000);
    expect(marks?.length).toBeLessThanOrEqual(2000);
  });
});
