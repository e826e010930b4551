import { describe, expect, test } from "@jest/globals";
import { blendOver, cropTo, cropInPlace, isOpaque, maskWith, premultiply } from "../../src/frame/blend.js";
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

  test("cutTo returns nothing if the area is beside the tile", () => {
    expect(cropInPlace(row(0, [1, 2, 3, 4]), { left: 1, top: 0, width: 5, height: 1 })).toBeUndefined();
  });
});
