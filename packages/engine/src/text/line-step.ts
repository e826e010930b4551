/** The distance of lines whose letters have marks above and below. */
import { isStacked } from "../fonts/script.js";
import type { EngineParts } from "./engine.js";
import type { LoadedFont } from "./font-cache.js";
import type { Paragraph, PreparedText, TextRun } from "./prepared-text.js";
import { lineHeightPx, type TextSpec } from "./spec.js";

/** Room between the lowest mark of a line and the highest one of the next, in em. */
const GAP = 0.04;
/** The letters of other scripts beside them: capitals and descenders of Latin fonts. */
const OTHER_INK = { top: 0.75, bottom: -0.25 };
/** No readable text needs more. Any number of marks can be stacked on a letter, and a hostile font can have any metric. */
const MAX_STEP = 2.5;

/**
 * The least distance of two baselines, in em, at which the letters and marks of a text in a stacked script do not touch
 * the next line. It is the same for all lines, so that their distance is even. Zero for other scripts, for example Latin:
 * there the author's line height applies, because headlines are often set tight on purpose.
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

/** How far the glyphs of a run reach above the baseline, and beneath it, which is negative. In em. */
function inkOf(font: LoadedFont, { glyphs }: TextRun): { readonly top: number; readonly bottom: number } {
  const known = new Map<number, { readonly top: number; readonly bottom: number }>();
  let [top, bottom] = [0, 0];
  glyphs?.ids.forEach((id, index) => {
    const ink = known.get(id) ?? glyphInk(font, id);
    known.set(id, ink);
    const shift = glyphs.shiftsY[index] ?? 0;
    [top, bottom] = [Math.max(top, ink.top + shift), Math.min(bottom, ink.bottom + shift)];
  });
  return { top, bottom };
}

function glyphInk({ hb, unitsPerEm }: LoadedFont, id: number): { readonly top: number; readonly bottom: number } {
  const extents = hb.glyphExtents(id);
  if (extents === undefined) return { top: 0, bottom: 0 };
  const { yBearing, height } = extents;
  return { top: yBearing / unitsPerEm, bottom: (yBearing + height) / unitsPerEm };
}

/** The distance of two baselines in whole pixels. */
export function lineStepPx({ minLineStep }: PreparedText, spec: TextSpec, fontSize: number): number {
  return Math.max(lineHeightPx(spec, fontSize), Math.ceil(minLineStep * fontSize));
}
