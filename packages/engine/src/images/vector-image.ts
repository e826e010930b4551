/** Images for formats that contain the files of images, or their drawings. */
import type { RenderLimits } from "../limits/render-limits.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { parseColor } from "../document/attributes/color.js";
import type { Box } from "../paint/fragment.js";
import { loadSharp } from "../shared/native.js";
import { placeImage, type Rectangle, type Size, wholePixels } from "./place-image.js";
import { type Preparation, prepareImage } from "./prepare-image.js";
import { readJpeg } from "./read-jpeg.js";
import { timeOfDecoding } from "./time-of-decoding.js";
import { readImageHeader } from "../image-headers/read-image-header.js";
import { safeImage } from "./safe-image.js";

/** The content of an image. Its size is that of the whole image. */
export type ImageContent =
  | (Size & { readonly jpeg: Buffer; readonly components: number })
  | (Size & { readonly pixels: Uint8Array; readonly isOpaque: boolean })
  | { readonly svg: Buffer };

/** An image in a box. */
export interface VectorImage {
  readonly content: ImageContent;
  /** The area inside the layer's border, in document coordinates. */
  readonly box: Box;
  /** How a whole file or drawing is placed in the box. Pixels have a place already. */
  readonly fitting: Pick<ImageSpec, "fit" | "focus_x" | "focus_y">;
  /** The place of pixels, relative to the box. */
  readonly rectangle?: Rectangle | undefined;
}

/** The conditions for preparing an image. */
export interface VectorPreparation extends Omit<Preparation, "scale" | "pixelsFor"> {
  /** The area inside the layer's border. */
  readonly box: Box;
  /** The largest useful number of pixels for each document pixel. */
  readonly density: number;
}

/** A JPEG keeps its bytes if it has at most this many times the pixels that print needs. */
const MOST_PIXELS = 2.5;
/** A smaller JPEG keeps its bytes however many pixels it has. */
const SMALL_BYTES = 200_000;
const JPEG_OPTIONS = { quality: 92, chromaSubsampling: "4:4:4" };

/**
 * Prepares an image: a drawing as it is, a JPEG with its own bytes if possible, and other images as pixels. Throws if the
 * bytes are not a valid image.
 */
export async function prepareVector(
  bytes: Uint8Array,
  layer: ImageSpec,
  preparation: VectorPreparation,
): Promise<VectorImage> {
  const { box, density, limits } = preparation;
  const { fit, focus_x, focus_y } = layer;
  const shown = { box, fitting: { fit, focus_x, focus_y } };
  const safe = safeImage(bytes);
  const isPlain = !hasFilters(layer) && !(layer.crop === "smart" && fit === "cover");
  if (safe.svg !== undefined) {
    // The engine of drawings has no fonts. The image library draws their texts.
    if (isPlain && !hasText(safe.bytes)) return { ...shown, content: { svg: Buffer.from(safe.bytes) } };
    return await asPixels(bytes, layer, preparation, density);
  }
  // Bytes of a JPEG are a view, so nothing is copied.
  const jpeg = isPlain ? readJpeg(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) : undefined;
  const isKnown = jpeg?.isUpright === true && jpeg.width * jpeg.height <= limits.maxImagePixels;
  // The image library takes longer to read the size.
  const source = isKnown ? { width: jpeg.width, height: jpeg.height } : await sizeOf(safe.bytes, limits);
  const { crop, rectangle } = placeImage(source, box, layer);
  if (isKnown && jpeg.isSrgb && (jpeg.components === 1 || jpeg.components === 3)) {
    const { file, width, height, components } = jpeg;
    const shownShare = (crop.width * crop.height) / (width * height);
    const needed = (rectangle.width * rectangle.height * density ** 2) / shownShare;
    const isSuitable = file.length <= SMALL_BYTES || width * height <= MOST_PIXELS * needed;
    if (isSuitable) return { ...shown, content: { jpeg: file, width, height, components } };
  }
  const factor = Math.min(
    density,
    Math.max(crop.width / rectangle.width, crop.height / rectangle.height),
    Math.sqrt(limits.maxPixels / (rectangle.width * rectangle.height)),
  );
  if (jpeg !== undefined) {
    return { ...shown, ...(await smallerJpeg(bytes, { crop, rectangle, factor, source }, preparation)) };
  }
  return await asPixels(bytes, layer, preparation, factor);
}

function hasFilters({ blur, greyscale, brightness, tint }: ImageSpec): boolean {
  return blur > 0 || greyscale || brightness !== 1 || (parseColor(tint)?.alpha ?? 0) > 0;
}

function hasText(svg: Uint8Array): boolean {
  return Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength).includes("<text");
}

/** Returns the size of an image as a viewer shows it. */
async function sizeOf(bytes: Uint8Array, limits: RenderLimits): Promise<Size> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: limits.maxImagePixels, failOn: "error" });
  return (await image.metadata()).autoOrient;
}

async function asPixels(
  bytes: Uint8Array,
  layer: ImageSpec,
  preparation: VectorPreparation,
  factor: number,
): Promise<VectorImage> {
  const { box, density } = preparation;
  const { pixels, width, height, isOpaque, rectangle } = await prepareImage(bytes, layer, {
    ...preparation,
    scale: density,
    pixelsFor: (place) => ({ width: place.width * factor, height: place.height * factor }),
  });
  return { content: { pixels, width, height, isOpaque }, box, fitting: layer, rectangle };
}

/** Microseconds for a pixel that is encoded. */
const ENCODED_US = 0.1;

/** Encodes the visible part of a JPEG again, with the pixels that print needs, upright and in sRGB. */
async function smallerJpeg(
  bytes: Uint8Array,
  { crop, rectangle, factor, source }: { crop: Rectangle; rectangle: Rectangle; factor: number; source: Size },
  { limits, spend, announce }: VectorPreparation,
): Promise<Pick<VectorImage, "content" | "rectangle">> {
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  const size = { width: side(rectangle.width), height: side(rectangle.height) };
  const isProgressive = readImageHeader(bytes)?.isProgressive ?? true;
  spend(timeOfDecoding({ format: "jpeg", source, isProgressive, bytes: bytes.length }));
  spend(size.width * size.height * ENCODED_US);
  announce(source.width * source.height * 4);
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: limits.maxImagePixels, failOn: "error" }).autoOrient();
  const jpeg = await image
    .extract(wholePixels(crop, source))
    .resize({ ...size, fit: "fill" })
    .toColourspace("srgb")
    .jpeg(JPEG_OPTIONS)
    .toBuffer();
  return { content: { jpeg, ...size, components: 3 }, rectangle };
}
