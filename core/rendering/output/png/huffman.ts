/** Huffman codes as deflate uses them (RFC 1951, 3.2.2). */

/** Codes by symbol: the bits in the order in which they are written, and from bit 16 on their number. 0: no code. */
export type Codes = Int32Array;

const MAX_SYMBOLS = 512;

/**
 * The lengths of the codes that need the fewest bits for symbols that occur so often. Symbols that do not occur have
 * length 0. At least two symbols get a code, because not every decoder accepts fewer.
 */
export function codeLengths(counts: Int32Array, maxLength: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const symbols = byCount(counts);
  const depths = leafDepths(symbols.map((symbol) => counts[symbol] ?? 0));
  const used = limitDepths(depths, maxLength);
  // The rarest symbols get the longest codes.
  let at = 0;
  for (let length = maxLength; length > 0; length--) {
    for (let left = used[length] ?? 0; left > 0; left--) lengths[symbols[at++] ?? 0] = length;
  }
  return lengths;
}

/** The symbols that get a code, the rarest first. */
function byCount(counts: Int32Array): Int32Array {
  // Numbers are sorted faster than with a comparison: the count, and in its lower bits the symbol.
  const keys = new Float64Array(counts.length);
  let used = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    const count = counts[symbol] ?? 0;
    if (count > 0) keys[used++] = count * MAX_SYMBOLS + symbol;
  }
  for (let symbol = 0; used < 2; symbol++) if ((counts[symbol] ?? 0) === 0) keys[used++] = symbol;
  return Int32Array.from(keys.subarray(0, used).sort(), (key) => key % MAX_SYMBOLS);
}

/** The depth of each leaf in the tree of the given weights, which are in ascending order. */
function leafDepths(weights: Int32Array): Int32Array {
  const leaves = weights.length;
  const sums = new Float64Array(leaves - 1);
  const parents = new Int32Array(2 * leaves - 1);
  let leaf = 0;
  let inner = 0;
  for (let made = 0; made < leaves - 1; made++) {
    for (let child = 0; child < 2; child++) {
      const takesLeaf = leaf < leaves && (inner >= made || (weights[leaf] ?? 0) <= (sums[inner] ?? 0));
      sums[made] = (sums[made] ?? 0) + ((takesLeaf ? weights[leaf] : sums[inner]) ?? 0);
      parents[takesLeaf ? leaf++ : leaves + inner++] = leaves + made;
    }
  }
  const depths = new Int32Array(2 * leaves - 1);
  for (let node = 2 * leaves - 3; node >= 0; node--) depths[node] = (depths[parents[node] ?? 0] ?? 0) + 1;
  return depths.subarray(0, leaves);
}

/** How many codes there are of each length, when none may be longer than the longest allowed one. */
function limitDepths(depths: Int32Array, maxLength: number): Int32Array {
  const used = new Int32Array(maxLength + 1);
  let space = 0;
  for (const depth of depths) {
    const length = Math.min(depth, maxLength);
    used[length] = (used[length] ?? 0) + 1;
    space += 1 << (maxLength - length);
  }
  // Shortened codes take more than all of the space. A shorter code that becomes longer makes room for one of them.
  for (; space > 1 << maxLength; space--) {
    let length = maxLength - 1;
    while (used[length] === 0) length--;
    used[maxLength] = (used[maxLength] ?? 0) - 1;
    used[length] = (used[length] ?? 0) - 1;
    used[length + 1] = (used[length + 1] ?? 0) + 2;
  }
  return used;
}

/** The codes of the given lengths. */
export function codesOf(lengths: Uint8Array): Codes {
  const next = new Int32Array(17);
  for (const length of lengths) if (length > 0) next[length + 1] = (next[length + 1] ?? 0) + 1;
  for (let length = 1; length < next.length; length++) {
    next[length] = ((next[length] ?? 0) + (next[length - 1] ?? 0)) << 1;
  }
  const codes = new Int32Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    codes[symbol] = reversed(code, length) | (length << 16);
  }
  return codes;
}

/** The bits of a byte in the opposite order. */
const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => sum | (((byte >>> bit) & 1) << (7 - bit)), 0),
);

function reversed(code: number, length: number): number {
  return (((REVERSED[code & 255] ?? 0) << 8) | (REVERSED[code >>> 8] ?? 0)) >>> (16 - length);
}
