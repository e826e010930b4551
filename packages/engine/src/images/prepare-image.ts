import type { Sharp } from "sharp";
import { svgWork } from "../document/svg/svg-work.js";
import type { RenderLimits } from "../limits/render-limits.js";
import { releaseNative } from "../shared/native-memory.js";
import type { Meter } from "../shared/work.js";
import { premultiply } from "../frame/blend.js";
import { loadSharp } from "../shared/native.js";
import type { DecodedImages } from "./decoded-images.js";
import { timeOfDecoding, timeOfPixels } from "./time-of-decoding.js";
import { filterImage } from "./filter-image.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { safeImage } from "./safe-image.js";
import { placeImage, type Placement, type Rectangle, type Size, wholePixels } from "./place-image.js";

/** An image with as many pixels as its place needs: RGBA, premultiplied by alpha, rows without gaps. */
export interface PreparedImage extends Size {
  readonly pixels: Uint8Array;
  /** Whether the image has no alpha channel. */
  readonly isOpaque: boolean;
  /** Its place inside the layer's border, in document pixels. */
  readonly rectangle: Rectangle;
}

/** The conditions for preparing an image. `pixelsFor` returns the size in pixels of a place in its layer. */
export interface Preparation {
  readonly scale: number;
  readonly limits: RenderLimits;
  readonly spend: Meter;
  /** Announces the memory that decoding needs. */
  readonly announce: (bytes: number) => void;
  readonly pixelsFor: (place: Rectangle) => Size;
  /** The images of the picture that are decoded already. */
  readonly decoded?: DecodedImages | undefined;
}

/** Microseconds per pixel, measured with sharp and rounded up. */
const MICROSECONDS = {
  keptPixel: 0.004,
  resizedPixel: 0.05,
  filteredPixel: 0.05,
  blurredPixel: 0.15,
  croppedPixel: 0.05,
};

/** Returns the work for a pixel of the result, in microseconds. */
function pixelWork({ blur, greyscale, brightness, tint, crop }: ImageSpec): number {
  const isFiltered = greyscale || brightness !== 1 || tint !== "transparent";
  return (
    MICROSECONDS.resizedPixel +
    (isFiltered ? MICROSECONDS.filteredPixel : 0) +
    (blur > 0 ? MICROSECONDS.blurredPixel : 0) +
    (crop === "smart" ? MICROSECONDS.croppedPixel : 0)
  );
}

/** Bytes for each pixel while it is decoded, measured and rounded up: see `bench:peak`. */
const BYTES = { avifPixel: 22, decodedPixel: 11, resizedPixel: 16 };

/** The formats that are decoded. The codec library can support more, for example PDF and camera raw. */
const FORMATS: ReadonlySet<string> = new Set(["png", "jpeg", "webp", "gif", "heif", "svg", "tiff"]);

/** Pixels per inch of an SVG: its natural density, and the limit for large boxes. */
const SVG_DENSITY = { natural: 72, maximum: 2400 };

/**
 * Decodes an image, rotates it upright, converts it to sRGB, crops it to its layer's fit and resizes it to the size
 * that `pixelsFor` returns for its place. Throws if the bytes are not a valid image.
 */
export async function prepareImage(
  bytes: Uint8Array,
  layer: ImageSpec,
  { scale, limits, spend, announce, pixelsFor, decoded }: Preparation,
): Promise<PreparedImage> {
  const inset = 2 * layer.border_width;
  // A box thinner than a pixel of the picture covers one pixel.
  const least = 1 / scale;
  const box = { width: Math.max(least, layer.width - inset), height: Math.max(least, layer.height - inset) };
  const opened = await openImage(bytes, box, layer, { scale, limits, spend, announce, decoded });
  const { image, source, placement, decodedBytes, decodingUs, isOpaque } = opened;
  const target = targetSize(pixelsFor(placement.rectangle), limits);
  const covered = coveringPixels(source, target);
  const isSmart = layer.crop === "smart" && layer.fit === "cover" && covered <= limits.maxPixels;
  const pixelsWorked = isSmart ? covered : target.width * target.height;
  spend(decodingUs + pixelsWorked * pixelWork(layer));
  announce(decodedBytes + pixelsWorked * BYTES.resizedPixel);
  const cut = isSmart ? cutSmart : cutAsPlaced;
  const { pixels, width, height } = await filterImage(
    (size) => cut(image.clone().autoOrient(), placement, source, size).toColourspace("srgb"),
    target,
    layer,
    target.width / placement.rectangle.width,
  );
  if (!isOpaque) premultiply(pixels);
  await releaseNative(pixels.byteLength);
  return { pixels, width, height, isOpaque, rectangle: placement.rectangle };
}

function cutAsPlaced(image: Sharp, { crop }: Placement, source: Size, size: Size): Sharp {
  return image.extract(wholePixels(crop, source)).resize({ ...size, fit: "fill" });
}

/**
 * Returns the number of pixels of the whole source if it is scaled to cover the target. For a long and thin target, it
 * is many times that of the target, and a smart crop reads all of these pixels. Beyond the limit, the focus decides.
 */
function coveringPixels(source: Size, target: Size): number {
  const factor = Math.max(target.width / source.width, target.height / source.height);
  return source.width * source.height * factor ** 2;
}

/** Keeps the part that attracts attention: skin tones, saturated colors, edges. */
function cutSmart(image: Sharp, _placement: Placement, _source: Size, size: Size): Sharp {
  return image.resize({ ...size, fit: "cover", position: "attention" });
}

interface OpenImage {
  readonly image: Sharp;
  readonly source: Size;
  readonly placement: Placement;
  readonly isOpaque: boolean;
  /** The memory and the time for decoding the image. */
  readonly decodedBytes: number;
  readonly decodingUs: number;
}

async function openImage(
  bytes: Uint8Array,
  box: Size,
  layer: ImageSpec,
  { scale, limits, spend, announce, decoded: kept }: Omit<Preparation, "pixelsFor">,
): Promise<OpenImage> {
  const safe = safeImage(bytes);
  // The XML reader rejects attributes over 10 MB, such as a photo in a drawing. A sanitized tree has its own limits.
  const unlimited = safe.svg !== undefined;
  const sharp = await loadSharp();
  const open = (density: number) =>
    sharp(safe.bytes, { limitInputPixels: limits.maxImagePixels, failOn: "error", density, unlimited });
  const image = open(SVG_DENSITY.natural);
  const { format, source, hasAlpha, isDeep, isProgressive } = await inspect(image);
  const isOpaque = !hasAlpha;
  if (format === "svg" && safe.svg === undefined) throw new Error("The SVG was not recognized.");
  if (!FORMATS.has(format)) throw new Error(`The format ${format} is not supported.`);
  const decoded = decodedSize(source, isDeep);
  if (format === "heif" && decoded > limits.maxAvifPixels) throw new Error("It is too large.");
  const decodedBytes = decoded * (format === "heif" ? BYTES.avifPixel : BYTES.decodedPixel);
  const placement = placeImage(source, box, layer);
  const enlargement = (placement.rectangle.width / placement.crop.width) * scale;
  const shown = { source, placement, isOpaque };
  if (safe.svg === undefined) {
    const isDecoded = kept?.has(bytes) ?? false;
    announce(isDecoded ? 0 : decodedBytes);
    const again = await kept?.open(bytes, image, { format, isDeep, ...source }, announce);
    const keptUs = source.width * source.height * MICROSECONDS.keptPixel;
    const decodingUs = isDecoded ? keptUs : timeOfDecoding({ format, source, isProgressive, bytes: bytes.length });
    return { ...shown, image: again ?? image, decodedBytes: isDecoded ? 0 : decodedBytes, decodingUs };
  }
  if (enlargement <= 1) spend(svgWork(safe.svg, source));
  if (enlargement <= 1) return { ...shown, image, decodedBytes, decodingUs: timeOfPixels(source) };

  const largest = Math.max(1, largestFactor(source, limits.maxImagePixels));
  const density = Math.min(SVG_DENSITY.natural * Math.min(enlargement, largest), SVG_DENSITY.maximum);
  const sharper = open(density);
  const { source: sharperSource } = await inspect(sharper);
  spend(svgWork(safe.svg, sharperSource));
  const factor = sharperSource.width / source.width;
  const { left, top, width, height } = placement.crop;
  const crop = { left: left * factor, top: top * factor, width: width * factor, height: height * factor };
  const sharperBytes = sharperSource.width * sharperSource.height * BYTES.decodedPixel;
  const moved = { source: sharperSource, placement: { ...placement, crop }, isOpaque };
  return { ...moved, image: sharper, decodedBytes: sharperBytes, decodingUs: timeOfPixels(sharperSource) };
}

async function inspect(image: Sharp) {
  const { format, autoOrient, hasAlpha, depth, isProgressive } = await image.metadata();
  return { format, source: autoOrient, hasAlpha, isDeep: depth !== "uchar", isProgressive };
}

/**
 * Returns the number of pixels that a decoder holds in memory. An image with more than 8 bits for each channel counts
 * 1.5 times.
 */
function decodedSize({ width, height }: Size, isDeep: boolean): number {
  return width * height * (isDeep ? 1.5 : 1);
}

/**
 * Returns the largest factor for both sides with which a size stays within the limit, even if both are rounded up. If a
 * narrow part of a drawing fills its layer, the whole drawing would exceed it.
 */
function largestFactor({ width, height }: Size, maxPixels: number): number {
  // The positive solution of (width · factor + 1) · (height · factor + 1) = maxPixels.
  const [area, sides] = [width * height, width + height];
  return (Math.sqrt(sides ** 2 + 4 * area * (maxPixels - 1)) - sides) / (2 * area);
}

/** Returns the size of a place in pixels, within the limit. A box can be larger than any picture. */
function targetSize({ width, height }: Size, limits: RenderLimits): Size {
  const factor = Math.min(1, Math.sqrt(limits.maxPixels / (width * height)));
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(width), height: side(height) };
}
