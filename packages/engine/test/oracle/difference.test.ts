import { describe, expect, test } from "@jest/globals";
import type { Frame } from "../../src/frame/tile.js";
import { channelDifference, differentAreas, hasAreas, isFault } from "./difference.js";

/** A gray picture with white pixels where `isWhite` says so. */
function picture(width: number, height: number, isWhite: (x: number, y: number) => boolean): Frame {
  const pixels = new Uint8Array(width * height * 4).fill(100);
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (isWhite(pixel % width, Math.floor(pixel / width))) pixels.fill(255, pixel * 4, pixel * 4 + 4);
  }
  return { width, height, pixels, isOpaque: false };
}

const plain = picture(10, 8, () => false);

describe("the difference between two pictures", () => {
  test("equal pictures differ in no channel and no area", () => {
    expect(channelDifference(plain, plain)).toEqual({ largest: 0, beyond: 0 });
    expect(differentAreas(plain, plain, 2)).toBe(0);
  });

  test("each channel of a single pixel counts, but the pixel is not an area", () => {
    const one = picture(10, 8, (x, y) => x === 9 && y === 7);
    expect(channelDifference(plain, one)).toEqual({ largest: 155, beyond: 4 });
    expect(differentAreas(plain, one, 2)).toBe(0);
  });

  test("an edge of two pixels along the whole picture is not an area", () => {
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x) => x === 4 || x === 5),
        2,
      ),
    ).toBe(0);
    expect(
      differentAreas(
        plain,
        picture(10, 8, (_, y) => y === 0 || y === 1),
        2,
      ),
    ).toBe(0);
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x === y || x === y + 1),
        2,
      ),
    ).toBe(0);
  });

  test("three by three pixels are an area, even in a corner, and larger ones are several", () => {
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x < 3 && y < 3),
        2,
      ),
    ).toBe(1);
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x >= 7 && y >= 5),
        2,
      ),
    ).toBe(1);
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x < 4 && y < 5),
        2,
      ),
    ).toBe(6);
  });

  test("pixels around a hole are not an area, and neither are pixels that differ by the allowed levels", () => {
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x < 3 && y < 3 && !(x === 1 && y === 1)),
        2,
      ),
    ).toBe(0);
    expect(
      differentAreas(
        plain,
        picture(10, 8, (x, y) => x < 3 && y < 3),
        155,
      ),
    ).toBe(0);
  });

  test("thin lines that are moved by a pixel are not an area, because one pixel gains what its neighbor loses", () => {
    const stripes = (first: number) => picture(10, 8, (x) => x % 3 === first);
    expect(differentAreas(stripes(0), stripes(1), 2)).toBe(0);
  });

  test("an area that is darker in one channel and brighter in another one counts once", () => {
    const red = picture(10, 8, () => false);
    for (let pixel = 0; pixel < 80; pixel++)
      red.pixels.set(pixel % 10 < 3 && pixel < 30 ? [200, 10, 10] : [], pixel * 4);
    expect(differentAreas(plain, red, 2)).toBe(1);
  });

  test("a picture of two columns has no area", () => {
    expect(hasAreas(picture(2, 100, () => false))).toBe(false);
    expect(hasAreas(picture(3, 3, () => false))).toBe(true);
  });

  test("a difference of two levels is not a fault, and neither is one sample in four pixels", () => {
    expect(isFault({ largest: 2, beyond: 0 })).toBe(false);
    expect(isFault({ largest: 18, beyond: 16 })).toBe(false);
  });

  test("a difference of more than one sample, or of one sample in more pixels, is a fault", () => {
    expect(isFault({ largest: 19, beyond: 1 })).toBe(true);
    expect(isFault({ largest: 3, beyond: 17 })).toBe(true);
  });
});
