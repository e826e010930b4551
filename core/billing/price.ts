/** The price of a job. */
import type { ImageFormat } from "@image-render/engine/formats";

/** Credits per format. Every format has the same price today. */
const CREDITS: Readonly<Record<ImageFormat, number>> = { png: 1, jpg: 1, webp: 1, avif: 1, pdf: 1 };

/** Returns the credits that a job with this format costs. */
export function priceOf(format: ImageFormat): number {
  return CREDITS[format];
}
