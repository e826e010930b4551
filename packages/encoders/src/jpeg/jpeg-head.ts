import { type HuffmanTable, symbolsOf } from "./huffman-codes.js";
import { HUFFMAN_TABLES } from "./huffman-tables.js";
import { QUANTIZATION_TABLES, ZIGZAG } from "./quantization-tables.js";

const COMPONENTS = [
  { id: 1, table: 0 },
  { id: 2, table: 1 },
  { id: 3, table: 1 },
];
/** The sampling factors of each component: full resolution. */
const SAMPLING = 0x11;
/**
 * JFIF 1.1, which says that the colors are YCbCr. The pixels are square, their size is not given, and there is no
 * thumbnail.
 */
const JFIF = [...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0];
/** The classes of Huffman tables: for the means, and for the other coefficients. */
const CLASSES = { dc: 0x00, ac: 0x10 };

/**
 * The parts that all files share: the bytes before the size, and the tables. They are made at the first use in 0.1 ms.
 */
let fixed: { readonly start: Uint8Array; readonly codes: Uint8Array } | undefined;

/**
 * Returns the beginning of a file, up to the first row of blocks. A restart marker follows each row except the last.
 */
export function jpegHead(width: number, height: number): Uint8Array {
  fixed ??= { start: startOfFile(), codes: huffmanSegment() };
  const size = [8, ...word(height), ...word(width), COMPONENTS.length];
  const scan = [COMPONENTS.length, ...COMPONENTS.flatMap(({ id, table }) => [id, table * 0x11]), 0, 63, 0];
  return Buffer.concat([
    fixed.start,
    segment(0xc0, [...size, ...COMPONENTS.flatMap(({ id, table }) => [id, SAMPLING, table])]),
    fixed.codes,
    segment(0xdd, word(Math.ceil(width / 8))),
    segment(0xda, scan),
  ]);
}

function startOfFile(): Uint8Array {
  const divisors = QUANTIZATION_TABLES.flatMap((table, index) => [index, ...ZIGZAG.map((at) => table[at] ?? 1)]);
  return Buffer.concat([Uint8Array.of(0xff, 0xd8), segment(0xe0, JFIF), segment(0xdb, divisors)]);
}

function huffmanSegment(): Uint8Array {
  const tables = HUFFMAN_TABLES.flatMap(({ dc, ac }, index) => [
    ...huffmanTable(CLASSES.dc | index, dc),
    ...huffmanTable(CLASSES.ac | index, ac),
  ]);
  return segment(0xc4, tables);
}

function segment(marker: number, data: readonly number[]): Uint8Array {
  return Uint8Array.from([0xff, marker, ...word(data.length + 2), ...data]);
}

function huffmanTable(identifier: number, table: HuffmanTable): number[] {
  const symbols = symbolsOf(table);
  return [identifier, ...symbols.map(({ length }) => length), ...symbols.flat()];
}

function word(value: number): number[] {
  return [value >>> 8, value & 0xff];
}
