import { describe, expect, test } from "@jest/globals";
import type { PixelImageType } from "../../src/image-headers/image-header.js";
import { decodingNs } from "../../src/image-headers/decoding-work.js";

const PIXELS = { width: 6000, height: 4000 };

/**
 * Photos of 24 megapixels: their megabytes, and the measured nanoseconds for each pixel, shown at 900 × 600 pixels. See
 * docs/measurements/photos.md.
 */
const MEASURED: readonly (readonly [string, PixelImageType, boolean, number, number])[] = [
  ["a calm JPEG", "image/jpeg", false, 4.9, 4.5],
  ["a calm JPEG of high quality", "image/jpeg", false, 15.2, 7.7],
  ["a calm JPEG of the highest quality", "image/jpeg", false, 39, 16.7],
  ["a noisy JPEG", "image/jpeg", false, 6.8, 5.1],
  ["a noisy JPEG of high quality", "image/jpeg", false, 29.5, 15.3],
  ["a noisy JPEG of the highest quality", "image/jpeg", false, 51.2, 19.5],
  ["a calm progressive JPEG", "image/jpeg", true, 4.7, 12.8],
  ["a calm progressive JPEG of high quality", "image/jpeg", true, 14.3, 25.3],
  ["a noisy progressive JPEG", "image/jpeg", true, 6.3, 16.2],
  ["a noisy progressive JPEG of high quality", "image/jpeg", true, 27.4, 34.4],
  ["a calm WebP", "image/webp", false, 4.3, 26.1],
  ["a noisy WebP", "image/webp", false, 7.8, 33.2],
  ["a calm lossless WebP", "image/webp", false, 47, 32.6],
  ["a noisy lossless WebP", "image/webp", false, 59.9, 33.6],
  ["a PNG", "image/png", false, 70.3, 10.1],
  ["a calm AVIF", "image/avif", false, 2.7, 52.3],
  ["a calm AVIF of high quality", "image/avif", false, 6.7, 81.3],
  ["a noisy AVIF", "image/avif", false, 3.3, 59.5],
  ["a noisy AVIF of high quality", "image/avif", false, 13.1, 119.8],
  ["a calm GIF", "image/gif", false, 21, 12.5],
  ["a noisy GIF", "image/gif", false, 24, 11.2],
];

describe("decodingNs", () => {
  test.each(MEASURED)(
    "%s counts at least the measured time, and at most 2.2 times as much",
    (_name, type, isProgressive, megabytes, nanoseconds) => {
      const counted = decodingNs({ type, ...PIXELS, bytes: megabytes * 1e6, isProgressive }) / 24e6;
      expect(counted).toBeGreaterThanOrEqual(nanoseconds);
      expect(counted).toBeLessThan(2.2 * nanoseconds);
    },
  );
});
