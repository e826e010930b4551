/** The output formats and what each of them supports. */
import * as z from "zod";
import { IMAGE_FORMATS, type ImageFormat } from "./image-formats.js";

export type { ImageFormat };
export const imageFormatSchema = z.enum(IMAGE_FORMATS);

/** The `Content-Type` of each format. */
export const CONTENT_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
} as const satisfies Record<ImageFormat, string>;

/** Whether the format supports transparent pixels. */
export function supportsTransparency(format: ImageFormat): boolean {
  return format !== "jpg";
}
