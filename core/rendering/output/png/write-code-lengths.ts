/** The head of a block of deflate with its own codes (RFC 1951, 3.2.7): the lengths of its codes, themselves in codes. */
import type { BitWriter } from "./bit-writer.js";
import { codeLengths, codesOf } from "./huffman.js";

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MAX_CODE_LENGTH = 7;
const MIN_LITERALS = 257;
const MIN_LENGTHS = 4;

/** A code length, or a repetition, with its extra bits. */
interface Entry {
  readonly symbol: number;
  readonly extra: number;
  readonly bits: number;
}

/** Repetitions: of the length before, of few zeros, and of many. */
const REPEATED = { symbol: 16, least: 3, most: 6, bits: 2 };
const ZEROS = { symbol: 17, least: 3, most: 10, bits: 3 };
const MANY_ZEROS = { symbol: 18, least: 11, most: 138, bits: 7 };

/** Writes the lengths of the codes for literals and lengths, and of those for distances. */
export function writeCodeLengths(writer: BitWriter, literals: Uint8Array, distances: Uint8Array): void {
  const [literalCount, distanceCount] = [usedLength(literals, MIN_LITERALS), usedLength(distances, 1)];
  const entries = entriesOf([...literals.subarray(0, literalCount), ...distances.subarray(0, distanceCount)]);
  const counts = new Int32Array(ORDER.length);
  for (const { symbol } of entries) counts[symbol] = (counts[symbol] ?? 0) + 1;
  const lengths = codeLengths(counts, MAX_CODE_LENGTH);
  const codes = codesOf(lengths);
  const inOrder = Uint8Array.from(ORDER, (symbol) => lengths[symbol] ?? 0);
  const count = usedLength(inOrder, MIN_LENGTHS);
  writer.write(literalCount - MIN_LITERALS, 5);
  writer.write(distanceCount - 1, 5);
  writer.write(count - MIN_LENGTHS, 4);
  for (const length of inOrder.subarray(0, count)) writer.write(length, 3);
  for (const { symbol, extra, bits } of entries) {
    writer.writeCode(codes[symbol] ?? 0);
    writer.write(extra, bits);
  }
}

function usedLength(lengths: Uint8Array, least: number): number {
  return Math.max(least, lengths.findLastIndex((length) => length > 0) + 1);
}

/** Lengths of codes, with repetitions instead of what occurs several times in a row. */
function entriesOf(lengths: readonly number[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < lengths.length;) {
    const length = lengths[at] ?? 0;
    let end = at + 1;
    while (end < lengths.length && lengths[end] === length) end++;
    if (length > 0) entries.push({ symbol: length, extra: 0, bits: 0 });
    let left = end - at - (length > 0 ? 1 : 0);
    while (left > 0) {
      const kind = length > 0 ? REPEATED : left >= MANY_ZEROS.least ? MANY_ZEROS : ZEROS;
      const taken = Math.min(left, kind.most);
      if (taken < kind.least) {
        for (; left > 0; left--) entries.push({ symbol: length, extra: 0, bits: 0 });
      } else {
        entries.push({ symbol: kind.symbol, extra: taken - kind.least, bits: kind.bits });
        left -= taken;
      }
    }
    at = end;
  }
  return entries;
}
