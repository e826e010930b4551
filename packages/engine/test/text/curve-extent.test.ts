import { describe, expect, test } from "@jest/globals";
import { cubicTurns, EMPTY_EXTENT, extentPoints, includePoints, quadraticTurn } from "../../src/text/curve-extent.js";

/** The box around a segment. */
function boxOf(start: [number, number], points: readonly number[]) {
  const extent = { ...EMPTY_EXTENT };
  includePoints(extent, start);
  includePoints(extent, extentPoints(start, points));
  return extent;
}

describe("the box around a segment", () => {
  test("a line has the box of its ends", () => {
    expect(extentPoints([0, 0], [10, -20])).toEqual([10, -20]);
    expect(boxOf([0, 0], [10, -20])).toEqual({ left: 0, top: -20, right: 10, bottom: 0 });
  });

  test("a quadratic curve reaches half as far as its control point", () => {
    expect(boxOf([0, 0], [10, 20, 20, 0])).toEqual({ left: 0, top: 0, right: 20, bottom: 10 });
    expect(boxOf([0, 0], [-20, 5, 0, 10])).toEqual({ left: -10, top: 0, right: 0, bottom: 10 });
  });

  test("a quadratic curve with ends at different heights turns nearer to one of them", () => {
    // y = 40 t (1 - t) + 10 t² is largest at t = 2/3, where it is 40/3.
    const { bottom } = boxOf([0, 0], [10, 20, 20, 10]);
    expect(bottom).toBeCloseTo(40 / 3);
  });

  test("a symmetric cubic curve reaches three quarters as far as its control points", () => {
    const { left, top, right, bottom } = boxOf([0, 0], [0, 40, 30, 40, 30, 0]);
    expect([left, top, right]).toEqual([0, 0, 30]);
    expect(bottom).toBeCloseTo(30);
  });

  test("a cubic curve can turn twice on one axis", () => {
    // y = 3 t (1 - t)² · 60 - 3 t² (1 - t) · 60 = 180 t (1 - t) (1 - 2 t), whose extremes are ±10 √3.
    const { top, bottom } = boxOf([0, 0], [10, 60, 20, -60, 30, 0]);
    expect(bottom).toBeCloseTo(10 * Math.sqrt(3));
    expect(top).toBeCloseTo(-10 * Math.sqrt(3));
  });

  test("a curve between its ends needs no other points", () => {
    expect(extentPoints([0, 0], [10, 0, 20, 20])).toEqual([20, 20]);
    expect(extentPoints([0, 0], [0, 5, 20, 15, 20, 20])).toEqual([20, 20]);
  });

  test.each([
    [
      [5, 7],
      [15, 27, 25, 7],
    ],
    [
      [-40, 30],
      [-60, 50, -20, 45],
    ],
    [
      [5, 7],
      [90, 80, -70, 60, 40, 10],
    ],
    [
      [100, -50],
      [20, -90, 130, 40, 70, -20],
    ],
    [
      [30, 20],
      [10, 20, 10, 80, 60, 80],
    ],
    [
      [30, 20],
      [60, 10, 90, 25, 80, 60],
    ],
  ])("the box of the curve from %j through %j contains all of it, and no more", ([x = 0, y = 0], points) => {
    const { left, top, right, bottom } = boxOf([x, y], points);
    const along = Array.from({ length: 2001 }, (_, step) => pointOn([x, y, ...points], step / 2000));
    expect(left).toBeCloseTo(Math.min(...along.map(([at = 0]) => at)), 3);
    expect(right).toBeCloseTo(Math.max(...along.map(([at = 0]) => at)), 3);
    expect(top).toBeCloseTo(Math.min(...along.map(([, at = 0]) => at)), 3);
    expect(bottom).toBeCloseTo(Math.max(...along.map(([, at = 0]) => at)), 3);
  });

  test("points are included one by one", () => {
    const extent = { ...EMPTY_EXTENT };
    includePoints(extent, [3, 4, -1, 9]);
    expect(extent).toEqual({ left: -1, top: 4, right: 3, bottom: 9 });
    includePoints(extent, []);
    expect(extent).toEqual({ left: -1, top: 4, right: 3, bottom: 9 });
  });
});

/** Returns the point of a Bézier curve by its Bernstein polynomials. */
function pointOn(points: readonly number[], t: number): number[] {
  const weights =
    points.length === 6
      ? [(1 - t) ** 2, 2 * t * (1 - t), t ** 2]
      : [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
  return [0, 1].map((axis) =>
    weights.reduce((sum, weight, index) => sum + weight * (points[2 * index + axis] ?? 0), 0),
  );
}

describe("the places where a curve turns", () => {
  test("a quadratic curve turns where its slope is 0", () => {
    expect(quadraticTurn(0, 20, 0)).toBe(0.5);
    expect(quadraticTurn(0, 30, 20)).toBe(0.75);
  });

  test("a cubic curve turns at both roots of its slope", () => {
    const turns = cubicTurns(0, 60, -60, 0).sort((one, other) => one - other);
    expect(turns[0]).toBeCloseTo(0.5 - Math.sqrt(3) / 6);
    expect(turns[1]).toBeCloseTo(0.5 + Math.sqrt(3) / 6);
  });

  test("a cubic curve that is a quadratic one turns once", () => {
    // The quadratic curve 0, 30, 20 as a cubic curve: 0, 20, 80/3, 20.
    const [turn, ...others] = cubicTurns(0, 20, 80 / 3, 20);
    expect(turn).toBeCloseTo(0.75);
    expect(cubicTurns(12, 32, 38 + 2 / 3, 32)).toEqual([expect.closeTo(0.75)]);
    expect(others).toEqual([]);
  });
});
