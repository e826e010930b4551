/** Writes letters as path data in the units of an SVG. */
import type { Box } from "../paint/fragment.js";
import { MAX_COORDINATE } from "../document/svg/svg-bounds.js";
import type { OutlineStep } from "../text/outlines.js";

/** The place of a letter. */
export interface LetterPlace {
  readonly x: number;
  readonly y: number;
  /** In degrees, around the place. */
  readonly rotate: number;
  /** Units of the SVG for each unit of the font. */
  readonly scale: number;
  /** Units to the right for each unit above the baseline. */
  readonly slant: number;
}

/** Path data has steps of this share of the font size, and at most this many decimals. */
const STEPS_PER_SIZE = 4_000;
const MAX_DECIMALS = 8;

/** Writes the paths of letters of one font size. */
export class GlyphWriter {
  readonly #steps: number;
  #data: string[] = [];

  constructor(fontSize: number) {
    const decimals = Math.ceil(Math.log10(STEPS_PER_SIZE / Math.max(fontSize, Number.MIN_VALUE)));
    this.#steps = 10 ** Math.min(MAX_DECIMALS, Math.max(0, decimals));
  }

  /** Adds a letter. A letter that is too far away is left out, as shapes with such coordinates are refused. */
  add(outline: readonly OutlineStep[], place: LetterPlace): void {
    const at = placer(place);
    const data: string[] = [];
    for (const { type, values } of outline) {
      const points: string[] = [];
      for (let index = 0; index + 1 < values.length; index += 2) {
        const [x, y] = at(values[index] ?? 0, values[index + 1] ?? 0);
        if (!(Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE)) return;
        points.push(`${this.#number(x)} ${this.#number(y)}`);
      }
      data.push(type.toUpperCase() + points.join(" "));
    }
    this.#data.push(data.join(""));
  }

  /** Adds a rectangle, and cuts another one out of it. */
  addFrame(outside: Box, inside?: Box): void {
    const corners = ({ x, y, width, height }: Box) => [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ];
    const written = (points: readonly number[][]) =>
      `M${points.map((point) => point.map((each) => this.#number(each)).join(" ")).join("L")}Z`;
    if (![outside.x, outside.y, outside.width, outside.height].every((each) => Math.abs(each) <= MAX_COORDINATE))
      return;
    this.#data.push(written(corners(outside)));
    // It runs in the other direction, so that the fill rule leaves the inside empty.
    if (inside !== undefined) this.#data.push(written(corners(inside).toReversed()));
  }

  /** Returns the path data of everything that was added since the last call. */
  take(): string {
    const data = this.#data.join("");
    this.#data = [];
    return data;
  }

  #number(value: number): string {
    const rounded = Math.round(value * this.#steps) / this.#steps;
    // A number without an exponent is understood everywhere.
    const text = String(rounded);
    return rounded === 0 ? "0" : text.includes("e") ? rounded.toFixed(MAX_DECIMALS) : text;
  }
}

/** Returns the function from points of a font, whose y axis points up, to points of the SVG. */
function placer({ x, y, rotate, scale, slant }: LetterPlace): (left: number, up: number) => readonly [number, number] {
  if (rotate === 0) return (left, up) => [x + (left + up * slant) * scale, y - up * scale];
  const [cos, sin] = [Math.cos((rotate * Math.PI) / 180), Math.sin((rotate * Math.PI) / 180)];
  return (left, up) => {
    const [right, down] = [(left + up * slant) * scale, -up * scale];
    return [x + right * cos - down * sin, y + right * sin + down * cos];
  };
}
