import { describe, expect, test } from "@jest/globals";
import {
  boxAround,
  contains,
  frameOf,
  IDENTITY,
  inflate,
  invert,
  type Matrix,
  multiply,
  placeBox,
  type Point,
  rotation,
  scaleOf,
  transformBox,
  transformPoint,
  unite,
} from "../src/matrix.js";

/** Returns points from pairs of numbers. */
const points = (...pairs: readonly (readonly [number, number])[]): Point[] => pairs.map(([x, y]) => ({ x, y }));

describe("transforms", () => {
  const some: Matrix = [1, 2, 3, 4, 5, 6];

  test("follow each other, and are undone by their inverse", () => {
    expect(multiply(some, [7, 8, 9, 10, 11, 12])).toEqual([31, 46, 39, 58, 52, 76]);
    expect(invert(some)).toEqual([-2, 1, 1.5, -0.5, 1, -2]);
    expect(invert([1, 2, 2, 4, 7, 7])).toEqual(IDENTITY);
    expect(transformPoint(some, { x: 10, y: 100 })).toEqual({ x: 315, y: 426 });
  });

  test("rotate clockwise, because y grows downwards", () => {
    expect(transformPoint(rotation(90), { x: 10, y: 0 }).y).toBeCloseTo(10);
    expect(transformPoint(rotation(30), { x: 10, y: 0 }).y).toBeCloseTo(5);
  });

  test("enlarge lengths by the root of the area, even if they mirror", () => {
    expect([scaleOf([2, 0, 0, 8, 1, 1]), scaleOf([0, 2, 8, 0, 1, 1]), scaleOf([3, 1, 1, 3, 0, 0])]).toEqual([
      4,
      4,
      Math.sqrt(8),
    ]);
  });

  test("change a box into the smallest upright box around it", () => {
    expect(transformBox([0, 1, -1, 0, 10, 0], { x: 1, y: 2, width: 3, height: 4 })).toEqual({
      x: 4,
      y: 1,
      width: 4,
      height: 3,
    });
    expect(transformBox([1, 0, 1, 1, 0, 0], { x: 0, y: 0, width: 2, height: 3 })).toMatchObject({
      width: 5,
      height: 3,
    });
    expect(transformBox([1, 0, -1, 1, 0, 0], { x: 0, y: 1, width: 2, height: 3 })).toMatchObject({ x: -4, width: 5 });
  });

  test("place a layer that is rotated around its center", () => {
    const frame = frameOf({ x: 10, y: 20, width: 4, height: 2, rotation: 90 });
    const [start, end] = [transformPoint(frame, { x: 0, y: 0 }), transformPoint(frame, { x: 4, y: 2 })];
    expect([start.x, start.y, end.x, end.y].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([13, 19, 11, 23]);
  });
});

describe("boxes", () => {
  const box = { x: 1, y: 2, width: 3, height: 4 };

  test("are around points and other boxes, and grow on all sides", () => {
    expect(boxAround(points([3, 9], [1, 4], [2, 5]))).toEqual({ x: 1, y: 4, width: 2, height: 5 });
    expect(boxAround([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
    expect(unite([box, { x: -1, y: 5, width: 1, height: 9 }])).toEqual({ x: -1, y: 2, width: 5, height: 12 });
    expect(inflate(box, 5)).toEqual({ x: -4, y: -3, width: 13, height: 14 });
  });

  test("contain what extends beyond them by at most half a pixel", () => {
    const outer = { x: 10, y: 10, width: 10, height: 10 };
    expect(contains(outer, { x: 9.5, y: 9.5, width: 11, height: 11 })).toBe(true);
    for (const side of [{ x: 9.4 }, { y: 9.4 }, { x: 10.6 }, { y: 10.6 }]) {
      expect(contains(outer, { ...outer, ...side })).toBe(false);
    }
    expect(contains(outer, { x: 9.5, y: 9.5, width: 11.1, height: 11 })).toBe(false);
    expect(contains(outer, { x: 9.5, y: 9.5, width: 11, height: 11.1 })).toBe(false);
  });
});

describe("a box as a layer", () => {
  const box = { x: 0, y: 0, width: 10, height: 20 };
  const rotatedBy = (degrees: number, isMirrored = false): Matrix => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return isMirrored ? [cos, sin, sin, -cos, 0, 0] : [cos, sin, -sin, cos, 0, 0];
  };

  test("has its size after scaling, and is rotated around its center", () => {
    const placed = placeBox(multiply(rotatedBy(30), [2, 0, 0, 2, 0, 0]), box);
    expect(placed).toMatchObject({ flipX: false, flipY: false });
    expect(placed?.x).toBeCloseTo(-11.3397, 4);
    expect(placed?.y).toBeCloseTo(2.3205, 4);
    expect([placed?.width, placed?.height, placed?.rotation].map((value) => value?.toFixed(6))).toEqual([
      "20.000000",
      "40.000000",
      "30.000000",
    ]);
    const stretched = placeBox([3, 0, 0, 2, 5, 7], { x: 1, y: 2, width: 10, height: 20 });
    expect(stretched).toEqual({ x: 8, y: 11, width: 30, height: 40, rotation: 0, flipX: false, flipY: false });
  });

  test("is mirrored so that its rotation is the smaller one of two", () => {
    expect(placeBox([-1, 0, 0, 1, 30, 0], box)).toMatchObject({ x: 20, y: 0, rotation: 0, flipX: true, flipY: false });
    expect(placeBox([1, 0, 0, -1, 0, 30], box)).toMatchObject({ x: 0, y: 10, rotation: 0, flipX: false, flipY: true });
    expect(placeBox(rotatedBy(150, true), box)).toMatchObject({ flipX: true, flipY: false });
    expect(placeBox(rotatedBy(150, true), box)?.rotation).toBeCloseTo(-30);
    expect(placeBox(rotatedBy(-150, true), box)?.rotation).toBeCloseTo(30);
    expect(placeBox(rotatedBy(60, true), box)).toMatchObject({ flipX: false, flipY: true });
    expect(placeBox(rotatedBy(60, true), box)?.rotation).toBeCloseTo(60);
    expect(placeBox(rotatedBy(150), box)).toMatchObject({ flipX: false, flipY: false });
    expect(placeBox(rotatedBy(150), box)?.rotation).toBeCloseTo(150);
  });

  test("cannot be skewed by more than a thousandth, and has no rotation that nobody sees", () => {
    expect(placeBox([1, 0, 0.0015, 1, 0, 0], box)).toBeUndefined();
    expect(placeBox([1, 0.0015, 0, 1, 0, 0], box)).toBeUndefined();
    expect(placeBox([10, 0, 0.005, 10, 0, 0], box)).toMatchObject({ width: 100, rotation: 0 });
    expect(placeBox(rotatedBy(0.009), box)?.rotation).toBe(0);
    expect(placeBox(rotatedBy(0.015), box)?.rotation).toBeCloseTo(0.015, 6);
  });
});
