/** The limits of previews. */
const MIN_SCALE = 0.05;
const MAX_PIXELS = 2_000_000;

/** Returns the greatest scale that a preview can have, and that keeps its sides within a limit. */
export function previewScale(width: number, height: number, maxSidePx: number): number {
  const fitting = Math.min(1, maxSidePx / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.max(MIN_SCALE, Math.floor(fitting * 1000) / 1000);
}
