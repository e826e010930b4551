/** Measures how two pictures differ. */
import type { Frame } from "../../src/frame/tile.js";

/** The differences between the fast path and the reference path. */
export interface Difference {
  /** The largest difference between the channels of the picture and of its layers, each drawn on the whole picture. */
  readonly largest: number;
  /** The number of these channels that differ by more than `ALLOWED_LEVELS`. */
  readonly beyond: number;
  /**
   * The number of areas of 3 × 3 pixels whose pixels all differ from one drawing of everything, in the same direction.
   */
  readonly areas: number;
}

/** The levels that both paths can differ by, because they round at different steps of blending. */
export const ALLOWED_LEVELS = 2;

/**
 * The side of an area that counts as different from one drawing, in pixels. The rasterizer has four by four samples per
 * pixel, and rounds the edge of a path to them. How it rounds depends on where the drawing starts and where it cuts the
 * path. So one pixel along an edge can differ, by a quarter of the contrast for each layer that has its edge there.
 * Thin lines beside each other have many such pixels, but each gains what its neighbor loses. So an area counts only if
 * all of its pixels are brighter, or all are darker. Any part that is missing, cut off, moved, or in another color has
 * such an area.
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

/** The levels of one of the sixteen samples of a pixel, plus the levels that both paths can differ by. */
const SAMPLE_LEVELS = 16 + ALLOWED_LEVELS;

/** The maximum number of pixels of a picture that can differ by a sample. */
const MAX_STRAY_PIXELS = 4;

/**
 * Returns whether a picture differs from its layers by more than a sample in a few pixels. A coordinate of the
 * rasterizer has 24 bits. The rasterizer divides some curves, and the place of the drawing decides the last bit of the
 * point of division. So the curve of a layer that is drawn on its own pixels can be on the other side of a sample.
 */
export function isFault({ largest, beyond }: Pick<Difference, "largest" | "beyond">): boolean {
  const isStray = largest <= SAMPLE_LEVELS && beyond <= MAX_STRAY_PIXELS * CHANNELS;
  return largest > ALLOWED_LEVELS && !isStray;
}

/** Returns whether a picture is large enough to have an area. */
export function hasAreas({ width, height }: Frame): boolean {
  return Math.min(width, height) >= AREA_SIDE;
}

/**
 * The number of areas in which one channel of every pixel differs by more than `levels`, always in the same direction.
 * Areas can overlap.
 */
export function differentAreas(one: Frame, other: Frame, levels: number): number {
  const { width, height } = one;
  /** The number of pixels that differ without a gap, from the current row upwards, for each column and direction. */
  const columns = new Uint32Array(DIRECTIONS * width);
  let areas = 0;
  for (let y = 0; y < height; y++) {
    const inRow = new Uint32Array(DIRECTIONS);
    for (let x = 0; x < width; x++) {
      let isArea = false;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const at = DIRECTIONS * x + direction;
        const isDifferent = differenceTo(one, other, y * width + x, direction) > levels;
        const depth = isDifferent ? (columns[at] ?? 0) + 1 : 0;
        columns[at] = depth;
        inRow[direction] = depth >= AREA_SIDE ? (inRow[direction] ?? 0) + 1 : 0;
        isArea ||= (inRow[direction] ?? 0) >= AREA_SIDE;
      }
      if (isArea) areas++;
    }
  }
  return areas;
}

const CHANNELS = 4;

/** Each channel can be brighter or darker. */
const DIRECTIONS = 2 * CHANNELS;

/** Returns how much brighter or darker one channel of a pixel is in the second picture. */
function differenceTo(one: Frame, other: Frame, pixel: number, direction: number): number {
  const at = 4 * pixel + (direction >> 1);
  const brighter = (other.pixels[at] ?? 0) - (one.pixels[at] ?? 0);
  return (direction & 1) === 0 ? brighter : -brighter;
}
