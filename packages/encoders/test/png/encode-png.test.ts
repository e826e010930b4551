import { describe, expect, test } from "@jest/globals";
import { deflateRawSync, inflateSync } from "node:zlib";
import { encodeBand } from "../../src/png/band-encoder.js";
import { encodePng } from "../../src/png/encode-png.js";
import { pngBands, rowsOfBand } from "../../src/png/png-bands.js";
import { randomSource } from "../../../engine/test/oracle/random-source.js";
import { DECODERS, pngcheckIssue } from "./decoders.js";
import {
  paint,
  paintRandom,
  pictureOf,
  type Pixels,
  randomPicture,
  SIZES,
  straightPixels,
  transparentPixels,
} from "../../../engine/test/output/pictures.js";

/** The usual sizes, and some with more rows than a band, or with longer rows. */
const BAND_SIZES = [...SIZES, [1, 27_000], [12_000, 1], [30_000, 3]] as const;

async function expectDecoded(png: Uint8Array, picture: Pixels): Promise<void> {
  const expected = Buffer.from(straightPixels(picture));
  for (const [name, decode] of Object.entries(DECODERS)) {
    const { width, height, rgba } = await decode(png);
    expect([name, width, height]).toEqual([name, picture.width, picture.height]);
    expect([name, Buffer.from(rgba).equals(expected)]).toEqual([name, true]);
  }
  expect(pngcheckIssue(png)).toBeUndefined();
}

/** Returns the colors of a row. */
function rgbOf({ pixels, width }: Pixels, row: number): number[] {
  return [...pixels.subarray(4 * width * row, 4 * width * (row + 1))].filter((_, at) => at % 4 < 3);
}

/** Encodes an opaque picture as one band, and returns the filter of each row. */
function filtersOf({ pixels, width, height }: Pixels): number[] {
  const { bytes, length } = encodeBand({ pixels, width, height, isOpaque: true }, 0, height);
  // A chunk has eight bytes before its data and four after it.
  const stream = Buffer.concat([Buffer.of(0x78, 0x01), bytes.subarray(8, -4), Buffer.of(0x03, 0x00)]);
  const rows = inflateSync(stream, { finishFlush: 2 });
  expect(rows.length).toBe(length);
  return Array.from({ length: height }, (_, row) => rows[row * (1 + 3 * width)] ?? -1);
}

describe("encodePng", () => {
  test.each(BAND_SIZES)("every decoder reads the pixels of an opaque picture of %d×%d", async (width, height) => {
    const picture = randomPicture(width, height, true, width + height);
    await expectDecoded(encodePng({ ...picture, isOpaque: true }), picture);
  });

  test.each(BAND_SIZES)(
    "every decoder reads the colors and alphas of a translucent picture of %d×%d",
    async (width, height) => {
      const picture = randomPicture(width, height, false, width * 7 + height);
      await expectDecoded(encodePng({ ...picture, isOpaque: false }), picture);
    },
  );

  test("every decoder reads a picture that is encoded again after random areas were painted", async () => {
    for (const isOpaque of [true, false]) {
      const random = randomSource(isOpaque ? 1 : 2);
      const picture = randomPicture(600, 70, isOpaque, 3);
      const bands = pngBands(picture.width);
      for (let turn = 0; turn < 4; turn++) {
        const png = encodePng({ ...picture, isOpaque }, bands);
        await expectDecoded(png, picture);
        expect(Buffer.from(png).equals(encodePng({ ...picture, isOpaque }))).toBe(true);
        bands.forget([paintRandom(picture, isOpaque, random), paintRandom(picture, isOpaque, random)]);
      }
    }
  });

  test("bands of an opaque picture are not used for a translucent one", async () => {
    const random = randomSource(4);
    const picture = randomPicture(90, 700, true, 5);
    const bands = pngBands(picture.width);
    encodePng({ ...picture, isOpaque: true }, bands);
    const area = { left: 0, top: 0, width: 90, height: 1 };
    paint(picture, area, false, random);
    bands.forget([area]);
    await expectDecoded(encodePng({ ...picture, isOpaque: false }, bands), picture);
  });

  test("only bands that a forgotten area touches are encoded again", () => {
    const [width, height] = [1200, 200];
    const rows = rowsOfBand(width, true);
    const bands = pngBands(width);
    const tops: number[] = [];
    const complete = () =>
      bands.complete({ height, isOpaque: true }, (top) => {
        tops.push(top);
        return { bytes: new Uint8Array(10), adler: 1, length: 1 };
      });
    complete();
    const all = tops.splice(0);
    expect(all).toEqual(Array.from({ length: Math.ceil(height / rows) }, (_, index) => index * rows));
    expect(bands.byteLength).toBe(all.length * 10);
    bands.forget([
      { top: rows - 1, height: 1 },
      { top: 2 * rows, height: rows + 1 },
    ]);
    complete();
    expect(tops).toEqual([0, 2 * rows, 3 * rows]);
    expect(bands.byteLength).toBe(all.length * 10);
  });

  test("the PNG of incompressible pixels is at most 0.2 % larger than the pixels, and every decoder reads it", async () => {
    const random = randomSource(6);
    for (const isOpaque of [true, false]) {
      const picture = transparentPixels(300, 300);
      for (let at = 0; at < picture.pixels.length; at++) {
        picture.pixels[at] = at % 4 < 3 ? random.whole(0, 255) : 255;
      }
      const png = encodePng({ ...picture, isOpaque });
      // With alpha, a quarter of the bytes are always the same.
      expect(png.length).toBeLessThan(300 * 300 * (isOpaque ? 3 : 4) * 1.002);
      await expectDecoded(png, picture);
    }
  });

  test("every decoder reads a picture in which some bytes are thousands of times as frequent as others", async () => {
    const random = randomSource(8);
    // Each value is half as frequent as the one before it, which would need codes of more than 15 bits.
    const value = () => Math.min(19, Math.clz32(random.whole(0, 2 ** 20 - 1)) - 12);
    const picture = transparentPixels(1200, 100);
    for (let at = 0; at < picture.pixels.length; at++) picture.pixels[at] = at % 4 === 3 ? 255 : value() * 11;
    await expectDecoded(encodePng({ ...picture, isOpaque: true }), picture);
  });

  test("a row has the filter that suits it", () => {
    const random = randomSource(9);
    const noise = Array.from({ length: 400 * 8 }, () => random.whole(0, 255));
    const noiseAt = (x: number, y: number) => noise[y * 400 + x] ?? 0;
    // In this order: two colors at random, a ramp below noise, and noise below the same noise.
    expect(filtersOf(pictureOf(400, 1, (x) => (noiseAt(x, 0) < 128 ? 3 : 200)))).toEqual([0]);
    expect(filtersOf(pictureOf(400, 2, (x, y) => (y === 0 ? noiseAt(x, 0) : (x * x) >> 8)))[1]).toBe(1);
    expect(filtersOf(pictureOf(400, 2, (x, y) => (noiseAt(x, 0) + y * (x % 3)) & 255))[1]).toBe(2);
    // A slope in both directions, with grain: the mean of two neighbors has less grain than one neighbor.
    expect(filtersOf(pictureOf(400, 8, (x, y) => 20 + ((x + y) >> 2) + (noiseAt(x, y) >> 4)))[7]).toBe(3);
    // Each pixel has the value of its column or of its row, whichever is brighter. Grain keeps most pixels from
    // repeating.
    const brighter = (x: number, y: number) => Math.max(noiseAt(x, 0), 64 + (noiseAt(y * 50, 1) >> 2)) >> 1;
    expect(filtersOf(pictureOf(400, 8, (x, y) => brighter(x, y) + (noiseAt(x, y) >> 6)))).toContain(4);
  });

  test("rows that repeat the same pixels have no filter, and take at most 5 % more bytes than with zlib", () => {
    const random = randomSource(12);
    const [width, height, size] = [400, 96, 12];
    const glyphs = Array.from({ length: 10 * size * size }, () => random.whole(0, 255));
    const text = Array.from({ length: (width / size) * (height / size) }, () => random.whole(0, 9));
    const glyphAt = (x: number, y: number) =>
      text[Math.floor(y / size) * Math.floor(width / size) + Math.floor(x / size)];
    const picture = pictureOf(width, height, (x, y) => {
      const glyph = glyphAt(x, y) ?? 0;
      return glyphs[(glyph * size + (y % size)) * size + (x % size)] ?? 0;
    });
    expect(new Set(filtersOf(picture))).toEqual(new Set([0]));
    const rows = Buffer.from(Array.from({ length: height }, (_, row) => [0, ...rgbOf(picture, row)]).flat());
    const { bytes } = encodeBand({ ...picture, isOpaque: true }, 0, height);
    expect(bytes.length).toBeLessThan(deflateRawSync(rows).length * 1.05);
  });

  test("a band has the same bytes whatever was encoded before it", () => {
    const picture = randomPicture(257, 130, true, 10);
    const first = encodePng({ ...picture, isOpaque: true });
    encodePng({ ...randomPicture(301, 200, false, 11), isOpaque: false });
    expect(Buffer.from(encodePng({ ...picture, isOpaque: true })).equals(first)).toBe(true);
  });

  test("a band that is larger than the memory of the encoder is an error", () => {
    const [width, height] = [1000, 100];
    const source = { pixels: new Uint8Array(4 * width * height), width, height, isOpaque: true };
    expect(() => encodeBand(source, 0, height)).toThrow(RangeError);
  });
});
