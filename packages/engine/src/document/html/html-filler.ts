import { quote } from "../../suggestions/suggest.js";
import { MAX_HTML_CHARACTERS, MAX_STYLE_STEPS } from "../../limits/picture-limits.js";
import { type ExpansionWork, MAX_EXPANSION_STEPS } from "../scope/expansion-work.js";
import type { PlaceholderFiller } from "../layer-types/placeholders.js";
import { fillText } from "../text-template/fill-text.js";
import { UNSAFE_CSS_MARK } from "./css-values.js";
import { knownHtml } from "./html-facts.js";
import { htmlLength } from "./html-length.js";
import { HTML_LIMITS } from "./html-vocabulary.js";
import type { PlaceholderPlace } from "./placeholder-use.js";

/**
 * Steps for reading the filled HTML. With them, the HTML of all copies of a repeat has the same limit as all HTML of a
 * picture.
 */
const STEPS_PER_CHARACTER = MAX_EXPANSION_STEPS / MAX_HTML_CHARACTERS;
const STEPS_PER_STYLE_STEP = MAX_EXPANSION_STEPS / MAX_STYLE_STEPS;

/** Fills the placeholders of HTML. Each value is escaped for its place, so it can never become an element or a property. */
export const HTML_FILLER: PlaceholderFiller = {
  fill: (text, scope) => {
    const { places } = knownHtml(text, true);
    const encode = (value: string, at: number) => ENCODERS[places.get(at) ?? "text"](value);
    const filled = fillText(text, scope, encode, { maxLength: HTML_LIMITS.characters });
    return hasTime(scope.work, filled) ? filled : "";
  },
  issue: (filled, { label }) => {
    const [issue] = filled.length > HTML_LIMITS.characters ? [TOO_LONG] : knownHtml(filled).issues;
    return issue === undefined ? undefined : `It does not fit into the HTML of the layer ${quote(label)}. ${issue}`;
  },
};

/** Counts the work of reading filled HTML. Returns whether there is time for it. */
function hasTime(work: ExpansionWork | undefined, filled: string): boolean {
  if (work === undefined) return true;
  work.spend(htmlLength(filled) * STEPS_PER_CHARACTER);
  if (work.isSpent || filled.length > HTML_LIMITS.characters) return !work.isSpent;
  work.spend(knownHtml(filled).html.styleSteps * STEPS_PER_STYLE_STEP);
  return !work.isSpent;
}

const TOO_LONG = `With its variables it has more than ${HTML_LIMITS.characters} characters.`;

const ENCODERS: Readonly<Record<PlaceholderPlace, (value: string) => string>> = {
  text: (value) => value.replace(/[&<>]/g, reference),
  // This also escapes spaces and signs that would end an attribute without quotes.
  attribute: (value) => value.replace(/[&<>"'`=\s]/g, reference),
  url: (value) => value.trim().replace(/[&<>"'`=\s]/g, reference),
  css: encodeCss,
};

function reference(character: string): string {
  return `&#${character.codePointAt(0) ?? 0};`;
}

/** A CSS value must not contain any of these, because they would end it or start something else. */
const ENDS_CSS = /[{}<>;\\"'`@!&=\p{Cc}]|\/\*/u;

/** Returns a value for CSS, or `NOT_CSS` if the value is unsafe. The check of the filled HTML refuses `NOT_CSS`. */
function encodeCss(value: string): string {
  return ENDS_CSS.test(value) || !isBalanced(value) ? UNSAFE_CSS_MARK : value;
}

function isBalanced(value: string): boolean {
  let depth = 0;
  for (const character of value) {
    if (character === "(") depth += 1;
    if (character === ")" && --depth < 0) return false;
  }
  return depth === 0;
}
