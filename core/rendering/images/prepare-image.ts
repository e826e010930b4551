import type { Sharp } from "sharp";
import { type ImageLayer } from "../../contract/template/layers.js";
import { type RenderLimits } from "../context.js";
import { loadSharp } from "../native.js";
import { placeImage, type Placement, type Rectangle, type Size, wholePixels } from "./place-image.js";

/** An image ready to be embedded: a PNG data URI with just the pixels that its place needs. */
export interface PreparedImage {
  readonly href: string;
  /** Its place inside the layer's border, in document pixels. */
  readonly rectangle: Rectangle;
}

/** What the decoder may be given: no PDF, no camera raw, whatever else the codec library was built with. */
const FORMATS: ReadonlySet<string> = new Set(["png", "jpeg", "webp", "gif", "heif", "svg", "tiff"]);

/** An SVG's own pixels are 72 to the inch; it is never drawn at more than this many, whatever its box. */
const SVG_DENSITY = { natural: 72, maximum: 2400 };

/**
 * Decodes an image, turns it upright, brings it to sRGB, cuts it to its layer's fit and resizes it for the picture's
 * scale. Throws if the bytes are no image that can be read.
 */
export async function prepareImage(
  bytes: Uint8Array,
  layer: ImageLayer,
  scale: number,
  limits: RenderLimits,
): Promise<PreparedImage> {
  const inset = 2 * layer.border_width;
  const box = { width: Math.max(1, layer.width - inset), height: Math.max(1, layer.height - inset) };
  const { image, source, placement } = await openImage(bytes, box, layer, scale, limits);
  const target = targetSize(placement.rectangle, scale, limits);
  const png = await image
    .autoOrient()
    .extract(wholePixels(placement.crop, source))
    .resize({ ...target, fit: "fill" })
    .toColourspace("srgb")
    // It is read back at once, so bytes matter less than time.
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { href: `data:image/png;base64,${png.toString("base64")}`, rectangle: placement.rectangle };
}

interface OpenImage {
  readonly image: Sharp;
  readonly source: Size;
  readonly placement: Placement;
}

async function openImage(
  bytes: Uint8Array,
  box: Size,
  layer: ImageLayer,
  scale: number,
  limits: RenderLimits,
): Promise<OpenImage> {
  const open = (density: number) =>
    loadSharp()(bytes, { limitInputPixels: limits.maxImagePixels, failOn: "error", density });
  const image = open(SVG_DENSITY.natural);
  const { format, source } = await inspect(image);
  if (!FORMATS.has(format)) throw new Error(`The format ${format} is not supported.`);
  const placement = placeImage(source, box, layer);
  const enlargement = (placement.rectangle.width / placement.crop.width) * scale;
  if (format !== "svg" || enlargement <= 1) return { image, source, placement };

  const density = Math.min(SVG_DENSITY.natural * enlargement, SVG_DENSITY.maximum);
  const sharper = open(density);
  const { source: sharperSource } = await inspect(sharper);
  const factor = sharperSource.width / source.width;
  const { left, top, width, height } = placement.crop;
  const crop = { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
  return { image: sharper, source: sharperSource, placement: { ...placement, crop } };
}

async function inspect(image: Sharp): Promise<{ format: string; source: Size }> {
  const { format, autoOrient } = await image.metadata();
  return { format, source: autoOrient };
}

/** The pixels that a place has at the picture's scale, held to the limit: a box may be larger than any picture. */
function targetSize(rectangle: Size, scale: number, limits: RenderLimits): Size {
  const pixels = rectangle.width * rectangle.height * scale * scale;
  const factor = scale * Math.min(1, Math.sqrt(limits.maxPixels / pixels));
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(rectangle.width), height: side(rectangle.height) };
}
