/** Fills the placeholders of an attribute with the values of variables. */
import { quote } from "../../suggestions/suggest.js";
import { imageUrlIssue } from "../attributes/image-url.js";
import {
  fillText,
  fillUrl,
  MAX_FILLED_LENGTH,
  type PlaceholderRange,
  placeholderRanges,
} from "../text-template/fill-text.js";
import type { Scope } from "../scope/scope.js";

/**
 * The facts about a layer that a filler needs: the name that messages use, and its attributes with a request's
 * overrides.
 */
export interface FilledLayer {
  readonly label: string;
  readonly valueOf: (attribute: string) => unknown;
}

export interface PlaceholderFiller {
  /** Whether the braces can contain an expression, in an edition that has expressions. */
  readonly computes?: boolean;
  readonly fill: (text: string, scope: Scope, layer: FilledLayer) => string;
  /** Returns where the values are in the filled text. @default nobody edits the filled text */
  readonly ranges?: (text: string, scope: Scope, layer: FilledLayer) => readonly PlaceholderRange[];
  /** Returns a sentence that says why the layer cannot have a filled text, or undefined if it can. */
  readonly issue: (filled: string, layer: FilledLayer) => string | undefined;
  /** The attribute that takes the fallback of an image variable, if the variable is the whole text. */
  readonly fallback?: string;
}

/** Fills a text. */
export const TEXT_FILLER: PlaceholderFiller = {
  computes: true,
  fill: (text, scope) => fillText(text, scope, undefined, { computes: true }),
  ranges: (text, scope) => placeholderRanges(text, scope, undefined, true),
  issue: (filled, { label }) =>
    filled.length <= MAX_FILLED_LENGTH
      ? undefined
      : `It makes the text of the layer ${quote(label)} longer than ${MAX_FILLED_LENGTH} characters.`,
};

/** Fills a text that contains marks such as `**bold**` if the named attribute is true. Values never become marks. */
export function richTextFiller(attribute: string): PlaceholderFiller {
  return {
    ...TEXT_FILLER,
    fill: (text, scope, { valueOf }) =>
      fillText(text, scope, valueOf(attribute) === true ? escapeMarks : undefined, { computes: true }),
    ranges: (text, scope, { valueOf }) =>
      placeholderRanges(text, scope, valueOf(attribute) === true ? escapeMarks : undefined, true),
  };
}

/** Fills the address of an image. */
export const IMAGE_URL_FILLER: PlaceholderFiller = {
  fill: (text, scope) => fillUrl(text, scope),
  issue: (filled, { label }) => {
    const issue = filled === "" ? undefined : imageUrlIssue(filled);
    return issue === undefined
      ? undefined
      : `It does not make an address for the image of the layer ${quote(label)}. ${issue}`;
  },
};

/** Puts a backslash before each character that could begin a mark. */
function escapeMarks(value: string): string {
  return Array.from(value, (character) => ("\\*[]{}".includes(character) ? `\\${character}` : character)).join("");
}
