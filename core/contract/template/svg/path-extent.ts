/** How much there is to draw in a shape. */

/** The segments of a shape, and their length in the shape's own units. The length is an upper bound. */
export interface PathExtent {
  readonly segments: number;
  readonly length: number;
}

/** Numbers that each command takes for one segment. */
const ARITY: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const TOKEN = /([a-df-z])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi;

/** Measures path data. A curve counts with the length of its control polygon. */
export function pathExtent(data: string): PathExtent {
  const pen = new Pen();
  let command = "";
  let numbers: number[] = [];
  for (const [, letter, number] of data.matchAll(TOKEN)) {
    if (letter !== undefined) {
      command = letter;
      numbers = [];
      if (ARITY[letter.toLowerCase()] === 0) pen.close();
      continue;
    }
    numbers.push(Number(number));
    // Compact arcs write their two flags without spaces, as in "a1 1 0 012 2". Then there are fewer numbers, and an arc
    // counts at every fifth of them, so that it counts at least as often as it is drawn.
    const arity = command.toLowerCase() === "a" && data.length > 0 ? 5 : (ARITY[command.toLowerCase()] ?? 2);
    if (numbers.length < arity) continue;
    pen.draw(command, numbers);
    numbers = [];
  }
  return pen;
}

class Pen implements PathExtent {
  segments = 0;
  length = 0;
  #x = 0;
  #y = 0;
  #start: readonly [number, number] = [0, 0];

  draw(command: string, numbers: readonly number[]): void {
    const type = command.toLowerCase();
    const [baseX, baseY] = command === type ? [this.#x, this.#y] : [0, 0];
    this.segments++;
    if (type === "h") this.#lineTo(baseX + (numbers[0] ?? 0), this.#y);
    else if (type === "v") this.#lineTo(this.#x, baseY + (numbers[0] ?? 0));
    else if (type === "a")
      this.length += 2 * Math.PI * numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    else {
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        const [x, y] = [baseX + (numbers[index] ?? 0), baseY + (numbers[index + 1] ?? 0)];
        if (type === "m") [this.#x, this.#y, this.#start] = [x, y, [x, y]];
        else this.#lineTo(x, y);
      }
    }
  }

  close(): void {
    this.segments++;
    this.#lineTo(...this.#start);
  }

  #lineTo(x: number, y: number): void {
    this.length += Math.hypot(x - this.#x, y - this.#y);
    [this.#x, this.#y] = [x, y];
  }
}
