import { describe, expect, test } from "@jest/globals";
import { outputCost } from "../../src/estimate/output-cost.js";
import { pictureWith } from "./picture-support.js";

const NOTHING = { cpuMs: 0, frameBytes: 0 };
const OPAQUE = { width: 200, height: 100, hasPhotos: false, isOpaque: true };
const PIXELS = 20_000;
/** The time for an empty picture, and for its frame of 20,000 pixels, each of 24 ns. */
const EVERY_MS = 20 + PIXELS * 24e-6;
/** The time for loading the library for images. */
const LIBRARY_MS = 65;

function outputOf(
  format: "png" | "jpg" | "webp" | "avif" | "pdf",
  { quality, encoded = {}, rest = NOTHING }: { quality?: number; encoded?: object; rest?: typeof NOTHING } = {},
  picture = pictureWith(),
) {
  return outputCost({ ...OPAQUE, ...encoded }, { format, ...(quality !== undefined && { quality }) }, picture, rest);
}

describe("the cost of the output", () => {
  test.each([
    ["png", false, 14],
    ["png", true, 65],
    ["jpg", false, 16],
    ["jpg", true, 35],
  ] as const)("a %s, with photos or without, takes a time for each pixel: %p", (format, hasPhotos, pixelNs) => {
    const { cost, effort } = outputOf(format, { encoded: { hasPhotos } });
    expect(cost.cpuMs).toBeCloseTo(EVERY_MS + PIXELS * pixelNs * 1e-6, 9);
    expect(cost.memoryBytes).toBe(PIXELS * 8);
    expect(effort).toBeUndefined();
  });

  test("a page takes a fixed time in addition", () => {
    expect(outputOf("pdf").cost.cpuMs).toBeCloseTo(EVERY_MS + 400 + PIXELS * 100e-6, 9);
  });

  test("the library for images counts once if the picture has images", () => {
    const picture = pictureWith();
    picture.images.workOf("https://example.com/a.png");
    expect(outputOf("png", {}, picture).cost.cpuMs).toBeCloseTo(EVERY_MS + LIBRARY_MS + PIXELS * 14e-6, 9);
    expect(outputOf("webp", {}, picture).cost.cpuMs).toBeCloseTo(EVERY_MS + LIBRARY_MS + PIXELS * 40e-6, 9);
  });

  test("an AVIF is encoded in squares of 64 pixels", () => {
    // 200 × 100 pixels become 256 × 128.
    const { cost, effort } = outputOf("avif");
    expect(cost.cpuMs).toBeCloseTo(EVERY_MS + LIBRARY_MS + 256 * 128 * 300e-6, 9);
    expect(cost.memoryBytes).toBe(PIXELS * 64);
    expect(effort).toBe(3);
    const fitting = { width: 192, height: 64 };
    expect(outputOf("avif", { encoded: fitting }).cost.cpuMs).toBeCloseTo(EVERY_MS + LIBRARY_MS + 192 * 64 * 300e-6, 9);
  });

  test("a translucent picture needs more memory, and says so", () => {
    const translucent = outputOf("avif", { encoded: { isOpaque: false } }, pictureWith({ pixels: 1_960_000 }));
    expect(translucent.cost.memoryBytes).toBe(1_960_000 * 80);
    expect(translucent.cost.reason).toBe("the library for images");
    const large = outputOf("png", { encoded: { isOpaque: false } }, pictureWith({ pixels: 24_960_000 }));
    expect(large.cost.reason).toBe("translucent png of 25.0 megapixels");
    expect(outputOf("png", {}, pictureWith({ pixels: 2_040_000 })).cost.reason).toBe("png of 2.0 megapixels");
  });

  test.each([
    [undefined, 1, 1],
    [1, 1, 1],
    [88, 1, 1],
    // Half of the way from 88 to 100.
    [94, 1.7, 1.5],
    [100, 2.4, 2],
  ])("a JPEG of quality %p takes %p times as much time and %p times as much memory", (quality, time, memory) => {
    const { cost } = outputOf("jpg", quality === undefined ? {} : { quality });
    expect(cost.cpuMs).toBeCloseTo(EVERY_MS + PIXELS * 16e-6 * time, 9);
    expect(cost.memoryBytes).toBeCloseTo(PIXELS * 8 * memory, 6);
  });

  test("the quality does not change the cost of a format without one", () => {
    expect(outputOf("png", { quality: 100 }).cost).toEqual(outputOf("png").cost);
  });
});

describe("the effort of the encoder", () => {
  const effortOf = (pixels: number, rest = NOTHING) => outputOf("avif", { rest }, pictureWith({ pixels })).effort;

  test("a picture is encoded with the greatest effort for its size", () => {
    expect([2_000_000, 2_000_001, 4_000_000, 4_000_001].map((pixels) => effortOf(pixels))).toEqual([
      3,
      2,
      2,
      undefined,
    ]);
  });

  test("the effort is less if the rest of the picture takes the time or the memory", () => {
    // A render may take 10 s. The squares take 9.8304 ms with effort 3, 6.5536 ms with effort 2, and 2.62144 ms with the least.
    const others = EVERY_MS + LIBRARY_MS;
    const leaving = (cpuMs: number) => ({ cpuMs: 10_000 - others - cpuMs, frameBytes: 0 });
    expect(effortOf(PIXELS, leaving(9.831))).toBe(3);
    expect(effortOf(PIXELS, leaving(9.83))).toBe(2);
    expect(effortOf(PIXELS, leaving(6.554))).toBe(2);
    expect(effortOf(PIXELS, leaving(6.553))).toBeUndefined();
    // It may need 1,150 MB: 64 or 56 bytes for each of 20,000 pixels.
    const bytes = (left: number) => ({ cpuMs: 0, frameBytes: 1_150_000_000 - left });
    expect(effortOf(PIXELS, bytes(1_280_000))).toBe(3);
    expect(effortOf(PIXELS, bytes(1_279_999))).toBe(2);
    expect(effortOf(PIXELS, bytes(1_119_999))).toBeUndefined();
  });
});
