/** How much there is to draw in a shape. */

/** A shape in its own units. All lengths are upper bounds. */
export interface PathExtent {
  readonly segments: number;
  readonly length: number;
  /** The heights of all slanted segments together: the rasterizer works on each row that a segment crosses. */
  readonly rise: number;
  /** The heights of upright segments, which take the rasterizer hardly any time. */
  readonly uprightRise: number;
  /** The height of the band in which most of the segments are. */
  readonly band: number;
  /** The sides of the box around all points. */
  readonly width: number;
  readonly height: number;
}

/** Numbers that each command takes for one segment. */
const ARITY: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const TOKEN = /[a-df-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** The two flags of an arc can be written without spaces, as in "a1 1 0 012 2". */
const ARC_FLAG = /[\s,]*[01]/y;

/** Measures path data. A curve counts with its control polygon. */
export function pathExtent(data: string): PathExtent {
  const pen = new Pen();
  let [command, type, arity] = ["", "", 2];
  const numbers: number[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const token = (isFlagNext(type, numbers) ? flagAt(data) : undefined) ?? TOKEN.exec(data)?.[0];
    if (token === undefined) return pen.extent();
    const number = Number(token);
    if (Number.isNaN(number)) {
      [command, type] = [token, token.toLowerCase()];
      arity = ARITY[type] ?? 2;
      numbers.length = 0;
      if (arity === 0) pen.close();
      continue;
    }
    if (arity > 0) numbers.push(number);
    if (numbers.length < arity || arity === 0) continue;
    pen.draw(command, numbers);
    numbers.length = 0;
  }
}

function isFlagNext(type: string, { length }: readonly number[]): boolean {
  return type === "a" && (length === 3 || length === 4);
}

function flagAt(data: string): string | undefined {
  ARC_FLAG.lastIndex = TOKEN.lastIndex;
  const flag = ARC_FLAG.exec(data)?.[0];
  if (flag !== undefined) TOKEN.lastIndex = ARC_FLAG.lastIndex;
  return flag;
}

class Pen {
  #segments = 0;
  #length = 0;
  #rise = 0;
  #uprightRise = 0;
  #x = 0;
  #y = 0;
  #start: readonly [number, number] = [0, 0];
  #margin = 0;
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];

  draw(command: string, numbers: readonly number[]): void {
    const type = command.toLowerCase();
    const [baseX, baseY] = command === type ? [this.#x, this.#y] : [0, 0];
    this.#segments++;
    if (type === "h") this.#lineTo(baseX + (numbers[0] ?? 0), this.#y);
    else if (type === "v") this.#lineTo(this.#x, baseY + (numbers[0] ?? 0));
    else if (type === "a") this.#arcTo(numbers, baseX + (numbers[5] ?? 0), baseY + (numbers[6] ?? 0));
    else {
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        const [x, y] = [baseX + (numbers[index] ?? 0), baseY + (numbers[index + 1] ?? 0)];
        if (type === "m") this.#moveTo(x, y);
        else this.#lineTo(x, y);
      }
    }
  }

  close(): void {
    this.#segments++;
    this.#lineTo(...this.#start);
  }

  extent(): PathExtent {
    const [xs, ys] = [this.#xs, this.#ys];
    const mean = ys.reduce((sum, y) => sum + y, 0) / Math.max(1, ys.length);
    const deviation = ys.reduce((sum, y) => sum + Math.abs(y - mean), 0) / Math.max(1, ys.length);
    return {
      segments: this.#segments,
      length: this.#length,
      rise: this.#rise,
      uprightRise: this.#uprightRise,
      // Four times the mean deviation, which a few points far away do not enlarge much.
      band: 4 * deviation + (this.#rise + this.#uprightRise) / Math.max(1, this.#segments),
      width: spanOf(xs) + 2 * this.#margin,
      height: spanOf(ys) + 2 * this.#margin,
    };
  }

  /** A minor arc is at most half of an ellipse over its chord. Too small radii are enlarged (SVG 2, section 9.5.1). */
  #arcTo([rx = 0, ry = 0, , isLarge = 0]: readonly number[], x: number, y: number): void {
    const chord = Math.hypot(x - this.#x, y - this.#y);
    const [longer, shorter] = [Math.max(Math.abs(rx), Math.abs(ry)), Math.min(Math.abs(rx), Math.abs(ry))];
    const enlarged = shorter > 0 ? (chord / 2) * (longer / shorter) : chord;
    const radius = Math.max(longer, enlarged);
    const whole = 2 * Math.PI * radius;
    const length = isLarge === 1 ? whole : Math.min(whole, Math.PI * Math.max(enlarged, chord / 2));
    this.#length += length;
    this.#rise += length;
    this.#margin = Math.max(this.#margin, Math.min(2 * radius, length));
    this.#moveTo(x, y, false);
  }

  #moveTo(x: number, y: number, isStart = true): void {
    [this.#x, this.#y] = [x, y];
    if (isStart) this.#start = [x, y];
    this.#xs.push(x);
    this.#ys.push(y);
  }

  #lineTo(x: number, y: number): void {
    // Much faster than `Math.hypot`, which is exact for extreme numbers.
    this.#length += Math.sqrt((x - this.#x) ** 2 + (y - this.#y) ** 2);
    if (x === this.#x) this.#uprightRise += Math.abs(y - this.#y);
    else this.#rise += Math.abs(y - this.#y);
    this.#moveTo(x, y, false);
  }
}

function spanOf(values: readonly number[]): number {
  let [least, most] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
