import { sortNumbers } from "./sort-numbers.js";

/** The direction to look at segments in: from top to bottom, or from left to right as if the path were rotated. */
export type Direction = "down" | "across";

/** The segments of a path that has only vertical and horizontal ones. There can be a hundred thousand segments. */
export class Spans {
  readonly #xs: readonly number[];
  readonly #ys: readonly number[];
  /** The indexes of the points where segments end. Each segment begins at the previous point. */
  readonly #ends: readonly number[];

  private constructor(xs: readonly number[], ys: readonly number[], ends: readonly number[]) {
    this.#xs = xs;
    this.#ys = ys;
    this.#ends = ends;
  }

  /**
   * Creates the segments between points.
   *
   * @param starts the indexes of the points that the pen moves to without drawing, in ascending order
   */
  static between(xs: readonly number[], ys: readonly number[], starts: readonly number[]): Spans {
    const ends: number[] = [];
    let start = 0;
    for (let index = 0; index < ys.length; index++) {
      if (index === starts[start]) start += 1;
      else ends.push(index);
    }
    return new Spans(xs, ys, ends);
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Returns only the segments along a direction. The others begin and end at the same coordinate of that direction. */
  along(direction: Direction): Spans {
    const values = direction === "down" ? this.#ys : this.#xs;
    const along = this.#ends.filter((end) => values[end] !== (values[end - 1] ?? 0));
    return new Spans(this.#xs, this.#ys, along);
  }

  /** Counts the different places of segments, at right angles to a direction. It stops counting at `enough`. */
  places(direction: Direction, enough: number): number {
    const values = direction === "down" ? this.#xs : this.#ys;
    const found = new Set<number>();
    for (let index = 0; index < this.#ends.length && found.size < enough; index++) {
      const end = this.#ends[index] ?? 0;
      found.add(Math.min(values[end - 1] ?? 0, values[end] ?? 0));
    }
    return found.size;
  }

  /** Returns the coordinates where the segments begin or end in a direction, in ascending order. */
  sorted(direction: Direction, which: "begin" | "end"): Float64Array {
    const values = direction === "down" ? this.#ys : this.#xs;
    const choose = which === "begin" ? Math.min : Math.max;
    const found = new Float64Array(this.#ends.length);
    for (let index = 0; index < found.length; index++) {
      const end = this.#ends[index] ?? 0;
      found[index] = choose(values[end - 1] ?? 0, values[end] ?? 0);
    }
    return sortNumbers(found);
  }
}
