import type { Sharp } from "sharp";
import { parseColor } from "../../contract/template/color.js";
import { loadSharp } from "../native.js";
import { type ImageSpec } from "./image-spec.js";
import { type Size } from "./place-image.js";

/** RGBA, rows without gaps, colours not multiplied by alpha. */
export interface RawImage extends Size {
  readonly pixels: Buffer;
}

type Filters = Pick<ImageSpec, "blur" | "greyscale" | "brightness" | "tint">;

/** A blur costs as much as it reaches: one that reaches further is made on a smaller image, where nobody can tell. */
const FULL_SIZE_SIGMA = 6;

/**
 * Decodes an image at a size, through a layer's filters. `open` gives it at whatever size it is asked for; a blur is in
 * document pixels, of which each is `pixelsPerUnit` wide.
 */
export async function filterImage(
  open: (size: Size) => Sharp,
  size: Size,
  filters: Filters,
  pixelsPerUnit: number,
): Promise<RawImage> {
  const sigma = filters.blur * pixelsPerUnit;
  // Under a third of a pixel nothing would be seen of it.
  if (sigma < 0.3) return await decode(colored(open(size), filters));
  const shrink = Math.max(1, sigma / FULL_SIZE_SIGMA);
  const smaller = { width: shrunk(size.width, shrink), height: shrunk(size.height, shrink) };
  const { pixels, width, height } = await decode(colored(open(smaller), filters).blur(sigma / shrink));
  if (shrink === 1) return { pixels, width, height };
  return await decode(
    loadSharp()(pixels, { raw: { width, height, channels: 4 } }).resize({ ...size, fit: "fill", kernel: "cubic" }),
  );
}

function shrunk(length: number, factor: number): number {
  return Math.max(1, Math.round(length / factor));
}

/** In this order: grey, then tinted, then lighter or darker. */
function colored(image: Sharp, { greyscale, brightness, tint }: Filters): Sharp {
  const { red, green, blue, alpha } = parseColor(tint) ?? { red: 0, green: 0, blue: 0, alpha: 0 };
  // Not by the codec library's own greyscale, which leaves raw pixels with a single channel.
  const grey = greyscale ? image.modulate({ saturation: 0 }) : image;
  const tinted = alpha > 0 ? grey.tint({ r: red, g: green, b: blue }) : grey;
  return brightness === 1 ? tinted : tinted.modulate({ brightness });
}

async function decode(image: Sharp): Promise<RawImage> {
  const { data, info } = await image.toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
