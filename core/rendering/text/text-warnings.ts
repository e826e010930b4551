import { labelOf, type Labeled, type RenderWarning } from "../warnings.js";
import type { TextSpec } from "./spec.js";
import type { TextLayout } from "./text-layout.js";

const MAX_LISTED_CHARACTERS = 10;

type LabeledText = Labeled & Pick<TextSpec, "text_fit">;

/** What the author of a layer should know of its layout: characters that are left out, a text that is cut. */
export function textWarnings(layer: LabeledText, layout: TextLayout): RenderWarning[] {
  return [
    ...(layout.missing.length > 0 ? [missingGlyphs(layer, layout.missing)] : []),
    ...(layout.isCut ? [cutText(layer, layout.lines.length)] : []),
  ];
}

function missingGlyphs(layer: LabeledText, missing: readonly string[]): RenderWarning {
  const listed = missing.slice(0, MAX_LISTED_CHARACTERS).map((character) => `"${character}"`);
  const more = missing.length > listed.length ? ` and ${missing.length - listed.length} more` : "";
  const message = `No font has these characters of the layer "${labelOf(layer)}": ${listed.join(", ")}${more}.`;
  return { code: "MISSING_GLYPH", layer: labelOf(layer), message, retryable: false };
}

function cutText(layer: LabeledText, lines: number): RenderWarning {
  const isShrunk = layer.text_fit === "shrink" || layer.text_fit === "both";
  const advice = isShrunk ? "a smaller min_font_size" : 'text_fit "shrink"';
  const message =
    `The text of the layer "${labelOf(layer)}" was cut after ${lines === 1 ? "one line" : `${lines} lines`}: ` +
    `give it more space or ${advice}.`;
  return { code: "TEXT_CUT", layer: labelOf(layer), message, retryable: false };
}
