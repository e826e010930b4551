/** The filtered rows of the band in which repetitions are looked for. */

export let base: usize = 0;
export let stride: usize = 0;
export let channels: usize = 0;

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
