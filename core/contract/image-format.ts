/** The output formats and what each of them can do. */
import * as z from "zod";
import { IMAGE_FORMATS } from "./image-formats.js";

export const imageFormatSchema = z.enum(IMAGE_FORMATS);
export type ImageFormat = z.infer<typeof imageFormatSchema>;

/** The `Content-Type` of each format. */
export const CONTENT_TYPES = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  avif: "image/avif",
} as const satisfies Record<ImageFormat, string>;

/** Whether a format can hold see-through pixels. */
export function supportsTransparency(format: ImageFormat): boolean {
  return format !== "jpg";
}
