/** Finds where the characters of laid-out paragraphs are in the text of a layer. */
import { graphemeEnds } from "./graphemes.js";
import { type Places, richTextPlaces } from "./rich-text.js";
import type { TextSpec } from "./spec.js";
import { LINE_BREAK, segmentsOf, shownText } from "./styled-text.js";

/** The places of the characters of a paragraph in the text of its layer, in UTF-16 units. */
export interface ParagraphPlaces extends Places {
  readonly start: number;
  readonly end: number;
}

/** Returns the places of each paragraph that `styleText` returns. */
export function sourcePlaces(spec: TextSpec): ParagraphPlaces[] {
  const marks = spec.rich ? richTextPlaces(spec.text, spec.text_styles) : undefined;
  const startAt = (index: number) => marks?.starts[index] ?? (marks === undefined ? index : spec.text.length);
  const endAt = (index: number) => marks?.ends[index - 1] ?? (marks === undefined ? index : 0);
  const done: ParagraphPlaces[] = [];
  let current = { start: startAt(0), starts: [] as number[], ends: [] as number[] };
  let before = 0;
  for (const { text } of segmentsOf(spec)) {
    const shown = shownText(text, spec);
    const places = placesIn(text, shown, spec);
    for (let index = 0; index < shown.length; index++) {
      const [start, end] = [startAt(before + (places.starts[index] ?? 0)), endAt(before + (places.ends[index] ?? 0))];
      if (LINE_BREAK.test(shown.charAt(index))) {
        done.push({ ...current, end: start });
        current = { start: end, starts: [], ends: [] };
      } else {
        current.starts.push(start);
        current.ends.push(end);
      }
    }
    before += text.length;
  }
  return [...done, { ...current, end: spec.text.length }];
}

/** Returns where the characters of a cleaned text are in the original one. */
function placesIn(text: string, shown: string, spec: TextSpec): Places {
  if (shown === text || hasSameLengths(text, shown)) return alike(shown.length);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { start, end } of chunksOf(text)) {
    const { length } = shownText(text.slice(start, end), spec);
    for (let index = 0; index < length; index++) {
      starts.push(start);
      ends.push(end);
    }
  }
  // A rule for the case of whole words can change a length. Then the places are only about right.
  return starts.length === shown.length ? { starts, ends } : alike(shown.length, text.length);
}

/** Returns whether a text has the same characters, except for their case. */
function hasSameLengths(text: string, shown: string): boolean {
  return text.length === shown.length && text.toLowerCase() === shown.toLowerCase();
}

function alike(length: number, limit = length): Places {
  const at = (index: number) => Math.min(index, limit);
  return {
    starts: Array.from({ length }, (_, index) => at(index)),
    ends: Array.from({ length }, (_, index) => at(index + 1)),
  };
}

const FRACTION = /^[\u2150-\u215e\u2189]$/;
const DIGIT = /^\d$/;

/** Returns the graphemes of a text. A digit and the fraction after it are written together, so they are one chunk. */
function chunksOf(text: string): { readonly start: number; readonly end: number }[] {
  const chunks: { start: number; end: number }[] = [];
  let start = 0;
  for (const end of graphemeEnds(text)) {
    const last = chunks.at(-1);
    const isFraction = FRACTION.test(text.slice(start, end));
    if (last !== undefined && isFraction && DIGIT.test(text.slice(last.start, last.end))) last.end = end;
    else chunks.push({ start, end });
    start = end;
  }
  return chunks;
}
