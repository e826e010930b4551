/** The filters of PNG: a row is stored as its differences from pixels that are known already. */
import { AVERAGE, chooseFilter, chooseFirstFilter, NONE, PAETH, SUB, UP } from "./choose-filter";
import { BYTES, PIXELS } from "./memory";
import { mean, nearest } from "./predict";

/** Writes the filtered rows of the band. */
export function filterRows(width: usize, rows: usize, channels: usize): void {
  const rowBytes = width << 2;
  let to = BYTES;
  for (let row: usize = 0; row < rows; row++) {
    const start = PIXELS + row * rowBytes;
    if (row > 0 && isSame(start, start - rowBytes, rowBytes)) {
      // Most rows of a drawing repeat the row above.
      store<u8>(to, UP);
      memory.fill(to + 1, 0, width * channels);
    } else {
      const filter = row > 0 ? chooseFilter(start, rowBytes) : chooseFirstFilter(start, rowBytes);
      store<u8>(to, filter);
      filterFirst(start, rowBytes, filter, to + 1, channels);
      filterRest(start, rowBytes, filter, to + 1 + channels, channels);
    }
    to += 1 + width * channels;
  }
}

/** Writes the rows of the band as they are, without a filter. */
export function copyRows(width: usize, rows: usize, channels: usize): void {
  const rowBytes = width << 2;
  let to = BYTES;
  for (let row: usize = 0; row < rows; row++) {
    const start = PIXELS + row * rowBytes;
    store<u8>(to, NONE);
    filterFirst(start, rowBytes, NONE, to + 1, channels);
    filterRest(start, rowBytes, NONE, to + 1 + channels, channels);
    to += 1 + width * channels;
  }
}

function isSame(one: usize, other: usize, length: usize): bool {
  let at: usize = 0;
  for (; at + 16 <= length; at += 16) {
    if (v128.any_true(v128.xor(v128.load(one + at), v128.load(other + at)))) return false;
  }
  for (; at < length; at += 4) if (load<u32>(one + at) !== load<u32>(other + at)) return false;
  return true;
}

/** Writes the first pixel, which has none to its left. */
function filterFirst(start: usize, rowBytes: usize, filter: u32, to: usize, channels: usize): void {
  const pixel = v128.load(start);
  if (filter === NONE || filter === SUB) {
    put(to, pixel, channels);
    return;
  }
  const above = v128.load(start - rowBytes);
  put(to, i8x16.sub(pixel, filter === AVERAGE ? i8x16.shr_u(above, 1) : above), channels);
}

/**
 * Writes all pixels except the first, four at a time. The next row overwrites the bytes that are written beyond the
 * end.
 */
function filterRest(start: usize, rowBytes: usize, filter: u32, target: usize, channels: usize): void {
  const end = start + rowBytes;
  const step = channels << 2;
  let to = target;
  if (filter === NONE) {
    for (let at = start + 4; at < end; at += 16, to += step) put(to, v128.load(at), channels);
  } else if (filter === SUB) {
    for (let at = start + 4; at < end; at += 16, to += step) {
      put(to, i8x16.sub(v128.load(at), v128.load(at - 4)), channels);
    }
  } else if (filter === UP) {
    for (let at = start + 4; at < end; at += 16, to += step) {
      put(to, i8x16.sub(v128.load(at), v128.load(at - rowBytes)), channels);
    }
  } else if (filter === AVERAGE) {
    for (let at = start + 4; at < end; at += 16, to += step) {
      put(to, i8x16.sub(v128.load(at), mean(v128.load(at - 4), v128.load(at - rowBytes))), channels);
    }
  } else if (filter === PAETH) {
    for (let at = start + 4; at < end; at += 16, to += step) {
      const corner = v128.load(at - rowBytes - 4);
      put(to, i8x16.sub(v128.load(at), nearest(v128.load(at - 4), v128.load(at - rowBytes), corner)), channels);
    }
  }
}

/** Writes four pixels, without alpha if the picture has three channels. */
function put(to: usize, pixels: v128, channels: usize): void {
  const packed = i8x16.shuffle(pixels, pixels, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15);
  v128.store(to, channels === 3 ? packed : pixels);
}
