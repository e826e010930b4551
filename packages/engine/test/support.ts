import sharp from "sharp";
import type { TemplateSource } from "../src/document/document.js";
import { DEFAULT_RENDER_LIMITS } from "../src/limits/render-limits.js";
import type { RenderContext } from "../src/items/context.js";
import { createFontLibrary } from "../src/fonts/font-library.js";
import { type PictureRequest, type RenderedPicture, renderPicture } from "../src/renderer/render-picture.js";

/** The built-in fonts, read once for all tests of a file. */
export const fonts = createFontLibrary();

/** A context whose loader has the given images by URL. Any other URL is a permanent failure. */
export function testContext(images: Readonly<Record<string, Uint8Array>> = {}): RenderContext {
  return {
    fonts,
    limits: DEFAULT_RENDER_LIMITS,
    loadImage: (url) => {
      const bytes = images[url];
      const missing = Object.assign(new Error(`The server answered 404 to ${url}.`), { retryable: false });
      return bytes === undefined ? Promise.reject(missing) : Promise.resolve(bytes);
    },
  };
}

/** Renders layers on a white background of 100×100 pixels. */
export async function renderLayers(
  layers: TemplateSource["layers"],
  request: PictureRequest = {},
  context: RenderContext = testContext(),
): Promise<Pixels> {
  return decode(await renderPicture({ width: 100, height: 100, layers }, request, context));
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** A decoded picture. */
export interface Pixels {
  readonly picture: RenderedPicture;
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): Rgba;
  /** The number of pixels that differ from the white background. */
  paintedPixels(): number;
  /** The smallest box around all pixels that differ from the white background. */
  paintedBox(): { left: number; top: number; right: number; bottom: number };
}

/** Decodes a picture with sharp, not with the code under test. */
export async function decode(picture: RenderedPicture): Promise<Pixels> {
  const { data, info } = await sharp(picture.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Rgba => {
    const start = (y * info.width + x) * 4;
    return [data[start] ?? -1, data[start + 1] ?? -1, data[start + 2] ?? -1, data[start + 3] ?? -1];
  };
  const painted: { x: number; y: number }[] = [];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++)
      if (
        at(x, y)
          .slice(0, 3)
          .some((channel) => channel < 250)
      )
        painted.push({ x, y });
  }
  return {
    picture,
    width: info.width,
    height: info.height,
    at,
    paintedPixels: () => painted.length,
    paintedBox: () => ({
      left: Math.min(...painted.map(({ x }) => x)),
      top: Math.min(...painted.map(({ y }) => y)),
      right: Math.max(...painted.map(({ x }) => x)),
      bottom: Math.max(...painted.map(({ y }) => y)),
    }),
  };
}

/** A simple image as PNG. */
export async function makeImage(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Rgba,
): Promise<Uint8Array> {
  const data = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(colorAt(x, y), (y * width + x) * 4);
  }
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** The data URI of an image. */
export function dataUri(bytes: Uint8Array, type = "png"): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
}
