/** Finds the places where a line can be broken (UAX #14). */
import LineBreaker from "linebreak";
import type { Segment, Unit } from "./prepared-text.js";

const SOFT_HYPHEN = "\u00ad";
/** Scripts without spaces between words: Thai, Lao, Burmese, Khmer. Their words are found with a dictionary. */
const NEEDS_DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9fe\uaa60-\uaa7f]/;
/** A letter that can start a line. Repetition and abbreviation signs stay with the previous word, like punctuation. */
const STARTS_WORD = /^[\p{Lo}--[\u0e2f\u0eaf]]/v;
const HANGUL = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb]/g;
const HANGUL_AND_HAN = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb]|\p{Script=Han}/gu;

let words: Intl.Segmenter | undefined;

/** Returns the segments of a paragraph in a language (BCP 47). The advances of its units must be known. */
export function segmentsOf(text: string, units: readonly Unit[], language: string | undefined): Segment[] {
  const breaks = breakPositions(text, language);
  const segments: Segment[] = [];
  let first = 0;
  units.forEach((unit, index) => {
    if (index < units.length - 1 && !breaks.has(unit.end)) return;
    segments.push(segmentOf(units, first, index + 1, text.charAt(unit.end - 1) === SOFT_HYPHEN));
    first = index + 1;
  });
  return segments;
}

function segmentOf(units: readonly Unit[], first: number, end: number, hyphen: boolean): Segment {
  let visibleEnd = end;
  while (visibleEnd > first && (units[visibleEnd - 1]?.isSpace ?? false)) visibleEnd--;
  const [width, space] = [widthOf(units, first, visibleEnd), widthOf(units, visibleEnd, end)];
  return { first, end, width, space, spacing: units[visibleEnd - 1]?.spacing ?? 0, hyphen };
}

/** Returns the sum of the units' advances. */
export function widthOf(units: readonly Unit[], first: number, end: number): number {
  let width = 0;
  for (let index = first; index < end; index++) width += units[index]?.advance ?? 0;
  return width;
}

function breakPositions(text: string, language: string | undefined): Set<number> {
  const positions = new Set<number>();
  const breaker = new LineBreaker(asWords(text, language));
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) positions.add(next.position);
  if (NEEDS_DICTIONARY.test(text)) addWordStarts(text, positions);
  return positions;
}

/**
 * Replaces each Hangul letter with a Latin letter. Korean has spaces between words, and lines break only there
 * (`word-break: keep-all` in CSS). The Unicode rules would allow a break between any two syllables. In Korean text, Han
 * characters are part of words too.
 */
function asWords(text: string, language: string | undefined): string {
  const isKorean = language?.toLowerCase().split("-")[0] === "ko";
  return text.replace(isKorean ? HANGUL_AND_HAN : HANGUL, (letter) => "a".repeat(letter.length));
}

function addWordStarts(text: string, positions: Set<number>): void {
  words ??= new Intl.Segmenter("th", { granularity: "word" });
  let before = "";
  for (const { index, segment } of words.segment(text)) {
    const isWord = NEEDS_DICTIONARY.test(segment.charAt(0)) && STARTS_WORD.test(segment);
    if (isWord && NEEDS_DICTIONARY.test(before)) positions.add(index);
    before = segment.charAt(segment.length - 1);
  }
}
