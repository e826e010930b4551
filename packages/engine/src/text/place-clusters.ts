/** Finds where the clusters of a line begin and end. An editor puts its caret and its selection there. */
import { eachAdvance } from "./prepare-text.js";
import { EMOJI_ADVANCE, type Paragraph, type ShapedGlyphs, type TextRun } from "./prepared-text.js";

/** A grapheme on a line. Lengths are in pixels. */
export interface PlacedCluster {
  /** The index of its unit in the paragraph. */
  readonly unit: number;
  /** The left edge, from the beginning of the line. */
  readonly x: number;
  readonly width: number;
  /** Whether its text runs from right to left, so that it begins at its right edge. */
  readonly isRtl: boolean;
}

interface Pen {
  /** The left edge of the run, in em. */
  readonly pen: number;
  /** The font size in pixels. */
  readonly size: number;
  /** Returns the space after a unit, in em. */
  readonly gapAfter: (unit: number) => number;
}

/** Returns the clusters of a part of a run, from left to right. The letters of a ligature share its width. */
export function placeClusters(
  paragraph: Paragraph,
  { run, glyphs }: { readonly run: TextRun; readonly glyphs: ShapedGlyphs | undefined },
  { pen: start, size, gapAfter }: Pen,
): PlacedCluster[] {
  const isRtl = run.level % 2 === 1;
  const widths = widthsOf(paragraph, run, glyphs, gapAfter);
  const units = Array.from({ length: run.end - run.first }, (_, index) => run.first + index);
  if (isRtl) units.reverse();
  let pen = start;
  return units.map((unit) => {
    const [x, width] = [pen, widths.get(unit) ?? 0];
    pen += width;
    return { unit, x: x * size, width: width * size, isRtl };
  });
}

/** Returns the widths of units with the space after them, in em. */
function widthsOf(
  { units, unitAt }: Paragraph,
  run: TextRun,
  glyphs: ShapedGlyphs | undefined,
  gapAfter: (unit: number) => number,
): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const add = (unit: number, width: number) => widths.set(unit, (widths.get(unit) ?? 0) + width);
  if (run.emoji.length > 0) add(run.first, run.emoji.length * EMOJI_ADVANCE * run.style.scale);
  if (glyphs !== undefined) eachAdvance(unitAt, glyphs, units[run.end - 1]?.end ?? 0, add);
  // Only the first letter of a ligature has a glyph, and with it a space.
  const spaced = new Set(glyphs?.clusters.map((cluster) => unitAt[cluster] ?? -1));
  if (run.emoji.length > 0) spaced.add(run.first);
  for (const unit of spaced) if (unit !== -1) add(unit, gapAfter(unit));
  return widths;
}
