/** How two pictures differ. */
import type { Frame } from "../../../../core/rendering/frame/tile.js";

/** How the fast path differs from the reference path. */
export interface Difference {
  /** The largest difference between the channels of the picture and of its layers, each drawn on the whole picture. */
  readonly largest: number;
  /** How many of these channels differ by more than `ALLOWED_LEVELS`. */
  readonly beyond: number;
  /** The areas of 3 × 3 pixels that all differ from one drawing of everything. */
  readonly areas: number;
}

/** The levels that both paths can differ by, because they round at different steps of blending. */
export const ALLOWED_LEVELS = 2;

/**
 * Only areas of so many pixels in each direction count as different from one drawing. The rasterizer has four by four
 * samples per pixel, and rounds the edge of a path to them. How it rounds depends on where the drawing starts and where it
 * cuts the path. So one pixel along an edge can differ, by a quarter of the contrast for each layer that has its edge
 * there. What is missing, cut off, moved, or in another color has an area.
 */
const AREA_SIDE = 3;

/** The largest difference between the channels of two pictures, and how many differ by more than `ALLOWED_LEVELS`. */
export function channelDifference(one: Frame, other: Frame): Pick<Difference, "largest" | "beyond"> {
  if (one.pixels.length !== other.pixels.length) throw new Error("The pictures differ in size.");
  let [largest, beyond] = [0, 0];
  for (let index = 0; index < one.pixels.length; index++) {
    const distance = Math.abs((one.pixels[index] ?? 0) - (other.pixels[index] ?? 0));
    largest = Math.max(largest, distance);
    if (distance > ALLOWED_LEVELS) beyond++;
  }
  return { largest, beyond };
}

/** Whether a picture is large enough to have an area. */
export function hasAreas({ width, height }: Frame): boolean {
  return Math.min(width, height) >= AREA_SIDE;
}

/** The number of areas in which each pixel of two pictures differs by more than `levels`. Areas can overlap. */
export function differentAreas(one: Frame, other: Frame, levels: number): number {
  const { width, height } = one;
  /** How many pixels differ without a gap, from the current row upwards. */
  const columns = new Uint32Array(width);
  let areas = 0;
  for (let y = 0; y < height; y++) {
    let inRow = 0;
    for (let x = 0; x < width; x++) {
      const depth = isDifferent(one, other, y * width + x, levels) ? (columns[x] ?? 0) + 1 : 0;
      columns[x] = depth;
      inRow = depth >= AREA_SIDE ? inRow + 1 : 0;
      if (inRow >= AREA_SIDE) areas++;
    }
  }
  return areas;
}

function isDifferent(one: Frame, other: Frame, pixel: number, levels: number): boolean {
  for (let index = 4 * pixel; index < 4 * pixel + 4; index++) {
    if (Math.abs((one.pixels[index] ?? 0) - (other.pixels[index] ?? 0)) > levels) return true;
  }
  return false;
}
