import type { DeviceGrid } from "../frame/device-grid.js";
import { STEPS_PER_PIXEL } from "../text/outlines.js";

/**
 * The pattern in which the places of glyphs repeat on the pixels of a picture. At scale 1 and at other whole numbers,
 * each document pixel begins at a pixel of the picture. At scale 1.5, every second one does.
 */
export interface MaskGrid {
  readonly scaleX: number;
  readonly scaleY: number;
  /** The distance between two document pixels that begin at a pixel of the picture, in steps of outlines. */
  readonly periodX: number;
  readonly periodY: number;
}

const PERIODS_PX = [1, 2, 4];

/** Returns the grid of masks for a picture, or undefined if its scale is not a multiple of a quarter. */
export function maskGridOf({ scaleX, scaleY }: DeviceGrid): MaskGrid | undefined {
  const [periodX, periodY] = [periodOf(scaleX), periodOf(scaleY)];
  return periodX === undefined || periodY === undefined ? undefined : { scaleX, scaleY, periodX, periodY };
}

function periodOf(scale: number): number | undefined {
  const period = PERIODS_PX.find((pixels) => Number.isInteger(scale * pixels));
  return period === undefined ? undefined : period * STEPS_PER_PIXEL;
}
