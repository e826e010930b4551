import { MAX_FONT_SIZE } from "../document/attributes/text-styles.js";
import { BALANCE_ROUNDS, balanceLines, breakLines, type LineRange } from "./break-lines.js";
import type { PreparedText } from "./prepared-text.js";
import { lineScale, lineStepPx, stackLines } from "./line-step.js";
import { lineHeightPx, type TextSpec } from "./spec.js";
import { MICROSECONDS } from "./text-work.js";
import type { Meter } from "../shared/work.js";

/** The space available for a text, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A line of one of the paragraphs. */
export interface BrokenLine extends LineRange {
  readonly paragraph: number;
  /** Whether this is the last line of its paragraph. Justification never stretches the last line. */
  readonly isLast: boolean;
}

/** The step between the font sizes that are tried, in pixels. */
const STEP_PX = 0.5;

/**
 * Returns the font size of a text: the layer's own size, or the largest size within the layer's limits at which the
 * text fits.
 */
export function chooseSize(text: PreparedText, spec: TextSpec, room: Room, spend: Meter): number {
  const { font_size: size, text_fit: fit } = spec;
  const fits = (candidate: number) => fitsAt(text, spec, room, candidate, spend);
  const smallest = Math.min(spec.min_font_size, size);
  // The letters of a style grow by the same ratio. Larger ones than any text can ask for would take too much work.
  const largest = Math.max(Math.min(spec.max_font_size, MAX_FONT_SIZE / text.largestScale), size);
  switch (fit) {
    case "cut":
      return size;
    case "shrink":
      return fits(size) ? size : largestThatFits(smallest, size, fits);
    case "grow":
      return fits(largest) ? largest : largestThatFits(size, largest, fits);
    case "both":
      return fits(largest) ? largest : largestThatFits(smallest, largest, fits);
  }
}

/** Runs a binary search over the steps from `low`, without `high`. Returns `low` if no larger size fits. */
function largestThatFits(low: number, high: number, fits: (size: number) => boolean): number {
  let [good, bad] = [0, Math.ceil((high - low) / STEP_PX)];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fits(low + middle * STEP_PX)) good = middle;
    else bad = middle;
  }
  return low + good * STEP_PX;
}

function fitsAt(text: PreparedText, spec: TextSpec, room: Room, size: number, spend: Meter): boolean {
  // Prefer a smaller size over a broken word.
  if (text.widestSegment * size > room.width + 0.01) return false;
  if (!text.isUniform) return mixedFitsAt(text, spec, room, size, spend);
  const most = linesIn(text, spec, room, size);
  let count = 0;
  for (const paragraph of text.paragraphs) {
    spend(paragraph.segments.length * MICROSECONDS.segment);
    count += breakLines(paragraph, room.width / size, text.hyphenWidth).length;
    if (count > most) return false;
  }
  // For a single line, only the letters must fit, not the whole line height.
  return count === 1 ? size <= room.height : heightOf(text, spec, size, count) <= room.height;
}

/** Does the same as `fitsAt` for a text with letters of several sizes. */
function mixedFitsAt(text: PreparedText, spec: TextSpec, room: Room, size: number, spend: Meter): boolean {
  const scales: number[] = [];
  for (const paragraph of text.paragraphs) {
    spend(paragraph.segments.length * MICROSECONDS.segment);
    const lines = breakLines(paragraph, room.width / size, text.hyphenWidth);
    for (const line of lines) scales.push(lineScale(paragraph, line));
    if (scales.length > (spec.max_lines ?? scales.length)) return false;
  }
  const [first = 1, second] = scales;
  if (second === undefined) return first * size <= room.height;
  return stackLines(text, spec, size, scales).height <= room.height;
}

function heightOf(text: PreparedText, spec: TextSpec, size: number, lines: number): number {
  return lineHeightPx(spec, size) + (lines - 1) * lineStepPx(text, spec, size);
}

/** Returns the number of whole lines that fit into a box, but at least one, so that a tight box still shows text. */
function linesIn(text: PreparedText, spec: TextSpec, room: Room, size: number): number {
  const afterFirst = room.height + 0.01 - lineHeightPx(spec, size);
  const fitting = 1 + Math.max(0, Math.floor(afterFirst / lineStepPx(text, spec, size)));
  return Math.min(fitting, spec.max_lines ?? fitting);
}

/** Returns the number of these lines that fit into a box, but at least one. */
export function fittingLines(
  text: PreparedText,
  spec: TextSpec,
  room: Room,
  size: number,
  lines: readonly BrokenLine[],
): number {
  if (text.isUniform) return linesIn(text, spec, room, size);
  const { tops, heights } = stackLines(text, spec, size, scalesOf(text, lines));
  const cut = tops.findIndex((top, index) => index > 0 && top + (heights[index] ?? 0) > room.height + 0.01);
  const fitting = cut === -1 ? lines.length : cut;
  return Math.min(fitting, spec.max_lines ?? fitting);
}

/** Returns the sizes of the largest letters of lines, as multiples of the font size. */
export function scalesOf(text: PreparedText, lines: readonly BrokenLine[]): number[] {
  if (text.isUniform) return lines.map(() => 1);
  return lines.map((line) => {
    const paragraph = text.paragraphs[line.paragraph];
    return paragraph === undefined ? 1 : lineScale(paragraph, line);
  });
}

/** Breaks all paragraphs at a font size, greedily or balanced. */
export function breakText(
  text: PreparedText,
  wrap: TextSpec["text_wrap"],
  width: number,
  size: number,
  spend: Meter,
): readonly BrokenLine[] {
  const passes = wrap === "balance" ? 1 + BALANCE_ROUNDS : 1;
  const fill = wrap === "balance" ? balanceLines : breakLines;
  return text.paragraphs.flatMap((paragraph, index) => {
    spend(paragraph.segments.length * passes * MICROSECONDS.segment);
    const lines = fill(paragraph, width / size, text.hyphenWidth);
    return lines.map((line, at) => ({ ...line, paragraph: index, isLast: at === lines.length - 1 }));
  });
}
