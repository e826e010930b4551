import { describe, expect, test } from "@jest/globals";
import {
  areaOf,
  around,
  boxOfPixels,
  deviceGrid,
  inflateRect,
  nearestPixels,
  overlap,
  touchedPixels,
  viewOf,
  wholeGrid,
} from "../../src/frame/device-grid.js";
import { hangsOver } from "../../src/frame/rasterize.js";

/** 33 × 21 document pixels at scale 1.5: 49.5 × 31.5, rounded to 50 × 32 pixels. */
const GRID = deviceGrid({ width: 33, height: 21 }, 1.5);
const DOUBLE = deviceGrid({ width: 50, height: 40 }, 2);

describe("deviceGrid", () => {
  test("a picture has whole pixels, and its scales are those that it really has", () => {
    expect(GRID).toEqual({ width: 50, height: 32, scaleX: 50 / 33, scaleY: 32 / 21 });
    expect(wholeGrid(GRID)).toEqual({ left: 0, top: 0, width: 50, height: 32 });
    expect(viewOf(GRID).width).toBeCloseTo(33);
    expect(viewOf(GRID).height).toBeCloseTo(21);
    expect(viewOf(GRID)).toMatchObject({ x: 0, y: 0 });
  });

  test("an area of pixels is a box of the document", () => {
    expect(boxOfPixels(DOUBLE, { left: 3, top: 4, width: 5, height: 7 })).toEqual({
      x: 1.5,
      y: 2,
      width: 2.5,
      height: 3.5,
    });
  });
});

describe("touchedPixels", () => {
  test("a box touches each pixel that it covers a part of", () => {
    expect(touchedPixels(DOUBLE, { x: 1.2, y: 3.6, width: 2, height: 4 })).toEqual({
      left: 2,
      top: 7,
      width: 5,
      height: 9,
    });
    expect(touchedPixels(DOUBLE, { x: 1, y: 3, width: 2, height: 4 })).toEqual({
      left: 2,
      top: 6,
      width: 4,
      height: 8,
    });
  });

  test("only the pixels of the picture count", () => {
    expect(touchedPixels(DOUBLE, { x: -10, y: -10, width: 100, height: 100 })).toEqual(wholeGrid(DOUBLE));
    expect(touchedPixels(DOUBLE, { x: 49.9, y: 39.9, width: 5, height: 5 })).toEqual({
      left: 99,
      top: 79,
      width: 1,
      height: 1,
    });
  });

  test.each([
    ["at the left of", { x: -5, y: 0 }],
    ["above", { x: 0, y: -5 }],
    ["at the right of", { x: 50, y: 0 }],
    ["below", { x: 0, y: 40 }],
  ])("a box %s the picture touches no pixel", (_, place) => {
    expect(touchedPixels(DOUBLE, { ...place, width: 5, height: 5 })).toBeUndefined();
  });

  test("a box without a width or without a height touches no pixel, also inside of a pixel", () => {
    expect(touchedPixels(DOUBLE, { x: 1.2, y: 1.2, width: 0, height: 5 })).toBeUndefined();
    expect(touchedPixels(DOUBLE, { x: 1.2, y: 1.2, width: 5, height: 0 })).toBeUndefined();
    expect(touchedPixels(DOUBLE, { x: 1.2, y: 1.2, width: 0.1, height: 0.1 })).toEqual({
      left: 2,
      top: 2,
      width: 1,
      height: 1,
    });
  });
});

test("nearestPixels moves each side to the nearest edge of a pixel, and keeps at least one pixel", () => {
  expect(nearestPixels(DOUBLE, { x: 1.2, y: 3.3, width: 2, height: 4 })).toEqual({
    left: 2,
    top: 7,
    width: 4,
    height: 8,
  });
  expect(nearestPixels(DOUBLE, { x: -7.1, y: 60, width: 0.1, height: 0.1 })).toEqual({
    left: -14,
    top: 120,
    width: 1,
    height: 1,
  });
});

describe("areas of pixels", () => {
  const one = { left: 2, top: 3, width: 10, height: 20 };

  test("overlap returns what two areas share", () => {
    expect(overlap(one, { left: 5, top: 1, width: 50, height: 10 })).toEqual({ left: 5, top: 3, width: 7, height: 8 });
    expect(overlap({ left: 0, top: 22, width: 3, height: 9 }, one)).toEqual({ left: 2, top: 22, width: 1, height: 1 });
  });

  test("areas that only touch share nothing", () => {
    expect(overlap(one, { ...one, left: 12 })).toBeUndefined();
    expect(overlap(one, { ...one, top: 23 })).toBeUndefined();
  });

  test("around returns the smallest area around both", () => {
    const other = { left: -4, top: 30, width: 3, height: 2 };
    expect(around(one, other)).toEqual({ left: -4, top: 3, width: 16, height: 29 });
    expect(around(other, one)).toEqual(around(one, other));
  });

  test("a margin is added on every side", () => {
    expect(inflateRect(one, 4)).toEqual({ left: -2, top: -1, width: 18, height: 28 });
    expect(areaOf(one)).toBe(200);
  });
});

describe("hangsOver", () => {
  test("a box that is as large as the document does not exceed it", () => {
    expect(hangsOver({ x: 0, y: 0, width: 50, height: 40 }, DOUBLE)).toBe(false);
  });

  test.each([
    ["left", { x: -0.1, y: 0, width: 10, height: 10 }],
    ["top", { x: 0, y: -0.1, width: 10, height: 10 }],
    ["right", { x: 40.1, y: 0, width: 10, height: 10 }],
    ["bottom", { x: 0, y: 30.1, width: 10, height: 10 }],
  ])("a box exceeds the document at the %s", (_, box) => {
    expect(hangsOver(box, DOUBLE)).toBe(true);
  });
});
