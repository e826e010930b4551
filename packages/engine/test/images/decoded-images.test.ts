import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import { DecodedImages } from "../../src/images/decoded-images.js";
import { PLAIN_IMAGE } from "../../src/images/plain-image.js";
import { prepareImage } from "../../src/images/prepare-image.js";

const SIZE = { width: 2000, height: 1010 };

/** Returns a photo without large areas of one color. `format` is the format of the file. */
async function photo(format: "avif" | "png", channels: 3 | 4): Promise<Buffer> {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * channels);
  for (let at = 0, seed = 1; at < pixels.length; at++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    pixels[at] = ((seed >> 20) & 7) | ((at / 40_000) & 0xf8);
  }
  const image = sharp(pixels, { raw: { ...SIZE, channels } }).withIccProfile("p3");
  return await (format === "avif" ? image.avif({ effort: 0 }) : image.png({ compressionLevel: 1 })).toBuffer();
}

/** Returns the pixels of an image in four places of a picture, and the microseconds that each place counted. */
async function inFourPlaces(file: Buffer, decoded: DecodedImages | undefined) {
  const places: { pixels: Buffer; work: number }[] = [];
  for (const side of [300, 200, 120, 40]) {
    let work = 0;
    const image = await prepareImage(
      // Each place gets its own copy of the bytes, as with a data URI.
      Buffer.from(file),
      { ...PLAIN_IMAGE, id: "a", name: "a", image_url: "", x: 0, y: 0, width: side, height: side, fit: "cover" },
      {
        scale: 1,
        limits: DEFAULT_RENDER_LIMITS,
        spend: (microseconds) => (work += microseconds),
        announce: () => undefined,
        pixelsFor: () => ({ width: side, height: side }),
        decoded,
      },
    );
    places.push({ pixels: Buffer.from(image.pixels), work });
  }
  return places;
}

describe("a large image that a picture shows in four places", () => {
  test.each([
    ["an AVIF", "avif", 3],
    ["a translucent AVIF", "avif", 4],
    ["a translucent PNG", "png", 4],
  ] as const)(
    "%s that is decoded once has the same pixels as one that is decoded for each place",
    async (_name, format, channels) => {
      const file = await photo(format, channels);
      const shared = await inFourPlaces(file, new DecodedImages());
      const apart = await inFourPlaces(file, undefined);
      for (const [index, place] of shared.entries())
        expect(place.pixels.equals(apart[index]?.pixels ?? Buffer.alloc(0))).toBe(true);
    },
  );

  test("the image counts as decoded twice, and as resized in each place", async () => {
    const places = await inFourPlaces(await photo("avif", 3), new DecodedImages());
    const decoding = 0.03 * SIZE.width * SIZE.height;
    const counted = places.map(({ work }) => work > decoding);
    expect(counted).toEqual([true, true, false, false]);
  });
});
