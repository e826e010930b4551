import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { DEFAULT_RENDER_LIMITS } from "../../src/limits/render-limits.js";
import { PLAIN_IMAGE } from "../../src/images/plain-image.js";
import { prepareVector } from "../../src/images/vector-image.js";
import type { ImageSpec } from "../../src/paint/image-spec.js";

const BOX = { x: 5, y: 6, width: 100, height: 50 };

async function prepare(bytes: Uint8Array, layer: Partial<ImageSpec> = {}, density = 2, limits = {}) {
  const spec = { ...PLAIN_IMAGE, id: "a", name: "a", image_url: "", x: 0, y: 0, width: 100, height: 50, ...layer };
  return await prepareVector(bytes, spec, {
    box: BOX,
    density,
    limits: { ...DEFAULT_RENDER_LIMITS, ...limits },
    spend: () => undefined,
    announce: () => undefined,
  });
}

const drawing = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${content}</svg>`);

/** A photo of noise, which packs badly. */
async function photo(width: number, height: number, quality = 80): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0, seed = 1; at < pixels.length; at++) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    pixels[at] = seed >> 16;
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

/** The kind of a content, and its size. */
async function contentOf(...parameters: Parameters<typeof prepare>) {
  const { content } = await prepare(...parameters);
  if ("svg" in content) return ["svg"];
  return ["jpeg" in content ? "jpeg" : "pixels", content.width, content.height];
}

describe("a drawing for a PDF", () => {
  test("a drawing stays a drawing, with its box and its place", async () => {
    const { content, box, fitting, rectangle } = await prepare(drawing("<rect width='4' height='4'/>"), {
      fit: "contain",
      focus_x: 0.25,
    });
    expect(content).toHaveProperty("svg");
    expect([box, fitting, rectangle]).toEqual([BOX, { fit: "contain", focus_x: 0.25, focus_y: 0.5 }, undefined]);
  });

  test.each<[string, Partial<ImageSpec>]>([
    ["a blur", { blur: 1 }],
    ["no colors", { greyscale: true }],
    ["another brightness", { brightness: 0.5 }],
    ["a tint", { tint: "#ff000010" }],
    ["a smart crop", { crop: "smart", fit: "cover" }],
  ])("a drawing with %s becomes pixels", async (_, layer) => {
    expect(await contentOf(drawing("<rect width='4' height='4'/>"), layer)).toEqual(["pixels", 200, 100]);
  });

  test.each<[string, Partial<ImageSpec>]>([
    ["a tint without color", { tint: "#ff000000" }],
    ["a smart crop that shows all of it", { crop: "smart", fit: "contain" }],
  ])("a drawing with %s stays a drawing", async (_, layer) => {
    expect(await contentOf(drawing("<rect width='4' height='4'/>"), layer)).toEqual(["svg"]);
  });

  test("a drawing with texts becomes pixels", async () => {
    expect(await contentOf(drawing("<text>a</text>"), {}, 3)).toEqual(["pixels", 300, 150]);
  });
});

describe("an image for a PDF", () => {
  test("an image has as many pixels as print needs, and not more than the file", async () => {
    const png = async (width: number, height: number) =>
      await sharp({ create: { width, height, channels: 3, background: "#c86432" } })
        .png()
        .toBuffer();
    expect(await contentOf(await png(1000, 500))).toEqual(["pixels", 200, 100]);
    expect(await contentOf(await png(1000, 500), {}, 4)).toEqual(["pixels", 400, 200]);
    expect(await contentOf(await png(150, 75))).toEqual(["pixels", 150, 75]);
    // The larger factor of both sides decides.
    expect(await contentOf(await png(150, 25))).toEqual(["pixels", 150, 75]);
    expect(await contentOf(await png(1000, 500), {}, 4, { maxPixels: 5000 })).toEqual(["pixels", 100, 50]);
  });

  test("a small JPEG keeps its bytes, unless its pixels are changed", async () => {
    const file = await photo(60, 30);
    const { content, rectangle } = await prepare(file, { fit: "fill" });
    expect(content).toMatchObject({ width: 60, height: 30, components: 3 });
    expect("jpeg" in content && content.jpeg.equals(file)).toBe(true);
    expect(rectangle).toBeUndefined();
    expect(await contentOf(file, { blur: 2 })).toEqual(["pixels", 60, 30]);
    const gray = await sharp(file).greyscale().toColourspace("b-w").jpeg().toBuffer();
    expect((await prepare(gray)).content).toMatchObject({ width: 60, height: 30, components: 1 });
  });

  test("a large JPEG keeps its bytes only if it has few more pixels than print needs", async () => {
    const file = await photo(640, 320, 100);
    expect(file.length).toBeGreaterThan(200_000);
    // Print needs 200 × 100 pixels, and at 4.2 pixels 420 × 210. The file has 2.3 times as many as the latter.
    expect(await contentOf(file)).toEqual(["jpeg", 200, 100]);
    expect(await contentOf(file, {}, 4.2)).toEqual(["jpeg", 640, 320]);
    // With 3.9 pixels, the file has 2.7 times as many.
    expect(await contentOf(file, {}, 3.9)).toEqual(["jpeg", 390, 195]);
  });

  test("a JPEG is cut if its box shows little of it, because hidden pixels are not needed", async () => {
    const file = await photo(1280, 160, 100);
    // The box shows a quarter of the image. Print needs 250 × 125 pixels there, and so 1000 × 125 for all of it.
    expect(await contentOf(file, { fit: "cover" }, 2.5)).toEqual(["jpeg", 1280, 160]);
    // With two pixels, it needs 200 × 100 of 800 × 100, and the file has 2.56 times as many.
    expect(await contentOf(file, { fit: "cover" }, 2)).toEqual(["jpeg", 200, 100]);
  });

  test("a JPEG that is encoded again is upright, and has a place", async () => {
    const file = await sharp(await photo(320, 640, 100))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { content, rectangle } = await prepare(file, { fit: "contain" });
    expect(content).toMatchObject({ width: 200, height: 100, components: 3 });
    expect(rectangle).toEqual({ left: 0, top: 0, width: 100, height: 50 });
  });
});
