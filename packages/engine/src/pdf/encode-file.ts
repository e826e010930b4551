import { premultiply } from "../frame/blend.js";
import { readJpeg } from "../images/read-jpeg.js";
import { EngineError } from "../issues/engine-error.js";
import { loadSharp } from "../shared/native.js";
import type { Meter } from "../shared/work.js";
import { type EncodedImage, encodeImage, imageEntries, type Pixels } from "./encoded-image.js";
import { Unsupported } from "./unsupported.js";

/** An image with its size in its own pixels. */
interface EncodedFile {
  readonly image: EncodedImage;
  readonly width: number;
  readonly height: number;
}

/** Microseconds for decoding and encoding a pixel. */
const US_PER_PIXEL = 0.1;

/** The largest image inside a drawing, in pixels. */
const MAX_PIXELS = 25_000_000;

/** Encodes the file of an image inside a drawing. A usual JPEG keeps its bytes. */
export async function encodeFile(file: Buffer, spend: Meter): Promise<EncodedFile> {
  const jpeg = readJpeg(file);
  if (jpeg?.isSrgb === true && (jpeg.components === 1 || jpeg.components === 3)) {
    return { ...jpeg, image: jpegImage(jpeg.file, jpeg) };
  }
  const pixels = await decode(file, spend);
  return { ...pixels, image: encodeImage(pixels) };
}

async function decode(file: Buffer, spend: Meter): Promise<Pixels> {
  const sharp = await loadSharp();
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { width, height, hasAlpha } = await image.metadata();
    spend(width * height * US_PER_PIXEL);
    const pixels = await image.toColourspace("srgb").ensureAlpha().raw().toBuffer();
    if (hasAlpha) premultiply(pixels);
    return { width, height, pixels, isOpaque: !hasAlpha };
  } catch (error) {
    // The render has used up its budget.
    if (error instanceof EngineError) throw error;
    throw new Unsupported("An image of the drawing cannot be decoded.", { cause: error });
  }
}

/** Returns a JPEG as it is. */
export function jpegImage(
  data: Buffer,
  { width, height, components }: { width: number; height: number; components: number },
): EncodedImage {
  const space = components === 1 ? "DeviceGray" : "DeviceRGB";
  const dictionary = `${imageEntries(width, height, space)}/Interpolate true/Filter/DCTDecode`;
  return { colors: { dictionary, data } };
}
