import { describe, expect, test } from "@jest/globals";
import type { Point } from "../src/matrix.js";
import { outlineOf } from "../src/outlines.js";
import { pathPoints } from "../src/path-points.js";

/** Returns points from pairs of numbers. */
const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));

describe("the points of path data", () => {
  test("are the ends of straight lines, absolute or relative, with one letter for several of them", () => {
    expect(pathPoints("M1 2 3 4H8V10Z")).toEqual({
      points: points([1, 2], [3, 4], [8, 4], [8, 10]),
      subpaths: [points([1, 2], [3, 4], [8, 4], [8, 10])],
      isStraight: true,
    });
    expect(pathPoints("m1,1,2,0l-.5.5h3v-2").points).toEqual(
      points([1, 1], [3, 1], [2.5, 1.5], [5.5, 1.5], [5.5, -0.5]),
    );
    expect(pathPoints("M10 10h5v5zl1 1").points).toEqual(points([10, 10], [15, 10], [15, 15], [11, 11]));
  });

  test("are the ends and the control points of curves", () => {
    const { points: found, isStraight } = pathPoints("M0 0C1 2 3 4 5 6s1 1 2 2q1 1 2 0t3 0");
    expect(found).toEqual(points([0, 0], [1, 2], [3, 4], [5, 6], [6, 7], [7, 8], [8, 9], [9, 8], [12, 8]));
    expect(isStraight).toBe(false);
  });

  test.each<[string, string, readonly (readonly [number, number])[]]>([
    [
      "a quarter of a circle is inside of its ends",
      "M0 10A10 10 0 0 1 10 0",
      [
        [0, 10],
        [10, 0],
      ],
    ],
    [
      "a quarter can be inexact by a thousandth",
      "M0 10a10 10 0 0 1 10.005-10",
      [
        [0, 10],
        [10.005, 0],
      ],
    ],
    [
      "a half circle reaches as far as its radius",
      "M0 0A5 5 0 0110 0",
      [
        [0, 0],
        [0, -5],
        [10, 5],
        [10, 0],
      ],
    ],
    [
      "the larger arc reaches twice as far",
      "M0 0a10 10 0 1 0 10 0",
      [
        [0, 0],
        [-15, -20],
        [25, 20],
        [10, 0],
      ],
    ],
    [
      "a radius that is too small is enlarged",
      "M0 0A1 1 0 0 0 10 0",
      [
        [0, 0],
        [0, -5],
        [10, 5],
        [10, 0],
      ],
    ],
    [
      "the larger radius counts",
      "M0 0A1 -8 0 0 0 10 0",
      [
        [0, 0],
        [-3, -8],
        [13, 8],
        [10, 0],
      ],
    ],
    [
      "an arc is relative to its start",
      "M2 1a5 5 0 0 1 10 2",
      [
        [2, 1],
        [1.901, -3.099],
        [12.099, 7.099],
        [12, 3],
      ],
    ],
  ])("surround an arc: %s", (_, data, expected) => {
    const { points: found, isStraight } = pathPoints(data);
    const rounded = found.map(({ x, y }) => [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000]);
    expect(rounded).toEqual(expected);
    expect(isStraight).toBe(false);
  });

  test("of an arc that is not a quarter include its corners", () => {
    expect(pathPoints("M0 10a10 10 0 0 1 10.015-10").points).toHaveLength(4);
  });

  test.each([
    ["an error ends them", "M0 0L1 1L2", 2],
    ["an unknown letter ends them", "M0 0L1 1B2 2 3 3", 2],
    ["numbers after the end of a line are an error", "M0 0L1 1z 5 5", 2],
    ["a wrong flag is an error", "M0 0L1 1A5 5 0 2 1 9 9", 2],
    ["data must begin with a letter", "1 1L2 2", 0],
    ["a move that draws nothing has none", "M0 0L1 1M5 5", 2],
    ["a line without a move begins at its first end", "L1 1L2 2", 2],
    ["nothing has none", "", 0],
  ])("%s", (_, data, count) => {
    expect(pathPoints(data).points).toHaveLength(count);
  });

  test("are kept by subpath", () => {
    expect(pathPoints("M0 0h1M5 5h1v1").subpaths.map(({ length }) => length)).toEqual([2, 3]);
  });
});

describe("the outline of a shape", () => {
  const outline = (name: string, attributes: Readonly<Record<string, string>>) =>
    outlineOf(name, new Map(Object.entries(attributes)), { width: 200, height: 100 });

  test("of a rectangle has one radius for both if only one is given, and at most half of its sides", () => {
    const size = { width: "50", height: "20" };
    expect(outline("rect", { ...size, x: "10%", y: "10%", rx: "8" })).toEqual({
      kind: "box",
      box: { x: 20, y: 10, width: 50, height: 20 },
      radiusX: 8,
      radiusY: 8,
    });
    expect(outline("rect", { ...size, rx: "40" })).toMatchObject({ radiusX: 25, radiusY: 10 });
    expect(outline("rect", { ...size, ry: "5%" })).toMatchObject({ radiusX: 5, radiusY: 5 });
    expect(outline("rect", { ...size, rx: "2%", ry: "3" })).toMatchObject({ radiusX: 4, radiusY: 3 });
    expect(outline("rect", {})).toMatchObject({ box: { x: 0, y: 0, width: 0, height: 0 }, radiusX: 0, radiusY: 0 });
  });

  test("of a circle or ellipse is the box around it", () => {
    const center = { cx: "10%", cy: "40" };
    expect(outline("circle", { ...center, r: "5" })).toEqual({
      kind: "ellipse",
      box: { x: 15, y: 35, width: 10, height: 10 },
      radiusX: 5,
      radiusY: 5,
    });
    expect(outline("ellipse", { ...center, rx: "6", ry: "7%" })).toMatchObject({
      box: { x: 14, y: 33, width: 12, height: 14 },
      radiusX: 6,
      radiusY: 7,
    });
    expect(outline("circle", {})).toMatchObject({ box: { width: 0, height: 0 } });
  });

  test("of a line has its ends", () => {
    expect(outline("line", { x1: "9", y1: "2", x2: "50%", y2: "50%" })).toEqual({
      kind: "line",
      box: { x: 9, y: 2, width: 91, height: 48 },
      from: { x: 9, y: 2 },
      to: { x: 100, y: 50 },
    });
  });

  test("of a polygon, or a path of one straight line, has each corner once", () => {
    expect(outline("polygon", { points: "0,0 10,0 10,0 10,5 7" })).toEqual({
      kind: "polygon",
      box: { x: 0, y: 0, width: 10, height: 5 },
      points: points([0, 0], [10, 0], [10, 5]),
    });
    expect(outline("path", { d: "M0 0H10V5H0V0Z" })).toMatchObject({
      kind: "polygon",
      points: points([0, 0], [10, 0], [10, 5], [0, 5]),
    });
    expect(outline("path", { d: "M0 0H10V5ZM20 0H30V9Z" })).toEqual({
      kind: "path",
      box: { x: 0, y: 0, width: 30, height: 9 },
    });
    expect(outline("path", { d: "M0 0H10Q5 5 0 0" })).toMatchObject({ kind: "path" });
  });
});
