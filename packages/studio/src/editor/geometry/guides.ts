/** Lines that a person has put on the canvas, and the grid. Both attract edges, and neither is part of the picture. */

/** A line across the whole canvas. */
export interface Guide {
  /** `x` for a vertical line, whose place is an x coordinate. */
  readonly axis: "x" | "y";
  /** The place of the line in document pixels. */
  readonly at: number;
}

/** The lines that attract edges besides boxes. */
export interface SnapAids {
  readonly guides: readonly Guide[];
  /** The distance of the lines of the grid in document pixels. `undefined` if nothing snaps to it. */
  readonly grid: number | undefined;
}

export const NO_AIDS: SnapAids = { guides: [], grid: undefined };

/** Adds a guide, unless there is one at this place. */
export function addGuide(guides: readonly Guide[], guide: Guide): readonly Guide[] {
  const isThere = guides.some(({ axis, at }) => axis === guide.axis && at === guide.at);
  return isThere ? guides : [...guides, guide];
}

/** Moves a guide. If another guide is already at the new place, only one of them is kept. */
export function moveGuide(guides: readonly Guide[], index: number, at: number): readonly Guide[] {
  const guide = guides[index];
  return guide === undefined ? guides : addGuide(guides.toSpliced(index, 1), { ...guide, at });
}

/** Returns the place of the guide on whole pixels, or on a line of a box that is near enough. */
export function snapGuide(at: number, lines: readonly number[], reach: number): number {
  const near = lines.filter((line) => Math.abs(line - at) <= reach);
  const [best] = near.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
  return best ?? Math.round(at);
}

/** Returns the distance of the shown grid lines: a multiple of the spacing that is wide enough on the screen. */
export function shownSpacing(spacing: number, scale: number, leastPx: number): number {
  const factor = [1, 2, 5, 10, 20, 50, 100].find((times) => spacing * times * scale >= leastPx) ?? 100;
  return spacing * factor;
}
