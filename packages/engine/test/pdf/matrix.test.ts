import { describe, expect, test } from "@jest/globals";
import {
  apply,
  boundsOf,
  IDENTITY,
  imageMatrix,
  invert,
  type Matrix,
  multiply,
  readMatrix,
  rotation,
  scaleOf,
} from "../../src/pdf/matrix.js";

const MOVED: Matrix = [1, 0, 0, 1, 10, 20];
const SCALED: Matrix = [2, 0, 0, 3, 0, 0];
const SKEWED: Matrix = [2, 3, 5, 7, 11, 13];

const close = (values: readonly number[]): unknown[] => values.map((value) => expect.closeTo(value, 9));

describe("transforms", () => {
  test("a point is multiplied by the columns of the matrix", () => {
    // 2 · 1 + 5 · 10 + 11 and 3 · 1 + 7 · 10 + 13.
    expect(apply(SKEWED, 1, 10)).toEqual([63, 86]);
  });

  test("the inner transform of a product is applied first", () => {
    expect(multiply(MOVED, SCALED)).toEqual([2, 0, 0, 3, 10, 20]);
    expect(multiply(SCALED, MOVED)).toEqual([2, 0, 0, 3, 20, 60]);
    const [x, y] = apply([1, 4, 6, 2, 8, 9], 1, 10);
    expect(apply(multiply(SKEWED, [1, 4, 6, 2, 8, 9]), 1, 10)).toEqual(apply(SKEWED, x, y));
  });

  test("an inverse transform leads back", () => {
    expect(invert([2, 0, 0, 4, 10, 20])).toEqual(close([0.5, 0, 0, 0.25, -5, -5]));
    const inverse = invert(SKEWED) ?? IDENTITY;
    expect(apply(inverse, ...apply(SKEWED, 1, 10))).toEqual(close([1, 10]));
    expect(multiply(SKEWED, inverse)).toEqual(close(IDENTITY));
  });

  test("a transform that flattens everything has no inverse", () => {
    expect(invert([2, 4, 1, 2, 0, 0])).toBeUndefined();
    expect(invert([1e-7, 0, 0, 1e-7, 0, 0])).toBeUndefined();
    expect(invert([NaN, 0, 0, 1, 0, 0])).toBeUndefined();
    expect(invert([1e-3, 0, 0, 1e-3, 0, 0])).toEqual(close([1000, 0, 0, 1000, 0, 0]));
  });

  test("the box around a transformed box has all of its corners", () => {
    // The corners 0, 0; 10, 0; 0, 1 and 10, 1 become 11, 13; 31, 43; 16, 20 and 36, 50.
    expect(boundsOf(SKEWED, { x: 0, y: 0, width: 10, height: 1 })).toEqual({ x: 11, y: 13, width: 25, height: 37 });
    expect(boundsOf([-1, 0, 0, -2, 0, 0], { x: 3, y: 4, width: 5, height: 6 })).toEqual({
      x: -8,
      y: -20,
      width: 5,
      height: 12,
    });
  });

  test("the scale of a transform is the root of the factor of its areas", () => {
    expect(scaleOf([2, 0, 0, 8, 5, 5])).toBe(4);
    expect(scaleOf([0, 2, -8, 0, 5, 5])).toBe(4);
    expect(scaleOf([0, 2, 8, 0, 5, 5])).toBe(4);
    expect(scaleOf([3, 1, 1, 3, 0, 0])).toBeCloseTo(Math.sqrt(8));
  });

  test("a rotation goes clockwise around its point", () => {
    expect(apply(rotation(90, 10, 20), 11, 20)).toEqual(close([10, 21]));
    expect(apply(rotation(90, 10, 20), 10, 21)).toEqual(close([9, 20]));
    expect(apply(rotation(33, 10, 20), 10, 20)).toEqual(close([10, 20]));
    expect(apply(rotation(30, 10, 20), 12, 20)).toEqual(close([10 + Math.sqrt(3), 21]));
  });
});

test("the matrix of an attribute can have spaces or commas", () => {
  expect(readMatrix(undefined)).toEqual(IDENTITY);
  expect(readMatrix("matrix(1 2 3 4 5.5 -6)")).toEqual([1, 2, 3, 4, 5.5, -6]);
  expect(readMatrix("matrix( 1, 2,3 ,4, 5, 6 )")).toEqual([1, 2, 3, 4, 5, 6]);
});

describe("imageMatrix", () => {
  const place = { x: 10, y: 20, width: 100, height: 50 };

  test("an image has its first row at the top, and hardly less than its place", () => {
    const [left, bottom] = apply(imageMatrix(place), 0, 0);
    const [right, top] = apply(imageMatrix(place), 1, 1);
    const insets = [left - 10, 110 - right, top - 20, 70 - bottom];
    for (const inset of insets) {
      expect(inset).toBeGreaterThan(0);
      expect(inset).toBeLessThan(0.01);
      expect(inset).toBeCloseTo(insets[0] ?? NaN, 9);
    }
  });

  test("a tiny image loses at most a hundredth of its size on each side", () => {
    const [width, , , height] = imageMatrix({ x: 0, y: 0, width: 0.1, height: 0.2 });
    expect(width).toBeCloseTo(0.098, 9);
    expect(height).toBeCloseTo(-0.196, 9);
  });

  test("an image in larger units loses the same length", () => {
    const lost = 100 - imageMatrix(place)[0];
    expect(100 - imageMatrix(place, 4)[0]).toBeCloseTo(lost / 4, 9);
  });
});
