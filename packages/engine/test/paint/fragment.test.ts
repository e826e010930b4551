import { describe, expect, test } from "@jest/globals";
import {
  type Box,
  centerOf,
  contains,
  inflate,
  intersection,
  overlaps,
  rotatedBounds,
  shift,
  unite,
} from "../../src/paint/fragment.js";

const BOX: Box = { x: 10, y: 20, width: 30, height: 40 };

describe("inflate", () => {
  test("inflate moves every side of a box outwards", () => {
    expect(inflate(BOX, 5)).toEqual({ x: 5, y: 15, width: 40, height: 50 });
  });

  test("inflate moves every side of a box inwards by a negative amount", () => {
    expect(inflate(BOX, -5)).toEqual({ x: 15, y: 25, width: 20, height: 30 });
  });

  test("inflate stops when the two nearest sides of a box meet", () => {
    expect(inflate(BOX, -100)).toEqual({ x: 25, y: 35, width: 0, height: 10 });
    expect(inflate({ x: 20, y: 10, width: 40, height: 30 }, -100)).toEqual({ x: 35, y: 25, width: 10, height: 0 });
  });
});

test("shift moves a box by an offset to the right and downwards", () => {
  expect(shift(BOX, 3, -7)).toEqual({ x: 13, y: 13, width: 30, height: 40 });
});

test("centerOf returns the middle of a box", () => {
  expect(centerOf(BOX)).toEqual({ x: 25, y: 40 });
});

describe("unite", () => {
  test("unite returns the smallest box around boxes that are apart", () => {
    const boxes = [
      { x: 5, y: 60, width: 10, height: 20 },
      { x: -3, y: 30, width: 2, height: 1 },
      { x: 8, y: 31, width: 9, height: 4 },
    ];
    expect(unite(boxes)).toEqual({ x: -3, y: 30, width: 20, height: 50 });
  });

  test("unite ignores boxes without a width or without a height", () => {
    const flat = [
      { x: -100, y: 0, width: 0, height: 500 },
      { x: 0, y: -100, width: 500, height: 0 },
    ];
    const narrow = { x: 12, y: 22, width: 0.5, height: 0.5 };
    expect(unite([...flat, BOX])).toEqual(BOX);
    expect(unite([narrow])).toEqual(narrow);
    expect(unite(flat)).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});

describe("intersection", () => {
  test("intersection returns the area that two boxes share", () => {
    expect(intersection(BOX, { x: 25, y: 5, width: 100, height: 25 })).toEqual({ x: 25, y: 20, width: 15, height: 10 });
    expect(intersection({ x: 0, y: 30, width: 12, height: 100 }, BOX)).toEqual({ x: 10, y: 30, width: 2, height: 30 });
  });

  test("intersection has no width or no height if the boxes are apart", () => {
    expect(intersection(BOX, { ...BOX, x: 60 })).toMatchObject({ width: 0, height: 40 });
    expect(intersection(BOX, { ...BOX, y: 90 })).toMatchObject({ width: 30, height: 0 });
  });
});

describe("overlaps", () => {
  test.each([
    ["left", { x: -20, y: 20 }],
    ["right", { x: 40, y: 20 }],
    ["top", { x: 10, y: -20 }],
    ["bottom", { x: 10, y: 60 }],
  ])("two boxes that only touch at the %s side share no area, and one pixel closer they do", (_, { x, y }) => {
    const neighbor = { ...BOX, x, y };
    const closer = { ...BOX, x: x - Math.sign(x - BOX.x), y: y - Math.sign(y - BOX.y) };
    expect([overlaps(BOX, neighbor), overlaps(neighbor, BOX)]).toEqual([false, false]);
    expect([overlaps(BOX, closer), overlaps(closer, BOX)]).toEqual([true, true]);
  });
});

describe("contains", () => {
  test("a box contains itself and a smaller box", () => {
    expect(contains(BOX, BOX)).toBe(true);
    expect(contains(BOX, inflate(BOX, -1))).toBe(true);
  });

  test.each([
    ["left", { x: 9, width: 31 }],
    ["right", { width: 31 }],
    ["top", { y: 19, height: 41 }],
    ["bottom", { height: 41 }],
  ])("a box does not contain a box that is one pixel larger at the %s side", (_, larger) => {
    expect(contains(BOX, { ...BOX, ...larger })).toBe(false);
  });
});

describe("rotatedBounds", () => {
  test("a box that is rotated by a right angle around its corner lies beside it", () => {
    const bounds = rotatedBounds({ x: 100, y: 50, width: 10, height: 20 }, 90, { x: 100, y: 50 });
    // Clockwise, what was to the right is now below, and what was below is now to the left.
    expect(bounds.x).toBeCloseTo(80);
    expect(bounds.y).toBeCloseTo(50);
    expect(bounds.width).toBeCloseTo(20);
    expect(bounds.height).toBeCloseTo(10);
  });

  test("a box that is rotated by 30 degrees around its center needs more room on both axes", () => {
    const bounds = rotatedBounds(BOX, 30, centerOf(BOX));
    // 30 cos 30° + 40 sin 30° and 30 sin 30° + 40 cos 30°.
    expect(bounds.width).toBeCloseTo(45.9808, 4);
    expect(bounds.height).toBeCloseTo(49.641, 4);
    expect(bounds.x).toBeCloseTo(25 - 45.9808 / 2, 4);
    expect(bounds.y).toBeCloseTo(40 - 49.641 / 2, 4);
  });

  test("a box that is rotated by 30 degrees around a point moves on a circle around it", () => {
    const bounds = rotatedBounds({ x: 90, y: 30, width: 20, height: 20 }, 30, { x: 0, y: 0 });
    // The center goes from (100, 40) to (100 cos 30° - 40 sin 30°, 100 sin 30° + 40 cos 30°).
    const center = centerOf(bounds);
    expect(center.x).toBeCloseTo(66.6025, 4);
    expect(center.y).toBeCloseTo(84.641, 4);
  });

  test("a box that is rotated by 120 degrees needs as much room as one that is rotated by 60 degrees", () => {
    const [wide, narrow] = [rotatedBounds(BOX, 120, centerOf(BOX)), rotatedBounds(BOX, 60, centerOf(BOX))];
    // 30 cos 60° + 40 sin 60°.
    expect(wide.width).toBeCloseTo(49.641, 4);
    expect(narrow.width).toBeCloseTo(49.641, 4);
  });

  test("a box that is not rotated keeps its exact numbers", () => {
    const exact = { x: 0.1, y: 0.2, width: 0.3, height: 0.7 };
    expect(rotatedBounds(exact, 0, { x: 1e6, y: 1e6 })).toEqual(exact);
  });
});
