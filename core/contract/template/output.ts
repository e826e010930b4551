/** The output options of a picture: format, scale and background, and their check against a document. */
import * as z from "zod";
import type { Issue } from "../errors.js";
import { type ImageFormat, imageFormatSchema, supportsTransparency } from "../image-format.js";
import { SCALE } from "../limits.js";
import { MAX_PICTURE_PIXELS } from "./document.js";
import type { DocumentSize } from "./document-size.js";

export const outputSchema = z.object({
  format: imageFormatSchema.default("png"),
  scale: z.number().min(SCALE.min).max(SCALE.max).default(1),
  /** Leaves out the background of the document. */
  transparent: z.boolean().default(false),
});
export type Output = z.infer<typeof outputSchema>;

/** The longest side that the encoder of a format can write, in pixels. The others can write any picture. */
const MAX_ENCODED_SIDE: Partial<Record<ImageFormat, number>> = { webp: 16_383, avif: 16_384 };

/** Width and height of the picture in whole pixels, at least 1. */
export function pictureSize(document: DocumentSize, scale: number) {
  return {
    width: Math.max(1, Math.round(document.width * scale)),
    height: Math.max(1, Math.round(document.height * scale)),
  };
}

/** The issues of the output options for a document of this size. A document whose height hugs has its greatest size. */
export function checkOutput(document: DocumentSize, output: Output, maxPixels = MAX_PICTURE_PIXELS): Issue[] {
  const issues: Issue[] = [];
  if (output.transparent && !supportsTransparency(output.format)) {
    issues.push({
      path: "transparent",
      message: `A ${output.format} cannot be transparent. Use png, webp or avif.`,
    });
  }
  const { width, height } = pictureSize(document, output.scale);
  if (width * height > maxPixels) {
    const megapixels = (width * height) / 1e6;
    const message = `At this scale the picture has ${megapixels.toFixed(1)} megapixels; the maximum is ${maxPixels / 1e6}.`;
    issues.push({ path: "scale", message });
  }
  const longest = MAX_ENCODED_SIDE[output.format] ?? Infinity;
  if (Math.max(width, height) > longest) {
    const message = `At this scale the picture is ${width} × ${height} pixels; a side of a ${output.format} has at most ${longest}. Use png or jpg.`;
    issues.push({ path: "scale", message });
  }
  return issues;
}
