/** Places where a line can be broken (UAX #14). */
import LineBreaker from "linebreak";
import type { Segment, Unit } from "./prepared-text.js";

const SOFT_HYPHEN = "\u00ad";
/** Scripts without spaces between words: Thai, Lao, Khmer, Burmese. Their words are found with a dictionary. */
const NEEDS_DICTIONARY = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

let words: Intl.Segmenter | undefined;

/** The segments of a paragraph. The advances of its units must be known. */
export function segmentsOf(text: string, units: readonly Unit[]): Segment[] {
  const breaks = breakPositions(text);
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
  return { first, end, width: widthOf(units, first, visibleEnd), space: widthOf(units, visibleEnd, end), hyphen };
}

/** The sum of the units' advances. */
export function widthOf(units: readonly Unit[], first: number, end: number): number {
  let width = 0;
  for (let index = first; index < end; index++) width += units[index]?.advance ?? 0;
  return width;
}

function breakPositions(text: string): Set<number> {
  const positions = new Set<number>();
  const breaker = new LineBreaker(text);
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) positions.add(next.position);
  if (NEEDS_DICTIONARY.test(text)) addWordStarts(text, positions);
  return positions;
}

function addWordStarts(text: string, positions: Set<number>): void {
  words ??= new Intl.Segmenter("th", { granularity: "word" });
  let before = "";
  for (const { index, segment } of words.segment(text)) {
    if (NEEDS_DICTIONARY.test(segment.charAt(0)) && NEEDS_DICTIONARY.test(before)) positions.add(index);
    before = segment.charAt(segment.length - 1);
  }
}
