import { describe, expect, test } from "@jest/globals";
import { alphaOf, cropCoverage, invert, readArea } from "../../src/frame/coverage.js";
import { bytesOf, bytesOfDrawing, emptyTile, filledTile, pixelsOf } from "../../src/frame/tile.js";

/** 3 × 2 values at 10, 20. */
const SOURCE = { left: 10, top: 20, width: 3, height: 2, values: Uint8Array.of(1, 2, 3, 4, 5, 6) };

describe("coverage", () => {
  test("alphaOf returns the highest byte of each pixel", () => {
    const pixels = Uint32Array.of(0xff000000, 0x80ffffff, 0x00ffffff, 0x01020304);
    expect(alphaOf({ left: 1, top: 2, width: 2, height: 2, pixels })).toEqual({
      left: 1,
      top: 2,
      width: 2,
      height: 2,
      values: Uint8Array.of(255, 128, 0, 1),
    });
  });

  test("readArea reads the values of an area, with 0 outside of the coverage", () => {
    expect([...readArea(SOURCE, { left: 9, top: 19, width: 3, height: 4 })]).toEqual([
      0, 0, 0, 0, 1, 2, 0, 4, 5, 0, 0, 0,
    ]);
    expect([...readArea(SOURCE, { left: 12, top: 21, width: 2, height: 2 })]).toEqual([6, 0, 0, 0]);
    expect([...readArea(SOURCE, { left: 13, top: 20, width: 2, height: 1 })]).toEqual([0, 0]);
  });

  test("readArea finds each row of a part in the middle", () => {
    const high = { left: 0, top: 0, width: 2, height: 5, values: Uint8Array.from({ length: 10 }, (_, at) => at) };
    expect([...readArea(high, { left: 1, top: 1, width: 1, height: 3 })]).toEqual([3, 5, 7]);
  });

  test("cropCoverage keeps only the part inside of an area", () => {
    expect(cropCoverage(SOURCE, { left: 11, top: 0, width: 50, height: 21 })).toEqual({
      left: 11,
      top: 20,
      width: 2,
      height: 1,
      values: Uint8Array.of(2, 3),
    });
    expect(cropCoverage(SOURCE, { left: 11, top: 0, width: 1, height: 50 }).values).toEqual(Uint8Array.of(2, 5));
    expect(cropCoverage(SOURCE, { left: 0, top: 21, width: 50, height: 1 }).values).toEqual(Uint8Array.of(4, 5, 6));
  });

  test("cropCoverage returns the coverage itself if all of it is inside, and nothing beside it", () => {
    expect(cropCoverage(SOURCE, { left: 10, top: 20, width: 3, height: 2 })).toBe(SOURCE);
    expect(cropCoverage(SOURCE, { left: 13, top: 20, width: 3, height: 2 })).toMatchObject({ width: 0, height: 0 });
  });

  test("invert exchanges covered and uncovered pixels", () => {
    const values = Uint8Array.of(0, 1, 200, 255);
    invert(values);
    expect([...values]).toEqual([255, 254, 55, 0]);
  });
});

describe("tiles", () => {
  const area = { left: 3, top: 4, width: 2, height: 3 };

  test("an empty tile is transparent", () => {
    const tile = emptyTile(area);
    expect(tile).toMatchObject(area);
    expect([...bytesOf(tile)]).toEqual(Array(24).fill(0));
  });

  test("a filled tile has one opaque color, and is known to be opaque", () => {
    const tile = filledTile(area, { red: 250, green: 128, blue: 1, alpha: 1 });
    expect(tile).toMatchObject({ ...area, isOpaque: true });
    expect([...bytesOf(tile)]).toEqual(Array(6).fill([250, 128, 1, 255]).flat());
  });

  test("pixelsOf uses aligned bytes in place, and copies others", () => {
    const { buffer } = Uint8Array.of(9, 9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 0);
    const [aligned, shifted] = [pixelsOf(new Uint8Array(buffer, 4, 8)), pixelsOf(new Uint8Array(buffer, 5, 8))];
    expect([...aligned]).toEqual([0x04030201, 0x08070605]);
    expect([...shifted]).toEqual([0x05040302, 0x00080706]);
    expect([aligned.buffer === buffer, shifted.buffer === buffer]).toEqual([true, false]);
  });

  test("bytesOf returns the bytes of a tile whose pixels are a part of a buffer", () => {
    const pixels = Uint32Array.of(1, 2, 3).subarray(1, 2);
    expect([...bytesOf({ left: 0, top: 0, width: 1, height: 1, pixels })]).toEqual([2, 0, 0, 0]);
  });

  test("the memory of a drawing is that of its pixels, or of its coverage and its shades", () => {
    expect(bytesOfDrawing(emptyTile(area))).toBe(24);
    const stencil = { ...area, coverage: new Uint8Array(6), shades: new Uint32Array(256) };
    expect(bytesOfDrawing(stencil)).toBe(6 + 1024);
  });
});
