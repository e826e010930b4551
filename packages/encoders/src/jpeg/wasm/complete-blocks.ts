/** Completes the blocks at the edges of a picture, and makes translucent pixels opaque. */

/** Copies rows of pixels, and repeats the last pixel of each row and the last row. */
export function completeBlocks(from: usize, width: i32, rows: i32, to: usize, stride: i32): void {
  const rowBytes = 4 * width;
  for (let row = 0; row < 8; row++) {
    if (row < rows) {
      memory.copy(to, from + row * rowBytes, rowBytes);
      const last = load<u32>(to + rowBytes - 4);
      for (let at = rowBytes; at < stride; at += 4) store<u32>(to + at, last);
    } else memory.copy(to, to - stride, stride);
    to += stride;
  }
}

/** Draws premultiplied pixels on white. Alpha is 255 afterwards. */
export function flatten(pixels: usize, bytes: i32): void {
  for (let at = pixels; at < pixels + bytes; at += 16) {
    const colors = v128.load(at);
    const alphas = i8x16.swizzle(colors, i8x16(3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15));
    v128.store(at, i8x16.add_sat_u(colors, v128.not(alphas)));
  }
}
