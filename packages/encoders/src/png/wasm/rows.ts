/** The filtered rows of the band that is searched for repetitions. */

/** The address of the first row. */
export let base: usize = 0;
/** The number of bytes of a row, including its filter. */
export let stride: usize = 0;
/** The number of bytes of a pixel. */
export let channels: usize = 0;

/** Sets the rows for the functions below and for searches. */
export function setRows(start: usize, rowBytes: usize, bytesPerPixel: usize): void {
  base = start;
  stride = rowBytes;
  channels = bytesPerPixel;
}

/** Returns the start of the first row at a position or after it. */
export function rowFrom(at: usize): usize {
  return base + ((at - base + stride - 1) / stride) * stride;
}

/** Returns the first position from `at` on where a pixel begins, or the next row. */
export function nextPixel(at: usize, nextRow: usize): usize {
  const left = nextRow - at;
  return at + (left % channels);
}
