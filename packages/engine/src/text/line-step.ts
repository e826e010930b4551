/** Finds the distance between lines whose letters have marks above and below. */
import { isStacked } from "../fonts/script.js";
import type { LineRange } from "./break-lines.js";
import type { EngineParts } from "./engine.js";
import type { LoadedFont } from "./font-cache.js";
import type { Paragraph, PreparedText, TextRun } from "./prepared-text.js";
import { lineHeightPx, type TextSpec } from "./spec.js";

/** The gap between the lowest mark of a line and the highest mark of the next line, in em. */
const GAP = 0.04;
/** The extent of letters of other scripts in the same text: capitals and descenders of Latin fonts. */
const OTHER_INK = { top: 0.75, bottom: -0.25 };
/**
 * The largest distance in em. No readable text needs more, but any number of marks can be stacked on a letter, and a
 * hostile font can have any metric.
 */
const MAX_STEP = 2.5;

/**
 * Returns the smallest distance between two baselines, in em, at which the letters and marks of a text in a stacked
 * script do not touch the next line. It is the same for all lines, so that they are evenly spaced. It is 0 for other
 * scripts, for example Latin: the author's line height applies there, because headlines are often set tight on purpose.
 */
export function minLineStepOf(parts: EngineParts, paragraphs: readonly Paragraph[]): number {
  const runs = paragraphs.flatMap((paragraph) => paragraph.runs);
  const stacked = runs.filter(({ script, font }) => font !== undefined && isStacked(script));
  if (stacked.length === 0) return 0;
  let [top, bottom] = stacked.length < runs.length ? [OTHER_INK.top, OTHER_INK.bottom] : [0, 0];
  for (const run of stacked) {
    if (run.font === undefined) continue;
    const ink = inkOf(parts.fontCache.load(run.font), run);
    [top, bottom] = [Math.max(top, ink.top), Math.min(bottom, ink.bottom)];
  }
  return Math.min(MAX_STEP, top - bottom + GAP);
}

/** Returns the extent of a run's glyphs above and below the baseline, in em. The extent below is negative. */
function inkOf(
  font: LoadedFont,
  { glyphs, style: { scale } }: TextRun,
): { readonly top: number; readonly bottom: number } {
  const known = new Map<number, { readonly top: number; readonly bottom: number }>();
  let [top, bottom] = [0, 0];
  glyphs?.ids.forEach((id, index) => {
    const ink = known.get(id) ?? glyphInk(font, id);
    known.set(id, ink);
    const shift = glyphs.shiftsY[index] ?? 0;
    [top, bottom] = [Math.max(top, ink.top * scale + shift), Math.min(bottom, ink.bottom * scale + shift)];
  });
  return { top, bottom };
}

function glyphInk({ hb, unitsPerEm }: LoadedFont, id: number): { readonly top: number; readonly bottom: number } {
  const extents = hb.glyphExtents(id);
  if (extents === undefined) return { top: 0, bottom: 0 };
  const { yBearing, height } = extents;
  return { top: yBearing / unitsPerEm, bottom: (yBearing + height) / unitsPerEm };
}

/** The lines of a text, one below the other, in whole pixels. */
export interface Stack {
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  /** The height of all lines. */
  readonly height: number;
}

/** Stacks lines. `scales` are the sizes of their largest letters, as multiples of the font size. */
export function stackLines(text: PreparedText, spec: TextSpec, fontSize: number, scales: readonly number[]): Stack {
  const heights = scales.map((scale) => lineHeightPx(spec, fontSize * scale));
  const leastStep = Math.ceil(text.minLineStep * fontSize);
  const tops: number[] = [];
  let [top, bottom] = [0, 0];
  for (const height of heights) {
    tops.push(top);
    bottom = top + height;
    top += Math.max(height, leastStep);
  }
  return { tops, heights, height: bottom };
}

/** Returns the size of the largest letters of a line, as a multiple of the font size. An empty line has the size 1. */
export function lineScale({ runs }: Paragraph, { first, end }: LineRange): number {
  const scales = runs.filter((run) => run.first < end && run.end > first).map(({ style }) => style.scale);
  return scales.length === 0 ? 1 : Math.max(...scales);
}

/** Returns the distance between two baselines in whole pixels. */
export function lineStepPx({ minLineStep }: PreparedText, spec: TextSpec, fontSize: number): number {
  return Math.max(lineHeightPx(spec, fontSize), Math.ceil(minLineStep * fontSize));
}
