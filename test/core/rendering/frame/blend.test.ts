import { describe, expect, test } from "@jest/globals";
import { blendOver, cropTo, isOpaque, maskWith, premultiply } from "../../../../core/rendering/frame/blend.js";
import { bytesOf, type Rounding, type Tile } from "../../../../core/rendering/frame/tile.js";

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
});
