/** Advice about failed renders and warnings. */
import type { Job } from "../../service/render-service.js";

/** The advice for each code of a warning. The other codes need none. */
const BY_WARNING: Readonly<Record<string, string>> = {
  IMAGE_UNAVAILABLE:
    "IMAGE_UNAVAILABLE: check that the image URL is public, or set fallback_image_url or fallback_color on the layer.",
  MISSING_GLYPH: "MISSING_GLYPH: choose a family that has the character. list_fonts names the scripts of each family.",
  TEXT_CUT: 'TEXT_CUT: shorten the text, enlarge the box, or set text_fit to "shrink".',
  FONT_WEIGHT_REPLACED: "FONT_WEIGHT_REPLACED: use a weight that list_fonts names for the family.",
  FONT_FEATURE_MISSING: "FONT_FEATURE_MISSING: remove the feature from font_features, or choose another family.",
  CODE_INVALID: "CODE_INVALID: the code cannot contain this data. Shorten it, or choose another kind of code.",
  LAYER_OFF_CANVAS: "LAYER_OFF_CANVAS: the layer is outside of the picture. Check x, y, width and height.",
  LAYER_CUT: "LAYER_CUT: an edge of the picture cuts the layer. Move it inside, or make it smaller.",
  STYLE_IGNORED: "STYLE_IGNORED: remove the CSS declaration. search_docs with “html layer” lists what is supported.",
};

/** The advice for every failure: a preview shows the same problem without a credit. */
const TRY_FIRST =
  "Correct what the error names, check the request with validate, look at it with preview, and call render again.";

/** Returns one sentence for each kind of problem that a job reports. */
export function adviceFor({ status, warnings = [] }: Job): string[] {
  const codes = new Set(warnings.map(({ code }) => code ?? ""));
  const advice = [...codes].flatMap((code) => BY_WARNING[code] ?? []);
  return status === "failed" ? [TRY_FIRST, ...advice] : advice;
}
