/** Writes glyphs as SVG path data at a font size. Each outline is created once and reused. */
import { ByteCache } from "../shared/byte-cache.js";
import type { LoadedFont } from "./font-cache.js";
import { EMPTY_EXTENT, extentPoints, includePoints } from "./curve-extent.js";
import { splitAtTurns } from "./level-curves.js";
import { MICROSECONDS } from "./text-work.js";
import type { Meter } from "../shared/work.js";
import { fontTooCostly, isInReach, MAX_OUTLINE_STEPS } from "./font-limits.js";

/** A glyph at a font size, with its origin at 0, 0. The y axis points down. Only the first move is absolute. */
export interface GlyphOutline {
  /** Identifies the outline: the font file, the glyph, the size and the slant. */
  readonly key: string;
  /** The path data after the first move. Empty for a glyph without an outline. */
  readonly tail: string;
  /** The point of the first move. */
  readonly startX: number;
  readonly startY: number;
  /** The box around the ink, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /**
   * The distance by which control points are outside of that box, in pixels. Slanted letters have such control points.
   */
  readonly reach: number;
}

/** Creates the outlines of glyphs, and caches them. */
export interface Outlines {
  /**
   * @param size the font size in pixels
   * @param slant pixels to the right for each pixel above the baseline
   * @throws EngineError if the glyph has too many points or is too large.
   */
  outline(font: LoadedFont, glyph: number, size: number, slant: number, spend: Meter): GlyphOutline;
}

const CACHE_BYTES = 12_000_000;

/** Coordinates are rounded to hundredths of a pixel, so that paths are short and reproducible. */
export const STEPS_PER_PIXEL = 100;

/** Creates an empty cache of outlines. */
export function createOutlines(): Outlines {
  const cache = new ByteCache<GlyphOutline>(CACHE_BYTES, { keepsNewest: true });
  return {
    outline: (font, glyph, size, slant, spend) => {
      const key = `${font.file.name} ${glyph} ${size} ${slant}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const made = { key, ...makeOutline(font, glyph, size, slant) };
      spend(made.tail.length * MICROSECONDS.outlineCharacter);
      cache.set(key, made, made.tail.length * 2 + 200);
      return made;
    },
  };
}

/**
 * Returns the steps of a glyph's path in font units. The y axis points up.
 *
 * @throws EngineError if the glyph has too many points or is too large.
 */
export function outlineSteps(font: LoadedFont, glyph: number): readonly OutlineStep[] {
  const steps = font.hb.glyphToJson(glyph);
  if (steps.length > MAX_OUTLINE_STEPS) throw fontTooCostly(font.file, "has a glyph with too many points");
  for (const { values } of steps) {
    if (values.every((value) => isInReach(value / font.unitsPerEm))) continue;
    throw fontTooCostly(font.file, "has a glyph that is too large");
  }
  return steps;
}

/** A step of a path: a move, a line, a curve, or the end of a contour. */
export interface OutlineStep {
  readonly type: string;
  readonly values: readonly number[];
}

function makeOutline(font: LoadedFont, glyph: number, size: number, slant: number): Omit<GlyphOutline, "key"> {
  const scale = (size / font.unitsPerEm) * STEPS_PER_PIXEL;
  const writer = new OutlineWriter();
  for (const { type, values } of outlineSteps(font, glyph)) {
    const points: number[] = [];
    for (let index = 0; index + 1 < values.length; index += 2) {
      const [x = 0, y = 0] = [values[index], values[index + 1]];
      points.push(Math.round((x + y * slant) * scale), Math.round(-y * scale));
    }
    writer.add(type, points);
  }
  return writer.finish();
}

/** Writes path data in whole steps, relative to the previous point, and collects the bounding box. */
class OutlineWriter {
  #tail = "";
  #start: readonly [number, number] | undefined;
  #contour: readonly [number, number] = [0, 0];
  #x = 0;
  #y = 0;
  readonly #box = { ...EMPTY_EXTENT };
  readonly #controls = { ...EMPTY_EXTENT };

  add(type: string, points: readonly number[]): void {
    if (type === "Z") {
      this.#tail += "z";
      [this.#x, this.#y] = this.#contour;
      return;
    }
    if (type === "M") {
      const [x = 0, y = 0] = points;
      this.#include(points);
      if (this.#start === undefined) this.#start = [x, y];
      else this.#tail += this.#command("m", points);
      this.#contour = [x, y];
      [this.#x, this.#y] = [x, y];
      return;
    }
    for (const piece of splitAtTurns([this.#x, this.#y], points)) {
      this.#include(piece);
      this.#tail += this.#command(type.toLowerCase(), piece);
      [this.#x, this.#y] = [piece.at(-2) ?? 0, piece.at(-1) ?? 0];
    }
  }

  #include(points: readonly number[]): void {
    includePoints(this.#box, extentPoints([this.#x, this.#y], points));
    includePoints(this.#controls, points);
  }

  finish(): Omit<GlyphOutline, "key"> {
    const [startX, startY] = this.#start ?? [0, 0];
    if (this.#start === undefined) {
      return { ...EMPTY_EXTENT, tail: "", startX: 0, startY: 0, reach: 0 };
    }
    const { left, top, right, bottom } = this.#box;
    const controls = this.#controls;
    const reach = Math.max(left - controls.left, top - controls.top, controls.right - right, controls.bottom - bottom);
    return {
      tail: this.#tail,
      startX: startX / STEPS_PER_PIXEL,
      startY: startY / STEPS_PER_PIXEL,
      left: left / STEPS_PER_PIXEL,
      top: top / STEPS_PER_PIXEL,
      right: right / STEPS_PER_PIXEL,
      bottom: bottom / STEPS_PER_PIXEL,
      reach: reach / STEPS_PER_PIXEL,
    };
  }

  #command(letter: string, points: readonly number[]): string {
    let text = letter;
    for (let index = 0; index + 1 < points.length; index += 2) {
      const dx = (points[index] ?? 0) - this.#x;
      const dy = (points[index + 1] ?? 0) - this.#y;
      text += `${index === 0 ? "" : " "}${dx / STEPS_PER_PIXEL} ${dy / STEPS_PER_PIXEL}`;
    }
    return text;
  }
}
