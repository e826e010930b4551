import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from "../../src/limits/render-limits.js";
import { PLAIN_IMAGE } from "../../src/images/plain-image.js";
import { prepareImage, type Preparation } from "../../src/images/prepare-image.js";
import type { ImageSpec } from "../../src/paint/image-spec.js";
import { makeImage } from "../support.js";

interface Conditions extends Partial<Pick<Preparation, "scale" | "pixelsFor">> {
  readonly limits?: Partial<RenderLimits>;
}

/** Prepares an image, and adds the work and the memory that it counted. */
async function prepare(bytes: Uint8Array, layer: Partial<ImageSpec>, { limits, ...conditions }: Conditions = {}) {
  let [work, memory] = [0, 0];
  const spec = { ...PLAIN_IMAGE, id: "a", name: "a", image_url: "", x: 0, y: 0, width: 10, height: 10, ...layer };
  const image = await prepareImage(bytes, spec, {
    scale: 1,
    limits: { ...DEFAULT_RENDER_LIMITS, ...limits },
    spend: (microseconds) => (work += microseconds),
    announce: (needed) => (memory = Math.max(memory, needed)),
    pixelsFor: ({ width, height }) => ({ width, height }),
    ...conditions,
  });
  const at = (x: number, y: number) => [...image.pixels.subarray((y * image.width + x) * 4).subarray(0, 4)];
  return { image, work, memory, at };
}

const svg = (width: number, height: number, content = "") =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

describe("a drawing as an image", () => {
  const TINY = { pixelsFor: () => ({ width: 1, height: 1 }) };
  const memoryAt = async (file: Buffer, side: number, scale = 1) =>
    (await prepare(file, { width: side, height: side }, { ...TINY, scale })).memory;

  test("a drawing is rasterized as large as its layer is shown, and not smaller than it is", async () => {
    const file = svg(40, 40);
    const [natural, double] = [await memoryAt(file, 40), await memoryAt(file, 80)];
    // The pixels are 40², 80² and 160², and the pixel of the result counts once in each.
    expect(((await memoryAt(file, 80, 2)) - double) / (double - natural)).toBeCloseTo(
      (160 ** 2 - 80 ** 2) / (80 ** 2 - 40 ** 2),
    );
    expect(await memoryAt(file, 40, 2)).toBe(double);
    expect(await memoryAt(file, 20)).toBe(natural);
    expect(await memoryAt(file, 20, 2)).toBe(natural);
  });

  test("a tiny drawing is not rasterized ever larger", async () => {
    const file = svg(2, 2);
    expect(await memoryAt(file, 60)).toBeGreaterThan(await memoryAt(file, 50));
    expect(await memoryAt(file, 200)).toBe(await memoryAt(file, 100));
  });

  test.each([
    [
      "wide",
      svg(4000, 40, '<path fill="red" d="M0 0h2000v40H0z"/><path fill="blue" d="M2000 0h2000v40H2000z"/>'),
      { red: { x: 1, y: 8 }, blue: { x: 8, y: 1 } },
    ],
    [
      "tall",
      svg(40, 4000, '<path fill="red" d="M0 0v2000h40V0z"/><path fill="blue" d="M0 2000v2000h40v-2000z"/>'),
      { red: { x: 8, y: 1 }, blue: { x: 1, y: 8 } },
    ],
  ] as const)(
    "a narrow part of a %s drawing fills its layer, although the whole would have too many pixels",
    async (_, file, { red, blue }) => {
      const limits = { maxImagePixels: 400_000 };
      const layer = { width: 1000, height: 1000, fit: "cover" } as const;
      const { at, memory } = await prepare(file, layer, { limits, pixelsFor: () => ({ width: 10, height: 10 }) });
      expect(at(red.x, red.y)).toEqual([255, 0, 0, 255]);
      expect(at(blue.x, blue.y)).toEqual([0, 0, 255, 255]);
      // It is still enlarged as far as the limit allows.
      const natural = await prepare(
        file,
        { ...layer, width: 40, height: 40 },
        { pixelsFor: () => ({ width: 10, height: 10 }) },
      );
      expect(memory / natural.memory).toBeGreaterThan(2.3);
      expect(memory / natural.memory).toBeLessThan(2.5);
    },
  );

  test("a drawing of the largest size is rasterized as it is", async () => {
    const limits = { maxImagePixels: 1600 };
    expect((await prepare(svg(40, 40), { width: 80, height: 80 }, { limits })).image.width).toBe(80);
    await expect(prepare(svg(41, 40), { width: 80, height: 80 }, { limits })).rejects.toThrow("pixel limit");
  });
});

describe("the place of an image", () => {
  test("an image is inside of the border of its layer", async () => {
    const { image } = await prepare(await makeImage(4, 4, () => [9, 9, 9, 255]), {
      width: 30,
      height: 20,
      border_width: 3,
    });
    expect(image.rectangle).toEqual({ left: 0, top: 0, width: 24, height: 14 });
  });

  test("an image thinner than a pixel of the picture covers one pixel", async () => {
    const file = await makeImage(4, 4, () => [9, 9, 9, 255]);
    const { image } = await prepare(file, { width: 0.1, height: 20, border_width: 0 }, { scale: 2 });
    expect(image.rectangle).toMatchObject({ width: 0.5, height: 20 });
    const inside = await prepare(file, { width: 30, height: 4, border_width: 2 }, { scale: 4 });
    expect(inside.image.rectangle).toMatchObject({ width: 26, height: 0.25 });
  });

  test("an image has as many pixels as its place, but at least one and at most as many as the limit allows", async () => {
    const file = await makeImage(4, 4, () => [9, 9, 9, 255]);
    const sizeOf = async (width: number, height: number) => {
      const { image } = await prepare(
        file,
        {},
        { limits: { maxPixels: 10_000 }, pixelsFor: () => ({ width, height }) },
      );
      return [image.width, image.height];
    };
    expect(await sizeOf(0.2, 5.6)).toEqual([1, 6]);
    expect(await sizeOf(100, 100)).toEqual([100, 100]);
    // A quarter of the pixels has half of each side.
    expect(await sizeOf(400, 100)).toEqual([200, 50]);
  });
});

describe("the pixels of an image", () => {
  test("colors are multiplied by their alpha", async () => {
    const { image, at } = await prepare(await makeImage(4, 4, () => [200, 100, 50, 51]), {});
    // A fifth of each color.
    expect(at(5, 5)).toEqual([40, 20, 10, 51]);
    expect(image.isOpaque).toBe(false);
  });

  test("an image without alpha is opaque", async () => {
    const file = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#c86432" } })
      .png()
      .toBuffer();
    const { image, at } = await prepare(file, {});
    expect(at(5, 5)).toEqual([200, 100, 50, 255]);
    expect(image.isOpaque).toBe(true);
  });

  test("a format that is no usual image is refused", async () => {
    const file = Buffer.concat([Buffer.from("P6 1 1 255\n"), Buffer.from([1, 2, 3])]);
    await expect(prepare(file, {})).rejects.toThrow("The bytes are not an image.");
  });

  test("a smart crop keeps what attracts attention, unless it would read too many pixels", async () => {
    const file = await makeImage(100, 10, (x) => (x >= 85 ? [255, 40, 0, 255] : [128, 128, 128, 255]));
    const layer = { fit: "cover", crop: "smart", focus_x: 0 } as const;
    const pixelAt = async (maxPixels: number, changed: Partial<ImageSpec> = {}) =>
      (await prepare(file, { ...layer, ...changed }, { limits: { maxPixels } })).at(5, 5);
    // The whole image covers its place with 100 × 10 pixels.
    expect(await pixelAt(1000)).toEqual([255, 40, 0, 255]);
    expect(await pixelAt(999)).toEqual([128, 128, 128, 255]);
    expect(await pixelAt(1000, { crop: "focus" })).toEqual([128, 128, 128, 255]);
    expect(await pixelAt(1000, { fit: "fill" })).toEqual([128, 128, 128, 255]);
  });
});

describe("the work of an image", () => {
  const file = makeImage(40, 40, (x) => [x, 9, 9, 255]);
  const workOf = async (layer: Partial<ImageSpec>, side = 100) =>
    (await prepare(await file, layer, { pixelsFor: () => ({ width: side, height: side }) })).work;

  test("each kind of filter counts once, and a blur counts more", async () => {
    const plain = await workOf({});
    const filtered = (await workOf({ greyscale: true })) - plain;
    expect(filtered).toBeGreaterThan(0);
    for (const layer of [{ brightness: 0.5 }, { tint: "#ff000080" }, { greyscale: true, brightness: 2 }])
      expect((await workOf(layer)) - plain).toBeCloseTo(filtered, 6);
    const blurred = (await workOf({ blur: 2 })) - plain;
    expect(blurred).toBeGreaterThan(filtered);
    expect((await workOf({ blur: 2, greyscale: true })) - plain).toBeCloseTo(blurred + filtered, 6);
  });

  test("the work grows with the pixels of the result", async () => {
    const [one, two, three] = [await workOf({}, 100), await workOf({}, 200), await workOf({}, 400)];
    expect((three - two) / (two - one)).toBeCloseTo((400 ** 2 - 200 ** 2) / (200 ** 2 - 100 ** 2), 6);
  });

  test("a smart crop counts all pixels that it reads", async () => {
    const wide = await makeImage(400, 10, () => [9, 9, 9, 255]);
    const layer = { fit: "cover", crop: "smart" } as const;
    const [smart, focused] = [await prepare(wide, layer), await prepare(wide, { ...layer, crop: "focus" })];
    const wider = await prepare(wide, { ...layer, crop: "focus" }, { pixelsFor: () => ({ width: 400, height: 10 }) });
    expect(smart.memory).toBe(wider.memory);
    expect(smart.memory).toBeGreaterThan(focused.memory);
    expect(smart.work).toBeGreaterThan(wider.work);
  });
});
