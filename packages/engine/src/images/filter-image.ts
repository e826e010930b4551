import type { Sharp } from "sharp";
import { parseColor } from "../document/attributes/color.js";
import { loadSharp } from "../shared/native.js";
import type { ImageSpec } from "../paint/image-spec.js";
import type { Size } from "./place-image.js";

/** An image in RGBA, in rows without gaps, not premultiplied by alpha. */
export interface RawImage extends Size {
  readonly pixels: Buffer;
}

type Filters = Pick<ImageSpec, "blur" | "greyscale" | "brightness" | "tint">;

/**
 * The cost of a blur grows with its reach. A larger blur is applied to a smaller image, without a visible difference.
 */
const FULL_SIZE_SIGMA = 6;

/**
 * Decodes an image at a size and applies a layer's filters. `open` returns the image at any size. `blur` is in document
 * pixels, each of which is `pixelsPerUnit` wide.
 */
export async function filterImage(
  open: (size: Size) => Sharp,
  size: Size,
  filters: Filters,
  pixelsPerUnit: number,
): Promise<RawImage> {
  const sigma = filters.blur * pixelsPerUnit;
  // A blur below a third of a pixel is not visible.
  if (sigma < 0.3) return await decode(colored(open(size), filters));
  const shrink = Math.max(1, sigma / FULL_SIZE_SIGMA);
  const smaller = { width: shrunk(size.width, shrink), height: shrunk(size.height, shrink) };
  const { pixels, width, height } = await decode(colored(open(smaller), filters).blur(sigma / shrink));
  if (shrink === 1) return { pixels, width, height };
  const sharp = await loadSharp();
  return await decode(
    sharp(pixels, { raw: { width, height, channels: 4 } }).resize({ ...size, fit: "fill", kernel: "cubic" }),
  );
}

function shrunk(length: number, factor: number): number {
  return Math.max(1, Math.round(length / factor));
}

/** Applies gray, tint and brightness, in this order. */
function colored(image: Sharp, { greyscale, brightness, tint }: Filters): Sharp {
  const { red, green, blue, alpha } = parseColor(tint) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  // sharp's own `greyscale` would return raw pixels with a single channel.
  const gray = greyscale ? image.modulate({ saturation: 0 }) : image;
  const tinted = alpha > 0 ? gray.tint({ r: red, g: green, b: blue }) : gray;
  return brightness === 1 ? tinted : tinted.modulate({ brightness });
}

async function decode(image: Sharp): Promise<RawImage> {
  const { data, info } = await image.toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
