/** Chooses whether the rows of a band are filtered. */
import { estimateSize, NOISE_SIZE } from "./estimate-size";
import { copyRows, filterRows } from "./filter-rows";
import { BYTES } from "./memory";

/**
 * Tenths of an estimate that count. Without filters an estimate is too high: it finds fewer repetitions than are used, and filters
 * leave fewer of them.
 */
const UNFILTERED: u32 = 9;
const FILTERED: u32 = 10;

/**
 * Writes the rows of the band. Returns whether they are those of a drawing, and not filtered: filters make bytes smaller, but
 * differences seldom repeat as pixels do.
 */
export function chooseRows(width: usize, rows: usize, channels: usize, end: usize): bool {
  copyRows(width, rows, channels);
  const unfiltered = estimateSize(BYTES, end);
  filterRows(width, rows, channels);
  if (unfiltered === NOISE_SIZE || unfiltered * UNFILTERED >= estimateSize(BYTES, end) * FILTERED) return false;
  copyRows(width, rows, channels);
  return true;
}
