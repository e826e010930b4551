import { labelOf, type Labeled, type RenderWarning } from "../shared/warnings.js";
import type { TextSpec } from "./spec.js";
import type { ReplacedWeight } from "./prepared-text.js";
import type { TextLayout } from "./text-layout.js";

const MAX_LISTED_CHARACTERS = 10;
const MAX_LISTED_CODE_POINTS = 4;

type LabeledText = Labeled & Pick<TextSpec, "text_fit">;

/** Returns the warnings about a layer's layout: what its fonts lack, and a text that is cut. */
export function textWarnings(layer: LabeledText, layout: TextLayout): RenderWarning[] {
  return [
    ...(layout.missing.length > 0 ? [missingGlyphs(layer, layout.missing)] : []),
    ...layout.replacedWeights.map((replaced) => weightReplaced(layer, replaced)),
    ...(layout.missingFeatures.length > 0 ? [missingFeatures(layer, layout.missingFeatures)] : []),
    ...(layout.isCut ? [cutText(layer, layout.lines.length)] : []),
  ];
}

/** Returns the warning about characters that no font has. */
export function missingGlyphs(layer: Labeled, missing: readonly string[]): RenderWarning {
  const listed = missing.slice(0, MAX_LISTED_CHARACTERS).map(nameCharacter);
  const more = missing.length > listed.length ? ` and ${missing.length - listed.length} more` : "";
  const message =
    `No font has these characters of the layer "${labelOf(layer)}": ${listed.join(", ")}${more}. ` +
    "They show as boxes.";
  return { code: "MISSING_GLYPH", layer: labelOf(layer), message, retryable: false };
}

/** Returns the warning about a weight that a family lacks. */
export function weightReplaced(layer: Labeled, { family, wanted, used }: ReplacedWeight): RenderWarning {
  const message =
    `The family ${JSON.stringify(family)} of the layer "${labelOf(layer)}" has no weight ${wanted}. ` +
    `It is drawn with the weight ${used}.`;
  return { code: "FONT_WEIGHT_REPLACED", layer: labelOf(layer), message, retryable: false };
}

function missingFeatures(layer: Labeled, tags: readonly string[]): RenderWarning {
  const message =
    `No font of the layer "${labelOf(layer)}" has the OpenType ${tags.length === 1 ? "feature" : "features"} ` +
    `${tags.join(", ")}. Use an uploaded font that has it.`;
  return { code: "FONT_FEATURE_MISSING", layer: labelOf(layer), message, retryable: false };
}

/**
 * Returns a character with its code points. A character with many marks is cut, so that a message has at most a few
 * hundred characters.
 */
function nameCharacter(grapheme: string): string {
  const characters = Array.from(grapheme);
  const shown = characters.slice(0, MAX_LISTED_CODE_POINTS);
  const more = characters.length > shown.length ? "…" : "";
  const codes = shown.map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
  return `"${shown.join("")}${more}" (${codes.join(" ")}${more === "" ? "" : " …"})`;
}

function cutText(layer: LabeledText, lines: number): RenderWarning {
  const isShrunk = layer.text_fit === "shrink" || layer.text_fit === "both";
  const advice = isShrunk ? "a smaller min_font_size" : 'text_fit "shrink"';
  const message =
    `The text of the layer "${labelOf(layer)}" was cut after ${lines === 1 ? "one line" : `${lines} lines`}: ` +
    `give it more space or ${advice}.`;
  return { code: "TEXT_CUT", layer: labelOf(layer), message, retryable: false };
}
