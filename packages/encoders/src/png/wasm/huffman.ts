/** Huffman codes as deflate uses them (RFC 1951, 3.2.2). */
import { add, CODE_SCRATCH, entry } from "./memory";

const MAX_SYMBOLS: u32 = 288;
/** The sort keys of the symbols that get a code: the count above these bits, and the symbol below. */
const SYMBOL_BITS: u32 = 9;
const SYMBOL_MASK: u32 = (1 << SYMBOL_BITS) - 1;
const KEYS: usize = CODE_SCRATCH;
/** The weights of the inner nodes of the tree, in the order in which they are created. */
const WEIGHTS: usize = KEYS + 4 * MAX_SYMBOLS;
/** The parents of all nodes, which become their depths. The leaves come first. */
const PARENTS: usize = WEIGHTS + 4 * MAX_SYMBOLS;
/** The number of codes of each length. */
const USED: usize = PARENTS + 8 * MAX_SYMBOLS;
const NEXT: usize = USED + 4 * 32;

/**
 * Writes the lengths of the codes that need the fewest bits for symbols with these counts. Symbols that do not occur
 * have length 0. At least two symbols get a code, because not every decoder accepts fewer.
 */
export function codeLengths(counts: usize, symbols: u32, longest: u32, lengths: usize): void {
  memory.fill(lengths, 0, symbols);
  const leaves = sortSymbols(counts, symbols);
  joinNodes(leaves);
  limitDepths(leaves, longest);
  // The rarest symbols get the longest codes.
  let at: u32 = 0;
  for (let length = longest; length > 0; length--) {
    for (let left = load<u32>(entry(USED, length)); left > 0; left--) {
      store<u8>(lengths + (load<u32>(entry(KEYS, at++)) & SYMBOL_MASK), length);
    }
  }
}

/** Sorts the symbols that get a code, the rarest first. Returns their number. */
function sortSymbols(counts: usize, symbols: u32): u32 {
  let used: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<u32>(entry(counts, symbol));
    if (count > 0) store<u32>(entry(KEYS, used++), (count << SYMBOL_BITS) | symbol);
  }
  for (let symbol: u32 = 0; used < 2; symbol++) {
    if (load<u32>(entry(counts, symbol)) === 0) store<u32>(entry(KEYS, used++), symbol);
  }
  // Shell's sort. Each gap is less than half of the one before.
  for (let gap: u32 = 121; gap > 0; gap = gap / 3) {
    for (let index = gap; index < used; index++) insert(index, gap);
  }
  return used;
}

function insert(index: u32, gap: u32): void {
  const key = load<u32>(entry(KEYS, index));
  let to = index;
  while (to >= gap) {
    const before = load<u32>(entry(KEYS, to - gap));
    if (before <= key) break;
    store<u32>(entry(KEYS, to), before);
    to -= gap;
  }
  store<u32>(entry(KEYS, to), key);
}

/** Joins the two lightest nodes until one is left, and writes the depth of each node in place of its parent. */
function joinNodes(leaves: u32): void {
  let leaf: u32 = 0;
  let inner: u32 = 0;
  for (let made: u32 = 0; made < leaves - 1; made++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      const weight = leaf < leaves ? load<u32>(entry(KEYS, leaf)) >> SYMBOL_BITS : u32.MAX_VALUE;
      if (inner >= made || weight <= load<u32>(entry(WEIGHTS, inner))) {
        sum += weight;
        store<u32>(entry(PARENTS, leaf++), leaves + made);
      } else {
        sum += load<u32>(entry(WEIGHTS, inner));
        store<u32>(entry(PARENTS, leaves + inner++), leaves + made);
      }
    }
    store<u32>(entry(WEIGHTS, made), sum);
  }
  const root = 2 * leaves - 2;
  store<u32>(entry(PARENTS, root), 0);
  for (let node = <i32>root - 1; node >= 0; node--) {
    store<u32>(entry(PARENTS, node), load<u32>(entry(PARENTS, load<u32>(entry(PARENTS, node)))) + 1);
  }
}

/** Counts the codes of each length, and makes none longer than `longest`. */
function limitDepths(leaves: u32, longest: u32): void {
  memory.fill(USED, 0, 4 * 32);
  let space: u32 = 0;
  for (let leaf: u32 = 0; leaf < leaves; leaf++) {
    const length = min(load<u32>(entry(PARENTS, leaf)), longest);
    add(entry(USED, length), 1);
    space += 1 << (longest - length);
  }
  // Shortened codes overfill the code space. Lengthening a shorter code makes room for one of them.
  for (; space > (<u32>1) << longest; space--) {
    let length = longest - 1;
    while (load<u32>(entry(USED, length)) === 0) length--;
    add(entry(USED, longest), -1);
    add(entry(USED, length), -1);
    add(entry(USED, length + 1), 2);
  }
}

/** Writes the codes of the given lengths: their bits in output order, and the number of bits from bit 16 on. */
export function writeCodes(lengths: usize, symbols: u32, codes: usize): void {
  memory.fill(NEXT, 0, 4 * 32);
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(lengths + symbol);
    if (length > 0) add(entry(NEXT, length + 1), 1);
  }
  for (let length: u32 = 1; length < 17; length++) {
    store<u32>(entry(NEXT, length), (load<u32>(entry(NEXT, length)) + load<u32>(entry(NEXT, length - 1))) << 1);
  }
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const length = <u32>load<u8>(lengths + symbol);
    const code = load<u32>(entry(NEXT, length));
    store<u32>(entry(NEXT, length), code + 1);
    store<u32>(entry(codes, symbol), length === 0 ? 0 : (reversed(code) >> (16 - length)) | (length << 16));
  }
}

/** Returns 16 bits in reverse order. */
function reversed(code: u32): u32 {
  let bits = ((code & 0x5555) << 1) | ((code >> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >> 4) & 0x0f0f);
  return ((bits & 0xff) << 8) | (bits >> 8);
}
