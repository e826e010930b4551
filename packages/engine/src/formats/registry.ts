/**
 * The output formats, without a schema library or an encoder: the edge function and the api function read this file.
 */
import { avif } from "./avif.js";
import type { Format } from "./format.js";
import { jpg } from "./jpg.js";
import { pdf } from "./pdf.js";
import { png } from "./png.js";
import { webp } from "./webp.js";

/**
 * The names of the formats, in the order of the documentation. The edge function uses only this list, because
 * CloudFront limits the size of its code.
 */
export const IMAGE_FORMATS = ["png", "jpg", "webp", "avif", "pdf"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** A format whose pictures consist of pixels. */
export type PixelFormat = Exclude<ImageFormat, "pdf">;

/** The facts of each format. */
export const FORMATS: Readonly<Record<ImageFormat, Format>> = { png, jpg, webp, avif, pdf };
