import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { encodeJpeg } from "../../src/jpeg/encode-jpeg.js";
import { jpegBands } from "../../src/jpeg/jpeg-bands.js";
import { randomSource } from "../../../engine/test/oracle/random-source.js";
import { type Decoded, decodeWithSharp } from "../../../engine/test/output/decoded.js";
import {
  paint,
  paintRandom,
  pictureOf,
  type Pixels,
  randomPicture,
  SIZES,
  transparentPixels,
} from "../../../engine/test/output/pictures.js";
import { OTHER_DECODERS } from "./decoders.js";

const EXAMPLES = ["photo-quote", "open-graph-card", "features/gradients", "features/text-styles"];

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  let largest = one.length === other.length ? 0 : 255;
  for (let at = 0; at < one.length; at++) largest = Math.max(largest, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
  return largest;
}

/** Decodes a picture with all decoders, and returns the result of the reference decoder. */
async function decode(jpeg: Uint8Array, { width, height }: Pixels): Promise<Decoded> {
  const decoded = await decodeWithSharp(jpeg);
  expect(decoded).toMatchObject({ width, height });
  for (const { name, mostDifference, decode: decodeToo } of OTHER_DECODERS) {
    const other = await decodeToo(jpeg);
    const isSame = largestDifference(other.rgba, decoded.rgba) <= mostDifference;
    expect({ name, width: other.width, height: other.height, isSame }).toEqual({ name, width, height, isSame: true });
  }
  return decoded;
}

/** Returns the peak signal-to-noise ratio of the colors, in decibels. */
function signalToNoise(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) if (at % 4 < 3) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / ((one.length / 4) * 3)));
}

/** Encodes the same picture with sharp, at the same quality. */
async function bySharp({ pixels, width, height }: Pixels, quality = 88): Promise<Uint8Array> {
  const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
  return await image.jpeg({ quality, chromaSubsampling: "4:4:4", optimiseCoding: false }).toBuffer();
}

/** Returns the quantization tables of a file by their numbers, in zigzag order (T.81, B.2.4.1). */
function quantizationTables(file: Uint8Array): Record<number, readonly number[]> {
  const bytes = Buffer.from(file);
  const tables: Record<number, readonly number[]> = {};
  // Segments follow each other, each with its length, up to the data of the picture.
  for (let at = 2; bytes.readUInt16BE(at) !== 0xffda; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes.readUInt16BE(at) !== 0xffdb) continue;
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    for (let table = 0; table < segment.length; table += 65) {
      tables[segment.readUInt8(table)] = [...segment.subarray(table + 1, table + 65)];
    }
  }
  return tables;
}

/** Returns a corner of an example's picture. */
async function exampleOf(folder: string): Promise<Pixels> {
  const file = readFileSync(new URL(`../../../../examples/${folder}/expected.png`, import.meta.url));
  const corner = sharp(file).extract({ left: 0, top: 0, width: 400, height: 300 }).flatten({ background: "#ffffff" });
  const { data, info } = await corner.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: Uint8Array.from(data) };
}

/** Returns how much closer a decoded file is to the original pixels than sharp's file, in decibels. */
async function advantage(rgba: Uint8Array, picture: Pixels): Promise<number> {
  const theirs = await decodeWithSharp(await bySharp(picture));
  return signalToNoise(rgba, picture.pixels) - signalToNoise(theirs.rgba, picture.pixels);
}

describe("encodeJpeg", () => {
  test.each(SIZES)("every decoder reads the same pixels from an opaque picture of %d×%d", async (width, height) => {
    const picture = randomPicture(width, height, true, width + height);
    const { rgba } = await decode(encodeJpeg({ ...picture, isOpaque: true }), picture);
    // A few pixels say little about quality. Noise and patterns lose the most when values are rounded toward zero.
    if (width * height > 1000) expect(await advantage(rgba, picture)).toBeGreaterThan(-0.2);
  });

  test.each(EXAMPLES)("the example %s is as close to its pixels as with libjpeg, and smaller", async (folder) => {
    const picture = await exampleOf(folder);
    const jpeg = encodeJpeg({ ...picture, isOpaque: true });
    expect(await advantage((await decode(jpeg, picture)).rgba, picture)).toBeGreaterThan(-0.1);
    expect(jpeg.length).toBeLessThan((await bySharp(picture)).length);
  });

  test.each(SIZES)("translucent pixels of a picture of %d×%d are drawn on white", (width, height) => {
    const picture = randomPicture(width, height, false, width * 7 + height);
    const onWhite = pictureOf(width, height, (x, y, channel) => {
      const at = (y * width + x) * 4;
      return Math.min(255, (picture.pixels[at + channel] ?? 0) + 255 - (picture.pixels[at + 3] ?? 0));
    });
    const jpeg = encodeJpeg({ ...picture, isOpaque: false });
    expect(Buffer.from(jpeg).equals(encodeJpeg({ ...onWhite, isOpaque: true }))).toBe(true);
  });

  test("translucent colors on white differ from those of sharp by at most two levels", async () => {
    const random = randomSource(8);
    for (let turn = 0; turn < 40; turn++) {
      const picture = transparentPixels(8, 8);
      paint(picture, { left: 0, top: 0, width: 8, height: 8 }, false, { ...random, pick: ([first]) => first as never });
      const ours = await decodeWithSharp(encodeJpeg({ ...picture, isOpaque: false }));
      const image = sharp(picture.pixels, { raw: { width: 8, height: 8, channels: 4, premultiplied: true } });
      const flat = image.flatten({ background: "#ffffff" });
      const theirs = await flat.jpeg({ quality: 88, chromaSubsampling: "4:4:4" }).toBuffer();
      expect(largestDifference(ours.rgba, (await decodeWithSharp(theirs)).rgba)).toBeLessThanOrEqual(2);
    }
  });

  test("a file has the quantization tables that libjpeg has for the same quality", async () => {
    const picture = randomPicture(16, 16, true, 1);
    const tables = quantizationTables(encodeJpeg({ ...picture, isOpaque: true }));
    expect(Object.keys(tables)).toEqual(["0", "1"]);
    expect(tables).toEqual(quantizationTables(await bySharp(picture)));
  });

  test.each([1, 10, 49, 50, 75, 88, 100])("at quality %d, a file has the tables of libjpeg", async (quality) => {
    const picture = randomPicture(16, 16, true, 1);
    const tables = quantizationTables(encodeJpeg({ ...picture, isOpaque: true }, undefined, { quality }));
    expect(tables).toEqual(quantizationTables(await bySharp(picture, quality)));
  });

  test.each([1, 30, 75, 95, 100])(
    "at quality %d, every decoder reads noise as closely as libjpeg's",
    async (quality) => {
      const picture = pictureOf(96, 80, noise(quality));
      const { rgba } = await decode(encodeJpeg({ ...picture, isOpaque: true }, undefined, { quality }), picture);
      const theirs = await decodeWithSharp(await bySharp(picture, quality));
      const loss = signalToNoise(theirs.rgba, picture.pixels) - signalToNoise(rgba, picture.pixels);
      expect(loss).toBeLessThan(0.3);
    },
  );

  test.each([0, 101, 50.5, Number.NaN])("encodeJpeg throws a RangeError for the quality %d", (quality) => {
    expect(() => encodeJpeg({ ...randomPicture(8, 8, true, 1), isOpaque: true }, undefined, { quality })).toThrow(
      RangeError,
    );
  });

  test("kept rows of one quality are not used for another one", () => {
    const picture = { ...randomPicture(40, 60, true, 3), isOpaque: true };
    const bands = jpegBands();
    for (const quality of [88, 40, 88, 95]) {
      const kept = Buffer.from(encodeJpeg(picture, bands, { quality }));
      expect(kept.equals(encodeJpeg(picture, undefined, { quality }))).toBe(true);
    }
    expect(encodeJpeg(picture, bands, { quality: 40 }).length).toBeLessThan(encodeJpeg(picture, bands).length);
  });

  test("a picture has the same bytes when only the rows that random areas touch are encoded again", () => {
    for (const [width, height, isOpaque] of [
      [600, 70, true],
      [600, 70, false],
      [61, 203, true],
      [9, 400, false],
    ] as const) {
      const random = randomSource(width);
      const picture = randomPicture(width, height, isOpaque, height);
      const bands = jpegBands();
      for (let turn = 0; turn < 12; turn++) {
        const jpeg = encodeJpeg({ ...picture, isOpaque }, bands);
        expect(Buffer.from(jpeg).equals(encodeJpeg({ ...picture, isOpaque }))).toBe(true);
        bands.forget([paintRandom(picture, isOpaque, random), paintRandom(picture, isOpaque, random)]);
      }
    }
  });

  test("only rows of blocks that a forgotten area touches are encoded again", () => {
    const picture = randomPicture(40, 60, true, 3);
    const bands = jpegBands();
    const before = Buffer.from(encodeJpeg({ ...picture, isOpaque: true }, bands));
    picture.pixels.fill(255);
    bands.forget([{ top: 15, height: 2 }]);
    const after = Buffer.from(encodeJpeg({ ...picture, isOpaque: true }, bands));
    const [rowsBefore, rowsAfter] = [rowsOf(before), rowsOf(after)];
    expect(rowsBefore).toHaveLength(8);
    const changed = rowsAfter.flatMap((row, index) => (rowsBefore[index]?.equals(row) === true ? [] : [index]));
    expect(changed).toEqual([1, 2]);
    expect(bands.byteLength).toBe(rowsAfter.reduce((sum, { length }) => sum + length, 0));
  });

  test("a row has the same bytes whether or not a wider row was encoded before it", () => {
    const narrow = { ...randomPicture(33, 20, false, 5), isOpaque: false };
    const alone = Buffer.from(encodeJpeg(narrow));
    encodeJpeg({ ...randomPicture(9000, 9, true, 6), isOpaque: true });
    expect(alone.equals(encodeJpeg(narrow))).toBe(true);
  });

  test.each<[string, (x: number, y: number, channel: number) => number]>([
    ["white noise", noise(9)],
    ["black and white pixels in turn", (x, y) => ((x + y) % 2) * 255],
    ["black and white columns", (x) => (x % 2) * 255],
    ["black and white rows", (_, y) => (y % 2) * 255],
    ["pure colors in turn", (x, y, channel) => ((x + y) % 3 === channel ? 255 : 0)],
    ["black and white blocks in turn", (x, y) => (((x >> 3) + (y >> 3)) % 2) * 255],
    ["only the highest frequency of a block", (x, y) => 128 + 100 * wave(x) * wave(y)],
    ["only white", () => 255],
    ["only black", () => 0],
  ])("every decoder reads extreme contents: %s", async (_, level) => {
    const picture = pictureOf(96, 80, level);
    const { rgba } = await decode(encodeJpeg({ ...picture, isOpaque: true }), picture);
    const [own, theirs] = [rgba, (await decodeWithSharp(await bySharp(picture))).rgba];
    expect(largestDifference(own, picture.pixels)).toBeLessThanOrEqual(largestDifference(theirs, picture.pixels) + 3);
  });

  test("each byte of 255 in the data is followed by a zero, unless it begins a marker", () => {
    const jpeg = Buffer.from(encodeJpeg({ ...pictureOf(96, 80, noise(10)), isOpaque: true }));
    const found = [...jpeg.subarray(dataAt(jpeg)).entries()].filter(([, byte]) => byte === 0xff);
    const after = found.map(([at]) => jpeg[dataAt(jpeg) + at + 1] ?? -1);
    expect(after.filter((byte) => byte === 0).length).toBeGreaterThan(5);
    expect(after.filter((byte) => byte !== 0)).toEqual([0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd0, 0xd9]);
  });

  test("a file declares YCbCr colors at full resolution, and contains no other metadata", async () => {
    const jpeg = encodeJpeg({ ...randomPicture(50, 30, true, 1), isOpaque: true });
    const { format, width, height, chromaSubsampling, isProgressive, exif, icc, xmp } = await sharp(jpeg).metadata();
    expect({ format, width, height, chromaSubsampling, isProgressive }).toEqual({
      format: "jpeg",
      width: 50,
      height: 30,
      chromaSubsampling: "4:4:4",
      isProgressive: false,
    });
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });
});

function noise(seed: number): () => number {
  const random = randomSource(seed);
  return () => random.whole(0, 255);
}

/** Returns a sample of the highest frequency that eight samples can have. */
function wave(place: number): number {
  return Math.cos(((2 * (place % 8) + 1) * 7 * Math.PI) / 16);
}

/** Returns the offset of the data after the scan header. */
function dataAt(jpeg: Buffer): number {
  return jpeg.indexOf(Buffer.from([0xff, 0xda])) + 2 + 12;
}

/** Returns the rows of blocks between the markers. */
function rowsOf(jpeg: Buffer): Buffer[] {
  const rows: Buffer[] = [];
  let from = dataAt(jpeg);
  for (let at = from; at < jpeg.length - 1; at++) {
    if (jpeg[at] !== 0xff || jpeg[at + 1] === 0) continue;
    rows.push(jpeg.subarray(from, at));
    from = at + 2;
  }
  return rows;
}
