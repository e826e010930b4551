import { describe, expect, test } from "@jest/globals";
import { ELLIPSE, insetRadii, RECTANGLE, roundedRectangle } from "../../src/paint/outline.js";

/*
 * A quarter of a circle with radius 1 is a cubic curve whose handles are 0.5523 long, so they end 0.4477 before the
 * corner of the square around it.
 */

const WIDE = { x: 0, y: 0, width: 100, height: 60 };

describe("rectangles", () => {
  test("a rectangle without radii has four straight sides", () => {
    expect(RECTANGLE.path({ x: 10, y: 20, width: 30, height: 40 })).toBe("M10 20H40V60H10Z");
  });

  test("an inset moves the sides of a rectangle inwards", () => {
    expect(RECTANGLE.path({ x: 10, y: 20, width: 30, height: 40 }, 4)).toBe("M14 24H36V56H14Z");
  });

  test("a rectangle with a common radius has a quarter of a circle at each corner", () => {
    const path = roundedRectangle([10, 10, 10, 10]).path({ x: 10, y: 20, width: 100, height: 50 });
    expect(path).toBe(
      "M20 20H100C105.523 20 110 24.477 110 30V60C110 65.523 105.523 70 100 70" +
        "H20C14.477 70 10 65.523 10 60V30C10 24.477 14.477 20 20 20Z",
    );
  });

  test("a rectangle with different radii has no curve at a corner without a radius", () => {
    expect(roundedRectangle([0, 10, 20, 5]).path(WIDE)).toBe(
      "M0 0H90C95.523 0 100 4.477 100 10V40C100 51.046 91.046 60 80 60H5C2.239 60 0 57.761 0 55V0Z",
    );
    expect(roundedRectangle([0, 0.5, 0, 0]).path(WIDE)).toBe("M0 0H99.5C99.776 0 100 0.224 100 0.5V60H0V0Z");
    expect(roundedRectangle([10, 0, 0, 0]).path(WIDE)).toBe("M10 0H100V60H0V10C0 4.477 4.477 0 10 0Z");
  });

  test("the corners of an inset rectangle keep their centers, and become sharp when nothing of the radius is left", () => {
    const rounded = roundedRectangle([10, 10, 10, 10]);
    expect(rounded.path(WIDE, 4)).toBe(
      "M10 4H90C93.314 4 96 6.686 96 10V50C96 53.314 93.314 56 90 56H10C6.686 56 4 53.314 4 50V10C4 6.686 6.686 4 10 4Z",
    );
    expect(rounded.path(WIDE, 10)).toBe("M10 10H90V50H10Z");
    expect(roundedRectangle([12, 0, 0, 0]).path(WIDE, 2)).toBe("M12 2H98V58H2V12C2 6.477 6.477 2 12 2Z");
  });
});

test("an ellipse reaches the middle of each side of its box", () => {
  expect(ELLIPSE.path({ x: 0, y: 10, width: 100, height: 200 })).toBe(
    "M50 10H50C77.614 10 100 54.772 100 110V110C100 165.228 77.614 210 50 210" +
      "H50C22.386 210 0 165.228 0 110V110C0 54.772 22.386 10 50 10Z",
  );
});

test("an inset makes both radii of an ellipse smaller by the same length", () => {
  expect(ELLIPSE.path({ x: 0, y: 0, width: 100, height: 200 }, 40)).toMatch(/^M50 40H50C55.523 40 60 66.863 60 100V/);
});

describe("radii that do not fit", () => {
  test.each([
    ["a common radius", [80, 80, 80, 80], [30, 30, 30, 30]],
    ["two radii at the top", [100, 100, 0, 0], [50, 50, 0, 0]],
    ["two radii at the bottom", [0, 0, 60, 60], [0, 0, 50, 50]],
    ["two radii at the left side", [40, 0, 0, 80], [20, 0, 0, 40]],
    ["two radii at the right side", [0, 90, 30, 0], [0, 45, 15, 0]],
    ["four radii, only two of them too long", [10, 90, 30, 20], [5, 45, 15, 10]],
    ["one radius that is longer than the box is high", [0, 0, 120, 0], [0, 0, 60, 0]],
  ] as const)("%s: all of them shrink by the factor of CSS Backgrounds 3, section 4.5", (_, radii, fitting) => {
    insetRadii(radii, WIDE, 0).forEach((radius, corner) => expect(radius).toBeCloseTo(fitting[corner] ?? NaN));
  });

  test("a common radius is at most half of the width of a narrow box", () => {
    expect(insetRadii([80, 80, 80, 80], { x: 0, y: 0, width: 60, height: 100 }, 0)).toEqual([30, 30, 30, 30]);
  });

  test("radii that just fit stay as they are", () => {
    expect(insetRadii([60, 40, 20, 0], WIDE, 0)).toEqual([60, 40, 20, 0]);
    expect(insetRadii([30, 30, 30, 30], WIDE, 0)).toEqual([30, 30, 30, 30]);
  });

  test("a border takes its width from radii that fit, down to 0", () => {
    expect(insetRadii([100, 100, 0, 0], WIDE, 20)).toEqual([30, 30, 0, 0]);
    expect(insetRadii([8, 4, 12, 8], WIDE, 8)).toEqual([0, 0, 4, 0]);
  });
});
