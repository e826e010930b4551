/** Warnings of a picture: problems that did not stop the render. */
import * as z from "zod";

export const warningCodeSchema = z.enum([
  "IMAGE_UNAVAILABLE",
  "MISSING_GLYPH",
  "TEXT_CUT",
  "FONT_WEIGHT_REPLACED",
  "FONT_FAMILY_REPLACED",
  "FONT_FEATURE_MISSING",
  "CODE_INVALID",
  "LAYER_OFF_CANVAS",
  "LAYER_CUT",
  "TEXTS_OVERLAP",
  "STYLE_IGNORED",
  "HTML_CUT",
  "SVG_NOT_DRAWN",
  "NOT_CHECKED",
  "REPLACED_CHARACTERS",
  "FONT_NOT_EMBEDDED",
]);

export const warningSchema = z.object({
  code: warningCodeSchema,
  /** The name of the layer, or its id if it has no name. Empty for a warning that is not about a layer. */
  layer: z.string(),
  message: z.string(),
  path: z.string().optional().describe("Where the text is in the request. Only with `REPLACED_CHARACTERS`."),
  text: z.string().optional().describe("The beginning of the text. Only with `REPLACED_CHARACTERS`."),
});
export type Warning = z.infer<typeof warningSchema>;
