/** The filtered rows of the band in which repetitions are looked for. */

/** The address of the first row. */
export let base: usize = 0;
/** The bytes of a row, with its filter. */
export let stride: usize = 0;
/** The bytes of a pixel. */
export let channels: usize = 0;

/** Sets the rows that the functions below, and searches, are about. */
export function setRows(start: usize, rowBytes: usize, bytesPerPixel: usize): void {
  base = start;
  stride = rowBytes;
  channels = bytesPerPixel;
}

/** The first row from a position on. */
export function rowFrom(at: usize): usize {
  return base + ((at - base + stride - 1) / stride) * stride;
}

/** The first position from `at` on at which a pixel begins, or the next row. */
export function nextPixel(at: usize, nextRow: usize): usize {
  const left = nextRow - at;
  return at + (left % channels);
}
