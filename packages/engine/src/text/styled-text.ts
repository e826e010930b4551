/** Turns a layer's text into paragraphs of clean text with style ranges. */
import { LRUCache } from "lru-cache";
import { parseRichText, type RichSegment } from "./rich-text.js";
import { PLAIN_STYLE, type RunStyle, type StyledSegment } from "./prepared-text.js";
import type { TextSpec } from "./spec.js";

/** A range of a paragraph with one style. It starts where the range before it ends. */
export interface StyleRange {
  readonly end: number;
  readonly style: RunStyle;
}

export interface StyledParagraph {
  readonly text: string;
  readonly styles: readonly StyleRange[];
}

/** Ends a paragraph. */
export const LINE_BREAK = /[\n\u0085\u2028\u2029]/;

/** A tab is as wide as four spaces, which is usual for code. */
const TAB = "    ";

/** Removes the marks of a rich text, changes the letter case, and splits the text at the author's line breaks. */
export function styleText(spec: TextSpec): StyledParagraph[] {
  const paragraphs: { text: string; styles: StyleRange[] }[] = [{ text: "", styles: [] }];
  for (const { text, style } of spec.spans ?? segmentsOf(spec)) {
    const lines = shownText(text, spec).split(LINE_BREAK);
    lines.forEach((line, index) => {
      if (index > 0) paragraphs.push({ text: "", styles: [] });
      const paragraph = paragraphs.at(-1);
      if (paragraph === undefined || line === "") return;
      paragraph.text += line;
      paragraph.styles.push({ end: paragraph.text.length, style });
    });
  }
  return paragraphs;
}

/** Returns the parts of a text before its characters are cleaned. A rich text has no marks anymore. */
export function segmentsOf(spec: TextSpec): StyledSegment[] {
  return spec.rich ? parseRichText(spec.text, spec.text_styles).map(styledBy(spec)) : [plain(spec.text)];
}

const plain = (text: string): StyledSegment => ({ text, style: PLAIN_STYLE });

const styledBy =
  ({ font_size: own }: TextSpec) =>
  ({ text, bold, italic, color, font_size, font_weight, font_style, font_family }: RichSegment): StyledSegment => ({
    text,
    style: {
      bold,
      italic,
      color,
      scale: font_size === undefined ? 1 : font_size / own,
      weight: font_weight,
      slope: font_style,
      family: font_family,
    },
  });

/** Returns the characters that are shown for a part of a text. */
export function shownText(text: string, spec: TextSpec): string {
  return changeCase(cleanText(text), spec);
}

/**
 * Removes controls and composes the text (NFC). The Latin file of a family has composed letters, but combining marks
 * are in other files.
 */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/\t/g, TAB)
    .replace(FRACTION, (_, digit: string | undefined, fraction: string) => spellFraction(digit, fraction))
    .replace(/[^\P{Cc}\n\u0085]/gu, "");
}

/** Matches thirds, fifths, eighths and so on. The font files have only halves and quarters. */
const FRACTION = /(\d)?([\u2150-\u215e\u2189])/g;
const WORD_JOINER = "\u2060";

/**
 * Writes a fraction with a fraction slash. Fonts use small digits around it. A whole number before the fraction stays
 * large.
 */
function spellFraction(digit: string | undefined, fraction: string): string {
  return `${digit === undefined ? "" : digit + WORD_JOINER}${fraction.normalize("NFKD")}`;
}

/** Word segmenters by language. */
const words = new LRUCache<string, Intl.Segmenter>({ max: 8 });

function changeCase(text: string, { text_transform, language }: TextSpec): string {
  switch (text_transform) {
    case "none":
      return text;
    case "uppercase":
      return text.toLocaleUpperCase(language);
    case "lowercase":
      return text.toLocaleLowerCase(language);
    case "capitalize":
      return capitalizeWords(text, language);
  }
}

function capitalizeWords(text: string, language = "en"): string {
  const segmenter = words.get(language) ?? new Intl.Segmenter(language, { granularity: "word" });
  words.set(language, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => {
    const [first = ""] = segment;
    return first.toLocaleUpperCase(language) + segment.slice(first.length);
  }).join("");
}
