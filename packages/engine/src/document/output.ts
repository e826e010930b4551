/** The output options of a picture, such as its format and scale, and their check against a document. */
import { withArticle } from "../suggestions/article.js";
import * as z from "zod";
import type { Issue } from "../issues/issue.js";
import { listNames, LOSSY_FORMATS, TRANSPARENT_FORMATS } from "../formats/format-names.js";
import { FORMATS, IMAGE_FORMATS } from "../formats/registry.js";
import { MAX_PICTURE_PIXELS, PREVIEW_SCALE, QUALITY, SCALE } from "../limits/picture-limits.js";
import { aboutSchema } from "./about.js";
import type { DocumentSize } from "./document-size.js";

export const outputSchema = z.object({
  format: z.enum(IMAGE_FORMATS).default("png"),
  scale: z.number().min(SCALE.min).max(SCALE.max).default(1),
  /** Leaves out the background of the document. */
  transparent: z.boolean().default(false),
  /** How similar a lossy picture is to its source. The default is that of the format. */
  quality: z.int().min(QUALITY.min).max(QUALITY.max).optional(),
  /** Words for the metadata of the file. */
  about: aboutSchema.optional(),
});
export type Output = z.infer<typeof outputSchema>;

/** The output options of every picture that the engine draws, previews included. */
export const drawnOutputSchema = outputSchema.extend({
  scale: z.number().min(PREVIEW_SCALE.min).max(PREVIEW_SCALE.max).default(1),
});

/** Returns the width and height of the picture in whole pixels, at least 1. */
export function pictureSize(document: DocumentSize, scale: number) {
  return {
    width: Math.max(1, Math.round(document.width * scale)),
    height: Math.max(1, Math.round(document.height * scale)),
  };
}

/** Returns the greatest scale in hundredths at which the picture of a document has at most `maxPixels`. */
function maxScaleOf(document: DocumentSize, maxPixels: number): number {
  let hundredths = Math.ceil(100 * Math.sqrt(maxPixels / (document.width * document.height)));
  const pixelsAt = (scale: number) => {
    const { width, height } = pictureSize(document, scale);
    return width * height;
  };
  // Sides are rounded to whole pixels, so the exact root can be slightly too large.
  while (hundredths > 1 && pixelsAt(hundredths / 100) > maxPixels) hundredths -= 1;
  return hundredths / 100;
}

/**
 * Returns the issues of the output options for a document of this size. For a document whose height hugs, that is its
 * greatest size.
 */
export function checkOutput(document: DocumentSize, output: Output, maxPixels = MAX_PICTURE_PIXELS): Issue[] {
  const issues: Issue[] = [];
  const { isTransparent, defaultQuality, maxSidePx = Infinity } = FORMATS[output.format];
  if (output.transparent && !isTransparent) {
    const message = `${withArticle(output.format, "A")} cannot be transparent. Use ${listNames(TRANSPARENT_FORMATS)}.`;
    issues.push({ path: "transparent", message });
  }
  if (output.quality !== undefined && defaultQuality === undefined) {
    const message = `${withArticle(output.format, "A")} has no quality. Leave quality out, or use ${listNames(LOSSY_FORMATS)}.`;
    issues.push({ path: "quality", message });
  }
  const { width, height } = pictureSize(document, output.scale);
  if (width * height > maxPixels) {
    const megapixels = (width * height) / 1e6;
    const message = `At this scale the picture has ${megapixels.toFixed(2)} megapixels; the maximum is ${maxPixels / 1e6}. Use a scale of at most ${maxScaleOf(document, maxPixels)}.`;
    issues.push({ path: "scale", message });
  }
  if (Math.max(width, height) > maxSidePx) {
    const unlimited = listNames(IMAGE_FORMATS.filter((format) => FORMATS[format].maxSidePx === undefined));
    const message = `At this scale the picture is ${width} × ${height} pixels; a side of ${withArticle(output.format)} has at most ${maxSidePx}. Use ${unlimited}.`;
    issues.push({ path: "scale", message });
  }
  return issues;
}
