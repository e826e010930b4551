/** Fills lines with segments. All lengths are in em, so a prepared text can be broken at any font size. */
import type { Paragraph, Segment, Unit } from "./prepared-text.js";

/** The range of a line's units, without the spaces at its end. */
export interface LineRange {
  readonly first: number;
  readonly end: number;
  /** Whether a hyphen is drawn at the end. */
  readonly hyphen: boolean;
}

/**
 * The rounding error between measuring a text and laying it out in the measured width, in em. It is far less than a
 * pixel.
 */
const TOLERANCE = 1e-4;

/**
 * Breaks a paragraph greedily: each line takes as many segments as fit. A word wider than a line is broken anywhere.
 */
export function breakLines(paragraph: Paragraph, maxWidth: number, hyphenWidth: number): LineRange[] {
  return new LineFiller(paragraph, maxWidth + TOLERANCE, hyphenWidth).fill();
}

/** Breaks a paragraph into as many lines as `breakLines`, with line lengths as similar as possible. */
export function balanceLines(paragraph: Paragraph, maxWidth: number, hyphenWidth: number): LineRange[] {
  const greedy = breakLines(paragraph, maxWidth, hyphenWidth);
  if (greedy.length < 2) return greedy;
  const widest = paragraph.segments.reduce((width, segment) => Math.max(width, segment.width), 0);
  // A width below that of the widest word would break that word.
  let [low, high] = [Math.min(widest, maxWidth), maxWidth];
  let best = greedy;
  for (let round = 0; round < BALANCE_ROUNDS; round++) {
    const middle = (low + high) / 2;
    const lines = breakLines(paragraph, middle, hyphenWidth);
    if (lines.length <= greedy.length) [best, high] = [lines, middle];
    else low = middle;
  }
  return best;
}

/** The number of rounds of the binary search. Ten rounds find the width to a thousandth of the line. */
export const BALANCE_ROUNDS = 10;

/** The largest number of segments of one word that are examined ahead. No word has more. */
const MAX_LOOK_AHEAD = 32;

class LineFiller {
  readonly #paragraph: Paragraph;
  readonly #maxWidth: number;
  readonly #hyphenWidth: number;
  readonly #lines: LineRange[] = [];
  #first = 0;
  /**
   * The end of the current line's visible part, and the width of this part, without and with the spaces that follow.
   */
  #end = 0;
  #width = 0;
  #withSpace = 0;
  #hyphen = false;

  constructor(paragraph: Paragraph, maxWidth: number, hyphenWidth: number) {
    this.#paragraph = paragraph;
    this.#maxWidth = maxWidth;
    this.#hyphenWidth = hyphenWidth;
  }

  fill(): LineRange[] {
    this.#paragraph.segments.forEach((segment, index) => this.#add(segment, index));
    this.#finish(this.#paragraph.units.length);
    return this.#lines;
  }

  #add(segment: Segment, index: number): void {
    // A segment without width, for example one with only spaces, stays at the end of the line and never starts one.
    if (segment.width > 0) {
      if (this.#first < segment.first && !this.#hasRoomFor(index, this.#withSpace)) this.#finish(segment.first);
      this.#hyphen = segment.hyphen;
    }
    if (segment.width > 0 && !this.#fits(segment, this.#withSpace)) this.#breakAnywhere(segment);
    else this.#take(segment.end - trailingSpaces(this.#paragraph.units, segment), segment.width);
    this.#withSpace = this.#width + segment.space;
  }

  #fits(segment: Segment, before: number): boolean {
    return before + segment.width - segment.spacing <= this.#maxWidth;
  }

  /**
   * Returns whether the line has room for a segment. A segment that ends with a soft hyphen also needs room for the
   * hyphen, unless the segments up to the next place for a break fit too.
   */
  #hasRoomFor(index: number, before: number): boolean {
    let width = before;
    for (let at = index; at < index + MAX_LOOK_AHEAD; at++) {
      const segment = this.#paragraph.segments[at];
      if (segment === undefined) return true;
      if (!this.#fits(segment, width)) return false;
      if (!segment.hyphen || this.#fits(segment, width + this.#hyphenWidth)) return true;
      width += segment.width;
    }
    return false;
  }

  #take(end: number, width: number): void {
    if (width > 0) {
      this.#width = this.#withSpace + width;
      this.#end = end;
    } else this.#width = this.#withSpace;
  }

  /** Breaks a segment that is wider than a line. */
  #breakAnywhere(segment: Segment): void {
    const { units } = this.#paragraph;
    const end = segment.end - trailingSpaces(units, segment);
    for (let index = segment.first; index < end; index++) {
      const unit = units[index];
      if (unit === undefined) continue;
      if (
        index > this.#first &&
        !unit.continuesSyllable &&
        this.#withSpace + unit.advance - unit.spacing > this.#maxWidth
      ) {
        this.#hyphen = false;
        this.#finish(index);
      }
      this.#withSpace += unit.advance;
      this.#width = this.#withSpace;
      this.#end = index + 1;
    }
  }

  #finish(next: number): void {
    const hyphen = this.#hyphen && next < this.#paragraph.units.length;
    this.#lines.push({ first: this.#first, end: Math.max(this.#first, this.#end), hyphen });
    this.#first = next;
    this.#end = next;
    this.#width = 0;
    this.#withSpace = 0;
    this.#hyphen = false;
  }
}

function trailingSpaces(units: readonly Unit[], segment: Segment): number {
  let end = segment.end;
  while (end > segment.first && (units[end - 1]?.isSpace ?? false)) end--;
  return segment.end - end;
}
