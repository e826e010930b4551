import { describe, expect, test } from "@jest/globals";
import { encodePng } from "../../../../../core/rendering/output/png/encode-png.js";
import { pngBands, rowsOfBand } from "../../../../../core/rendering/output/png/png-bands.js";
import { randomSource } from "../../oracle/random-source.js";
import { DECODERS, pngcheckIssue } from "./decoders.js";
import { paint, paintRandom, type Pixels, straightPixels, transparentPixels } from "../random-pixels.js";

const SIZES: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 400],
  [1, 27_000],
  [12_000, 1],
  [3, 5],
  [64, 63],
  [257, 130],
  [1200, 63],
];

/** A random picture. Areas of different kinds lie over each other. */
function randomPicture(width: number, height: number, isOpaque: boolean, seed: number): Pixels {
  const random = randomSource(seed);
  const picture = transparentPixels(width, height);
  paint(picture, { left: 0, top: 0, width, height }, isOpaque, random);
  for (let turn = 0; turn < 4; turn++) paintRandom(picture, isOpaque, random);
  return picture;
}

async function expectDecoded(png: Uint8Array, picture: Pixels): Promise<void> {
  const expected = Buffer.from(straightPixels(picture));
  for (const [name, decode] of Object.entries(DECODERS)) {
    const { width, height, rgba } = await decode(png);
    expect([name, width, height]).toEqual([name, picture.width, picture.height]);
    expect([name, Buffer.from(rgba).equals(expected)]).toEqual([name, true]);
  }
  expect(pngcheckIssue(png)).toBeUndefined();
}

describe("encodePng", () => {
  test.each(SIZES)("every decoder reads the pixels of an opaque picture of %d×%d", async (width, height) => {
    const picture = randomPicture(width, height, true, width + height);
    await expectDecoded(encodePng({ ...picture, isOpaque: true }), picture);
  });

  test.each(SIZES)(
    "every decoder reads the colors and alphas of a translucent picture of %d×%d",
    async (width, height) => {
      const picture = randomPicture(width, height, false, width * 7 + height);
      await expectDecoded(encodePng({ ...picture, isOpaque: false }), picture);
    },
  );

  test("every decoder reads pictures of which random areas were painted since the last encoding", async () => {
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

  test("incompressible pixels take at most 1 % more than they have", () => {
    const random = randomSource(6);
    const picture = transparentPixels(300, 300);
    for (let at = 0; at < picture.pixels.length; at++) picture.pixels[at] = at % 4 === 3 ? 255 : random.whole(0, 255);
    expect(encodePng({ ...picture, isOpaque: true }).length).toBeLessThan(300 * 300 * 3 * 1.01);
  });
});
