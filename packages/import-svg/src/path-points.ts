/** Reads the points of path data, to find its extent and to recognize simple shapes. */
import type { Point } from "./matrix.js";

export interface PathPoints {
  /** All points, in user units. Curves are inside of the points' extent. */
  readonly points: readonly Point[];
  /** The points of each subpath. */
  readonly subpaths: readonly (readonly Point[])[];
  /** Whether the path has only straight lines. */
  readonly isStraight: boolean;
}

/** The number of arguments of each command. */
const COUNTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const NUMBER = /[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([a-z])/iy;

/** Reads path data up to its first error, as renderers do. */
export function pathPoints(data: string): PathPoints {
  return new PathReader(data).read();
}

class PathReader {
  readonly #data: string;
  readonly #subpaths: Point[][] = [];
  #at = 0;
  #pen: Point = { x: 0, y: 0 };
  #isStraight = true;

  constructor(data: string) {
    this.#data = data;
  }

  read(): PathPoints {
    let command: string | undefined;
    for (;;) {
      const letter = this.#match(COMMAND);
      // Numbers without a letter repeat the command. After a move they are lines.
      if (letter !== undefined) command = letter;
      else if (command?.toUpperCase() === "M") command = command === "M" ? "L" : "l";
      else if (command?.toUpperCase() === "Z") break;
      if (command === undefined || !this.#step(command)) break;
    }
    // Cairo, which Canva uses, ends each path with a move that draws nothing.
    const subpaths = this.#subpaths.filter(({ length }) => length > 1);
    return { points: subpaths.flat(), subpaths, isStraight: this.#isStraight };
  }

  #step(command: string): boolean {
    const name = command.toUpperCase();
    const count = COUNTS[name];
    if (count === undefined) return false;
    const numbers: number[] = [];
    while (numbers.length < count) {
      const isFlag = name === "A" && (numbers.length === 3 || numbers.length === 4);
      const text = this.#match(isFlag ? FLAG : NUMBER);
      if (text === undefined) return false;
      numbers.push(Number(text));
    }
    this.#draw(name, command !== name, numbers);
    return true;
  }

  #draw(name: string, isRelative: boolean, numbers: readonly number[]): void {
    const base = isRelative ? this.#pen : { x: 0, y: 0 };
    const [first = 0] = numbers;
    if (name === "Z") {
      const start = this.#subpaths.at(-1)?.[0];
      if (start !== undefined) this.#pen = start;
    } else if (name === "H") this.#add({ x: base.x + first, y: this.#pen.y });
    else if (name === "V") this.#add({ x: this.#pen.x, y: base.y + first });
    else if (name === "A") this.#addArc(numbers, base);
    else {
      if (name === "M") this.#subpaths.push([]);
      if (name !== "M" && name !== "L") this.#isStraight = false;
      for (let index = 0; index + 1 < numbers.length; index += 2) {
        this.#add({ x: base.x + (numbers[index] ?? 0), y: base.y + (numbers[index + 1] ?? 0) });
      }
    }
  }

  /** Adds the end of an arc, and the corners of a box that surely contains the arc. */
  #addArc([rx = 0, ry = 0, , isLarge = 0, , x = 0, y = 0]: readonly number[], base: Point): void {
    const start = this.#pen;
    const end = { x: base.x + x, y: base.y + y };
    const chord = Math.hypot(end.x - start.x, end.y - start.y);
    const reach = Math.max(Math.abs(rx), Math.abs(ry), chord / 2) * (isLarge === 1 ? 2 : 1);
    const isQuarter = isLarge === 0 && Math.abs(Math.abs(end.x - start.x) - Math.abs(rx)) < 1e-3 * reach;
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    // A quarter of a circle between two sides is inside of its own corners.
    if (!isQuarter) {
      this.#add({ x: middle.x - reach, y: middle.y - reach });
      this.#add({ x: middle.x + reach, y: middle.y + reach });
    }
    this.#add(end);
    this.#isStraight = false;
  }

  #add(point: Point): void {
    if (this.#subpaths.length === 0) this.#subpaths.push([]);
    this.#subpaths.at(-1)?.push(point);
    this.#pen = point;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#data);
    if (found === null) return undefined;
    this.#at = pattern.lastIndex;
    return found[1];
  }
}
