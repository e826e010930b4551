/** Chooses whether the rows of a band are filtered. */
import { estimateSize, NOISE_SIZE } from "./estimate-size";
import { copyRows, filterRows } from "./filter-rows";
import { BYTES } from "./memory";

/**
 * The weights of the two estimates, in tenths. The estimate without filters is too high: it finds fewer repetitions
 * than the encoder uses. Filtered rows have fewer repetitions.
 */
const UNFILTERED: u32 = 9;
const FILTERED: u32 = 10;

/**
 * Writes the rows of the band. Returns whether they are rows of a drawing, which are not filtered: filters make bytes
 * smaller, but differences repeat less often than pixels.
 */
export function chooseRows(width: usize, rows: usize, channels: usize, end: usize): bool {
  copyRows(width, rows, channels);
  const unfiltered = estimateSize(BYTES, end);
  filterRows(width, rows, channels);
  if (unfiltered === NOISE_SIZE || unfiltered * UNFILTERED >= estimateSize(BYTES, end) * FILTERED) return false;
  copyRows(width, rows, channels);
  return true;
}
