/** Finds the coefficients of a block that are not zero, so that only they are coded. */

/** For each column and each set of rows in it, the places in zigzag order, as a set of 64 bits. */
const sets: usize = memory.data(16384, 16);
/** For each place in zigzag order, two times the column-major index of its coefficient. */
export const offsets: usize = memory.data(64, 16);

/** Fills the tables. */
export function prepareZigzag(): void {
  let column = 0;
  let row = 0;
  for (let place = 0; place < 64; place++) {
    store<u8>(offsets + place, 2 * (8 * column + row));
    store<u64>(sets + 8 * (256 * column + (1 << row)), (1 as u64) << place);
    const isUp = ((column + row) & 1) === 0;
    // An even diagonal goes up to the right, an odd one down to the left, and both turn at the edges.
    if (isUp) {
      if (column === 7) row++;
      else {
        column++;
        if (row > 0) row--;
      }
    } else if (row === 7) column++;
    else {
      row++;
      if (column > 0) column--;
    }
  }
  for (let set = sets; set < sets + 16384; set += 2048) {
    for (let rows = 1; rows < 256; rows++) {
      const others = rows & (rows - 1);
      store<u64>(set + 8 * rows, load<u64>(set + 8 * others) | load<u64>(set + 8 * (rows ^ others)));
    }
  }
}

/** Returns the places of the coefficients that are not zero, as a set of bits. */
// @ts-ignore: a decorator of AssemblyScript.
@inline
export function placesOf(block: usize): u64 {
  return twoColumns(block, 0) | twoColumns(block, 2) | twoColumns(block, 4) | twoColumns(block, 6);
}

// @ts-ignore
@inline
function twoColumns(block: usize, column: usize): u64 {
  const first = v128.load(block + 16 * column);
  const second = v128.load(block + 16 * column + 16);
  const isZero = i8x16.eq(i8x16.narrow_i16x8_s(first, second), i8x16.splat(0));
  const rows = ~i8x16.bitmask(isZero);
  const low = load<u64>(sets + 2048 * column + 8 * (rows & 255));
  return low | load<u64>(sets + 2048 * column + 2048 + 8 * ((rows >> 8) & 255));
}
