/** How a picture is asked for: its format, scale and background, and the faults between these and a document. */
import * as z from "zod";
import type { Issue } from "../errors.js";
import { imageFormatSchema, supportsTransparency } from "../image-format.js";
import { SCALE } from "../limits.js";
import { MAX_PICTURE_PIXELS } from "./document.js";

export const outputSchema = z.object({
  format: imageFormatSchema.default("png"),
  scale: z.number().min(SCALE.min).max(SCALE.max).default(1),
  /** Leaves out the document's background. */
  transparent: z.boolean().default(false),
});
export type Output = z.infer<typeof outputSchema>;

/** Width and height of the picture in whole pixels, 1 at least. */
export function pictureSize(document: { width: number; height: number }, scale: number) {
  return {
    width: Math.max(1, Math.round(document.width * scale)),
    height: Math.max(1, Math.round(document.height * scale)),
  };
}

/** The faults of an output that only show against the document. */
export function checkOutput(
  document: { width: number; height: number },
  output: Output,
  maxPixels = MAX_PICTURE_PIXELS,
): Issue[] {
  const issues: Issue[] = [];
  if (output.transparent && !supportsTransparency(output.format)) {
    issues.push({
      path: "transparent",
      message: `A ${output.format} cannot be transparent; ask for png, webp or avif.`,
    });
  }
  const { width, height } = pictureSize(document, output.scale);
  if (width * height > maxPixels) {
    const megapixels = (width * height) / 1e6;
    const message = `At this scale the picture has ${megapixels.toFixed(1)} megapixels; ${maxPixels / 1e6} are allowed.`;
    issues.push({ path: "scale", message });
  }
  return issues;
}
