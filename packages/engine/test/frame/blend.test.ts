import { describe, expect, test } from "@jest/globals";
import {
  blendOver,
  clear,
  copyInto,
  cropTo,
  cropInPlace,
  isOpaque,
  maskWith,
  premultiply,
} from "../../src/frame/blend.js";
import { bytesOf, type Rounding, type Tile } from "../../src/frame/tile.js";

/** A tile of one row. Each pixel has four bytes. */
function row(left: number, ...pixels: readonly number[][]): Tile {
  const bytes = Uint8Array.from(pixels.flat());
  return { left, top: 0, width: pixels.length, height: 1, pixels: new Uint32Array(bytes.buffer) };
}

const WIDE = { left: 0, top: 0, width: 100, height: 1 };

describe("tiles", () => {
  test.each<Rounding>(["up", "nearest", "clamped"])(
    "blendOver with rounding %s matches source-over within one level in every channel",
    (rounding) => {
      for (let alpha = 0; alpha <= 255; alpha += 5) {
        for (const under of [0, 1, 127, 200, 255]) {
          const target = row(0, [under, 255 - under, 64, 255]);
          const source = { ...row(0, [alpha, Math.floor(alpha / 2), 0, alpha]), rounding };
          blendOver(target, source, WIDE);
          const expected = [under, 255 - under, 64, 255].map((below, channel) => {
            const over = [alpha, Math.floor(alpha / 2), 0, alpha][channel] ?? 0;
            return over + (below * (255 - alpha)) / 255;
          });
          bytesOf(target).forEach((value, channel) => {
            expect(Math.abs(value - (expected[channel] ?? 0))).toBeLessThanOrEqual(1);
          });
        }
      }
    },
  );

  test("blendOver changes nothing outside of its clip and of the two tiles", () => {
    const target = row(10, [1, 1, 1, 255], [2, 2, 2, 255], [3, 3, 3, 255]);
    const source = row(9, ...Array.from({ length: 9 }, () => [9, 9, 9, 255]));
    blendOver(target, source, { left: 11, top: 0, width: 1, height: 1 });
    expect([...bytesOf(target)]).toEqual([1, 1, 1, 255, 9, 9, 9, 255, 3, 3, 3, 255]);
  });

  test("blendOver multiplies the source by its opacity", () => {
    const target = row(0, [0, 0, 0, 255]);
    blendOver(target, { ...row(0, [200, 100, 0, 255]), opacity: 0.5 }, WIDE);
    expect([...bytesOf(target)]).toEqual([100, 50, 0, 255]);
  });

  test.each([0, 0.5, 1])(
    "blendOver blends a stencil by its coverage and an opacity of %d, inside of the clip",
    (opacity) => {
      // The rows of the stencil begin at any byte of a word, and some words are not covered.
      const [width, height] = [13, 5];
      const coverage = Uint8Array.from({ length: width * height }, (_, at) => (at % 11 < 6 ? 0 : (at * 37) % 256));
      const white = Uint32Array.from({ length: 256 }, (_, alpha) => alpha * 0x01010101);
      const target = { left: 2, top: 1, width, height, pixels: new Uint32Array(width * height).fill(0xff282828) };
      const stencil = { left: 0, top: 0, width, height, coverage, shades: white, opacity };
      blendOver(target, stencil, { left: 3, top: 2, width: 9, height: 3 });
      bytesOf(target).forEach((value, at) => {
        const x = target.left + (Math.floor(at / 4) % width);
        const y = target.top + Math.floor(at / 4 / width);
        const isInside = x >= 3 && x < 12 && y >= 2 && y < 5;
        const under = at % 4 === 3 ? 255 : 40;
        const alpha = isInside ? ((coverage[y * width + x] ?? 0) * opacity) / 255 : 0;
        expect(Math.abs(value - (under + (255 - under) * alpha))).toBeLessThanOrEqual(alpha > 0 ? 1 : 0);
      });
    },
  );

  test("blendOver does not let a color above its alpha overflow into the next channel", () => {
    const target = row(0, [255, 0, 0, 255]);
    blendOver(target, { ...row(0, [250, 0, 0, 10]), rounding: "clamped" }, WIDE);
    expect([...bytesOf(target)]).toEqual([255, 0, 0, 255]);
  });

  test("maskWith multiplies by the mask's alpha and clears everything outside of the mask", () => {
    const target = row(0, [100, 100, 100, 200], [100, 100, 100, 200]);
    maskWith(target, row(0, [128, 128, 128, 128]));
    expect([...bytesOf(target)]).toEqual([50, 50, 50, 100, 0, 0, 0, 0]);
  });

  test("premultiply multiplies colors, isOpaque finds a translucent pixel and cropTo cuts a tile", () => {
    const bytes = Uint8Array.from([200, 100, 50, 128]);
    premultiply(bytes);
    expect([...bytes]).toEqual([100, 50, 25, 128]);
    const tile = row(0, [1, 1, 1, 255], [2, 2, 2, 254]);
    expect(isOpaque(tile)).toBe(false);
    const cropped = cropTo(tile, { left: 0, top: 0, width: 1, height: 1 });
    expect(cropped && isOpaque(cropped)).toBe(true);
    expect(cropTo(tile, { left: 5, top: 0, width: 1, height: 1 })).toBeUndefined();
  });

  test.each([
    ["little is cut off", { left: 4, top: 6, width: 31, height: 21 }, true],
    ["most of it is cut off", { left: 10, top: 9, width: 3, height: 2 }, false],
    ["the area reaches beyond it", { left: 0, top: 0, width: 34, height: 50 }, true],
  ])("cutTo keeps the pixels of an area if %s", (_, area, isInPlace) => {
    const numbered = () => {
      const pixels = Uint32Array.from({ length: 32 * 22 }, (_, at) => at);
      return { left: 3, top: 5, width: 32, height: 22, pixels };
    };
    const source = numbered();
    const cut = cropInPlace(source, area);
    const [left, top] = [Math.max(3, area.left), Math.max(5, area.top)];
    const [right, bottom] = [Math.min(35, area.left + area.width), Math.min(27, area.top + area.height)];
    const expected = [];
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) expected.push((y - 5) * 32 + x - 3);
    expect(cut).toMatchObject({ left, top, width: right - left, height: bottom - top });
    expect(Array.from(cut?.pixels ?? [])).toEqual(expected);
    expect(cut?.pixels.buffer === source.pixels.buffer).toBe(isInPlace);
  });

  test.each<[Rounding, number, (value: number) => number]>([
    ["up", 1, (value) => Math.floor((value + 255) / 256)],
    ["nearest", 1, (value) => Math.round(value / 255)],
    // One rounding after the multiplication by the opacity and the sum.
    ["nearest", 0.4, (value) => value / 255],
    ["clamped", 1, (value) => value / 255],
  ])(
    "blendOver with rounding %s and opacity %d rounds each channel of each row in this way",
    (rounding, opacity, divided) => {
      const grid = { left: 4, top: 7, width: 5, height: 4 };
      const noise = (seed: number) => (at: number) => (at * 7919 * seed + 31 * seed) % 256;
      const [under, over] = [noise(3), noise(7)];
      const alphas = [0, 1, 127, 128, 254, 255];
      // Premultiplied colors, which do not exceed their alpha.
      const bytesFrom = (value: (at: number) => number, length: number) =>
        Uint8Array.from({ length: 4 * length }, (_, at) => {
          const alpha = alphas[(Math.floor(at / 4) + value(1)) % alphas.length] ?? 0;
          return at % 4 === 3 ? alpha : Math.min(alpha, value(at));
        });
      const [below, above] = [bytesFrom(under, 20), bytesFrom(over, 6 * 3)];
      const target = { ...grid, pixels: new Uint32Array(below.slice().buffer) };
      const source = { left: 6, top: 6, width: 6, height: 3, pixels: new Uint32Array(above.buffer), rounding, opacity };
      blendOver(target, source, { left: 5, top: 0, width: 3, height: 9 });
      const expected = below.map((value, at) => {
        const [x, y] = [4 + (Math.floor(at / 4) % 5), 7 + Math.floor(at / 20)];
        if (x < 6 || x >= 8 || y >= 9) return value;
        const from = 4 * ((y - 6) * 6 + x - 6);
        const [own = 0, alpha = 0] = [above[from + (at % 4)], above[from + 3]];
        return Math.min(255, Math.floor(own * opacity + divided(value * (255 - alpha * opacity)) + 0.5));
      });
      expect([...bytesOf(target)]).toEqual([...expected]);
    },
  );

  test("maskWith finds the pixel of the mask for each pixel of several rows", () => {
    const gray = (alpha: number) => alpha * 0x01010101;
    const target = { left: 2, top: 3, width: 3, height: 3, pixels: new Uint32Array(9).fill(gray(200)) };
    const alphas = [255, 128, 0, 51, 254, 1];
    // The mask covers the lower right 2 × 2 pixels of the target, and one more row above and below them, but not the last row.
    const mask = { left: 3, top: 2, width: 2, height: 3, pixels: Uint32Array.from(alphas, gray) };
    maskWith(target, mask);
    const of = (alpha: number) => Math.round((200 * alpha) / 255);
    expect([...bytesOf(target)].filter((_, at) => at % 4 === 3)).toEqual([
      0,
      of(0),
      of(51),
      0,
      of(254),
      of(1),
      0,
      0,
      0,
    ]);
    expect([...target.pixels].map((pixel) => pixel & 255)).toEqual([0, of(0), of(51), 0, of(254), of(1), 0, 0, 0]);
  });

  test("clear and copyInto change only the pixels inside of the clip", () => {
    const numbered = (left: number, top: number, first: number): Tile => ({
      left,
      top,
      width: 4,
      height: 3,
      pixels: Uint32Array.from({ length: 12 }, (_, at) => first + at),
    });
    const cleared = numbered(10, 20, 1);
    clear(cleared, { left: 11, top: 21, width: 2, height: 9 });
    expect([...cleared.pixels]).toEqual([1, 2, 3, 4, 5, 0, 0, 8, 9, 0, 0, 12]);
    clear(cleared, { left: 14, top: 21, width: 2, height: 9 });
    expect([...cleared.pixels]).toEqual([1, 2, 3, 4, 5, 0, 0, 8, 9, 0, 0, 12]);
    const copied = numbered(10, 20, 1);
    copyInto(copied, numbered(9, 21, 101), { left: 11, top: 0, width: 9, height: 22 });
    expect([...copied.pixels]).toEqual([1, 2, 3, 4, 5, 103, 104, 8, 9, 10, 11, 12]);
  });

  test("an opaque tile replaces the pixels beneath it, but not if it is faded", () => {
    const source = { ...row(0, [9, 8, 7, 255]), isOpaque: true };
    const [replaced, faded] = [row(0, [1, 1, 1, 255]), row(0, [0, 0, 0, 255])];
    blendOver(replaced, source, WIDE);
    blendOver(faded, { ...source, opacity: 0.5 }, WIDE);
    expect([...bytesOf(replaced)]).toEqual([9, 8, 7, 255]);
    expect([...bytesOf(faded)]).toEqual([5, 4, 4, 255]);
  });

  test("isOpaque looks at all pixels, unless the tile is known to be opaque", () => {
    expect(isOpaque(row(0, [1, 1, 1, 255], [2, 2, 2, 254], [3, 3, 3, 255]))).toBe(false);
    expect(isOpaque(row(0, [1, 1, 1, 254], [2, 2, 2, 255]))).toBe(false);
    expect(isOpaque(row(0, [0, 0, 0, 255], [255, 255, 255, 255]))).toBe(true);
    expect(isOpaque({ ...row(0, [1, 1, 1, 254]), isOpaque: true })).toBe(true);
    expect(isOpaque({ ...row(0, [1, 1, 1, 255]), isOpaque: false })).toBe(true);
  });

  test("premultiply changes each pixel by its own alpha", () => {
    const bytes = Uint8Array.from([255, 1, 3, 0, 255, 100, 1, 254, 255, 100, 1, 255, 10, 20, 30, 51]);
    premultiply(bytes);
    expect([...bytes]).toEqual([0, 0, 0, 0, 254, 100, 1, 254, 255, 100, 1, 255, 2, 4, 6, 51]);
  });

  test("cropTo returns the tile itself if all of it is inside, and cuts one row or one column", () => {
    const pixels = Uint32Array.of(1, 2, 3, 4, 5, 6);
    const tile = { left: 5, top: 6, width: 3, height: 2, pixels };
    expect(cropTo(tile, { left: 0, top: 0, width: 50, height: 50 })).toBe(tile);
    expect(cropTo(tile, { left: 6, top: 6, width: 1, height: 2 })).toEqual({
      left: 6,
      top: 6,
      width: 1,
      height: 2,
      pixels: Uint32Array.of(2, 5),
    });
    expect(cropTo(tile, { left: 0, top: 7, width: 50, height: 2 })).toEqual({
      left: 5,
      top: 7,
      width: 3,
      height: 1,
      pixels: Uint32Array.of(4, 5, 6),
    });
  });

  test("cutTo returns nothing if the area is beside the tile", () => {
    expect(cropInPlace(row(0, [1, 2, 3, 4]), { left: 1, top: 0, width: 5, height: 1 })).toBeUndefined();
  });
});
