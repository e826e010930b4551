import { premultiply } from "../frame/blend.js";
import { readJpeg } from "../images/read-jpeg.js";
import { loadSharp } from "../shared/native.js";
import type { Meter } from "../shared/work.js";
import { type EncodedImage, encodeImage, imageEntries } from "./encoded-image.js";

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
  const sharp = await loadSharp();
  const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  const { width, height, hasAlpha } = await image.metadata();
  spend(width * height * US_PER_PIXEL);
  const data = await image.toColourspace("srgb").ensureAlpha().raw().toBuffer();
  if (hasAlpha) premultiply(data);
  return { image: encodeImage({ width, height, pixels: data, isOpaque: !hasAlpha }), width, height };
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
