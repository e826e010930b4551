import type { Meter } from "../shared/work.js";
import { type Coverage, cropCoverage, invert, readArea } from "./coverage.js";
import { areaOf, type DeviceRect, inflateRect, overlap } from "./device-grid.js";
import { growByChords } from "./grow-by-chords.js";
import { growByDistance } from "./grow-by-distance.js";

/** Microseconds for each pixel of an area that grows by distance, and for each comparison of pixels at its edges. */
const US_PER_PIXEL = 0.1;
const US_PER_COMPARISON = 0.003;
/** Microseconds for each pixel and each pixel of the length, if an area grows by the rows of a disc. */
const US_PER_PIXEL_AND_LENGTH = 0.012;

/**
 * Grows an area by a length in pixels on every side, or shrinks it by a negative length. A pixel gets the largest
 * product of a pixel nearby and the weight of their distance: 1 up to the length, and then less, down to 0 one pixel
 * farther. So corners become round and edges stay smooth.
 *
 * @param needed the part of the result that is needed. The result can lack all others
 */
export function spreadCoverage(source: Coverage, length: number, needed: DeviceRect, spend: Meter): Coverage {
  if (length === 0) return cropCoverage(source, needed);
  const reach = Math.ceil(Math.abs(length)) + 1;
  const area = overlap(inflateRect(source, reach), inflateRect(needed, reach));
  if (area === undefined) return cropCoverage(source, { ...needed, width: 0 });
  const values = readArea(source, area);
  // An area shrinks as far as everything around it grows.
  if (length < 0) invert(values);
  const grown = grow({ ...area, values }, Math.abs(length), reach, spend);
  if (length < 0) invert(grown);
  return cropCoverage({ ...area, values: grown }, needed);
}

function grow(source: Coverage, length: number, reach: number, spend: Meter): Uint8Array {
  const pixels = areaOf(source);
  spend(pixels * US_PER_PIXEL);
  const usByChords = pixels * length * US_PER_PIXEL_AND_LENGTH;
  const { comparisons, values } = growByDistance(source, { length, reach }, usByChords / US_PER_COMPARISON);
  spend(values === undefined ? usByChords : comparisons * US_PER_COMPARISON);
  return values ?? growByChords(source, length, reach);
}
