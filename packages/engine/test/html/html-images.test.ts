import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import type { SafeElement } from "../../src/document/svg/safe-element.js";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import { HtmlImages } from "../../src/html/html-images.js";

const PHOTO = { width: 2000, height: 1500 };

/** Returns the size of the image that is written for a photo in a place of this size, in a layer of this size. */
async function writtenSize(layer: { width: number; height: number }, place: { width: number; height: number }) {
  const images = new HtmlImages({ id: "a", name: "card", ...layer });
  const bytes = await sharp({ create: { ...PHOTO, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer();
  await images.add("photo", { bytes });
  const attributes = new Map([
    ["href", images.hrefOf("photo")],
    ["width", String(place.width)],
    ["height", String(place.height)],
  ]);
  const element: SafeElement = { name: "image", attributes, children: [] };
  const nothing = () => undefined;
  const preparation = { scale: 1, limits: DEFAULT_RENDER_LIMITS, spend: nothing, announce: nothing };
  const filled = await images.fill([element], preparation);
  const uri = filled?.children[0]?.attributes.get("href") ?? "";
  const { width, height } = await sharp(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64")).metadata();
  return { width, height };
}

describe("an image in HTML", () => {
  test("an image in HTML has the pixels that its place needs, even if it covers a box of another shape", async () => {
    expect(await writtenSize({ width: 1200, height: 630 }, { width: 400, height: 300 })).toEqual({
      width: 400,
      height: 300,
    });
    expect(await writtenSize({ width: 1200, height: 630 }, { width: 1200, height: 630 })).toEqual({
      width: 1200,
      height: 900,
    });
  });

  test("an image that the layout enlarges far beyond the layer has three times the pixels of the layer, or 500,000", async () => {
    const large = await writtenSize({ width: 600, height: 400 }, PHOTO);
    expect(large.width * large.height).toBeGreaterThan(0.99 * 720_000);
    expect(large.width * large.height).toBeLessThan(1.01 * 720_000);
    const small = await writtenSize({ width: 36, height: 400 }, PHOTO);
    expect(small.width * small.height).toBeGreaterThan(0.99 * 500_000);
    expect(small.width * small.height).toBeLessThan(1.01 * 500_000);
  });
});
