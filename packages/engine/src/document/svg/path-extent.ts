/** Measures the extent of a shape, which determines the cost of drawing it. */
import { END, NUMBER, NumberScanner } from "./number-scanner.js";
import { Spans } from "./spans.js";

/** The extent of a shape in its own units. All lengths are upper bounds. */
export interface PathExtent {
  readonly segments: number;
  readonly length: number;
  /** The sum of the heights of all slanted segments. The rasterizer works on each row that a segment crosses. */
  readonly rise: number;
  /** The sum of the heights of all vertical segments, which take the rasterizer hardly any time. */
  readonly uprightRise: number;
  /** The height of the band that contains most of the segments. */
  readonly band: number;
  /** The sides of the box around all points. */
  readonly width: number;
  readonly height: number;
  /**
   * Whether the path only goes to the right, so that its segments cannot cross each other. Closing lines do not count.
   */
  readonly isOrdered: boolean;
  /** The segments, if all of them are vertical or horizontal. Rasterizers use another algorithm for such paths. */
  readonly spans: Spans | undefined;
  /** Whether the area has a slanted edge that is not drawn, because the path is not closed. */
  readonly closesSlanted: boolean;
}

/** The count of numbers that each command needs for one segment, by the command's character code. */
const ARITY = new Map(
  Object.entries({ m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }).map(([letter, arity]) => [
    letter.charCodeAt(0),
    arity,
  ]),
);
const [LETTER_A, LETTER_H, LETTER_L, LETTER_M, LETTER_V] = [97, 104, 108, 109, 118];
const LOWER = 32;
/** The numbers of the current command. All paths share this array, because there can be thousands of short paths. */
const NUMBERS = new Float64Array(7);

/** Measures path data. A curve counts as its control polygon. */
export function pathExtent(data: string): PathExtent {
  const pen = new Pen();
  const scanner = new NumberScanner(data);
  const numbers = NUMBERS;
  let [type, arity, count, isRelative] = [0, 2, 0, false];
  for (;;) {
    const isFlag = type === LETTER_A && (count === 3 || count === 4) && scanner.readFlag();
    const found = isFlag ? NUMBER : scanner.next();
    if (found === END) return pen.extent();
    if (found !== NUMBER) {
      type = found | LOWER;
      isRelative = found === type;
      arity = ARITY.get(type) ?? 2;
      count = 0;
      if (arity === 0) pen.close();
      continue;
    }
    if (arity === 0) continue;
    numbers[count++] = scanner.value;
    if (count < arity) continue;
    pen.draw(type, isRelative, numbers, arity);
    // Further points of a move command are lines (SVG 2, section 9.3.3). The points of a polygon form such a path.
    if (type === LETTER_M) type = LETTER_L;
    count = 0;
  }
}

class Pen {
  #segments = 0;
  #length = 0;
  #rise = 0;
  #uprightRise = 0;
  #x = 0;
  #y = 0;
  #startX = 0;
  #startY = 0;
  #margin = 0;
  #left = Infinity;
  #right = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;
  /** The coordinates of all points. The `#xs` are kept only as long as all segments are vertical or horizontal. */
  readonly #ys: number[] = [];
  readonly #xs: number[] = [];
  /** The indexes of the points that begin a new part of the path. */
  readonly #starts: number[] = [];
  #isOrdered = true;
  #isBoxed = true;
  #closesSlanted = false;

  draw(type: number, isRelative: boolean, numbers: Float64Array, count: number): void {
    const baseX = isRelative ? this.#x : 0;
    const baseY = isRelative ? this.#y : 0;
    this.#segments++;
    if (type === LETTER_H) this.#lineTo(baseX + (numbers[0] ?? 0), this.#y);
    else if (type === LETTER_V) this.#lineTo(this.#x, baseY + (numbers[0] ?? 0));
    else if (type === LETTER_A) this.#arcTo(numbers, baseX + (numbers[5] ?? 0), baseY + (numbers[6] ?? 0));
    else {
      for (let index = 0; index + 1 < count; index += 2) {
        const x = baseX + (numbers[index] ?? 0);
        const y = baseY + (numbers[index + 1] ?? 0);
        if (type === LETTER_M) this.#moveTo(x, y);
        else this.#lineTo(x, y);
      }
    }
  }

  close(): void {
    this.#segments++;
    const wasOrdered = this.#isOrdered;
    this.#lineTo(this.#startX, this.#startY);
    this.#isOrdered = wasOrdered;
  }

  extent(): PathExtent {
    this.#closeFill();
    return {
      segments: this.#segments,
      length: this.#length,
      rise: this.#rise,
      uprightRise: this.#uprightRise,
      // This is four times the mean deviation, which a few distant points do not enlarge much.
      band: 4 * meanDeviation(this.#ys) + (this.#rise + this.#uprightRise) / Math.max(1, this.#segments),
      width: Math.max(0, this.#right - this.#left) + 2 * this.#margin,
      height: Math.max(0, this.#bottom - this.#top) + 2 * this.#margin,
      isOrdered: this.#isOrdered,
      spans: this.#isBoxed ? Spans.between(this.#xs, this.#ys, this.#starts) : undefined,
      closesSlanted: this.#closesSlanted,
    };
  }

  /**
   * Adds an arc. A minor arc is at most half of an ellipse over its chord. Radii that are too small are enlarged (SVG
   * 2, section 9.5.1).
   */
  #arcTo([rx = 0, ry = 0, , isLarge = 0]: Float64Array, x: number, y: number): void {
    const chord = Math.hypot(x - this.#x, y - this.#y);
    const [longer, shorter] = [Math.max(Math.abs(rx), Math.abs(ry)), Math.min(Math.abs(rx), Math.abs(ry))];
    const enlarged = shorter > 0 ? (chord / 2) * (longer / shorter) : chord;
    const radius = Math.max(longer, enlarged);
    const whole = 2 * Math.PI * radius;
    const length = isLarge === 1 ? whole : Math.min(whole, Math.PI * Math.max(enlarged, chord / 2));
    this.#length += length;
    this.#rise += length;
    this.#isBoxed = false;
    this.#isOrdered = false;
    this.#margin = Math.max(this.#margin, Math.min(2 * radius, length));
    this.#moveTo(x, y, false);
  }

  #moveTo(x: number, y: number, isStart = true): void {
    if (isStart) this.#closeFill();
    if (x < this.#right && (isStart || x < this.#x)) this.#isOrdered = false;
    this.#x = x;
    this.#y = y;
    if (isStart) {
      this.#startX = x;
      this.#startY = y;
      if (this.#isBoxed) this.#starts.push(this.#ys.length);
    }
    if (x < this.#left) this.#left = x;
    if (x > this.#right) this.#right = x;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
    if (this.#isBoxed) this.#xs.push(x);
    this.#ys.push(y);
  }

  #lineTo(x: number, y: number): void {
    // This is much faster than `Math.hypot`, which is exact for extreme numbers.
    this.#length += Math.sqrt((x - this.#x) * (x - this.#x) + (y - this.#y) * (y - this.#y));
    if (x === this.#x) this.#uprightRise += Math.abs(y - this.#y);
    else this.#rise += Math.abs(y - this.#y);
    if (x !== this.#x && y !== this.#y) this.#isBoxed = false;
    this.#moveTo(x, y, false);
  }

  /** Closes an area with a line to its start, even if the path itself is not closed. */
  #closeFill(): void {
    if (this.#startX === this.#x || this.#startY === this.#y) return;
    this.#rise += Math.abs(this.#startY - this.#y);
    this.#closesSlanted = true;
  }
}

function meanDeviation(values: readonly number[]): number {
  const count = Math.max(1, values.length);
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  const mean = sum / count;
  let deviations = 0;
  for (let index = 0; index < values.length; index++) deviations += Math.abs((values[index] ?? 0) - mean);
  return deviations / count;
}
