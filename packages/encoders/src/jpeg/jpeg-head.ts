import { type HuffmanTable, symbolsOf } from "./huffman-codes.js";
import { HUFFMAN_TABLES } from "./huffman-tables.js";
import { quantizationTables, ZIGZAG } from "./quantization-tables.js";
import type { FileFacts } from "../shared/file-facts.js";
import { xmpPacket } from "../shared/xmp-packet.js";

const COMPONENTS = [
  { id: 1, table: 0 },
  { id: 2, table: 1 },
  { id: 3, table: 1 },
];
/** The sampling factors of each component: full resolution. */
const SAMPLING = 0x11;
/** JFIF 1.1, which says that the colors are YCbCr. */
const JFIF = [...Buffer.from("JFIF\0"), 1, 1];
/** The pixels are square, and their size is not given. */
const NO_DENSITY = [0, 0, 1, 0, 1];
/** The number that stands for pixels per inch in JFIF. */
const PER_INCH = 1;
const MAX_WORD = 0xffff;
const NO_THUMBNAIL = [0, 0];
/** The beginning of a segment with an XMP packet (ISO 16684-3). */
const XMP_SIGNATURE = "http://ns.adobe.com/xap/1.0/\0";
/** The classes of Huffman tables: for the means, and for the other coefficients. */
const CLASSES = { dc: 0x00, ac: 0x10 };

/** The Huffman tables, which all files share. They are created at the first use in 0.1 ms. */
let codes: Uint8Array | undefined;

/**
 * Returns the beginning of a file, up to the first row of blocks. A restart marker follows each row except the last.
 */
export function jpegHead(width: number, height: number, quality: number, facts: FileFacts): Uint8Array {
  codes ??= huffmanSegment();
  const size = [8, ...word(height), ...word(width), COMPONENTS.length];
  const scan = [COMPONENTS.length, ...COMPONENTS.flatMap(({ id, table }) => [id, table * 0x11]), 0, 63, 0];
  return Buffer.concat([
    startOfFile(quality, facts),
    segment(0xc0, [...size, ...COMPONENTS.flatMap(({ id, table }) => [id, SAMPLING, table])]),
    codes,
    segment(0xdd, word(Math.ceil(width / 8))),
    segment(0xda, scan),
  ]);
}

function startOfFile(quality: number, { pixelsPerInch, about = {} }: FileFacts): Uint8Array {
  const tables = quantizationTables(quality);
  const divisors = tables.flatMap((table, index) => [index, ...ZIGZAG.map((at) => table[at] ?? 1)]);
  const density = pixelsPerInch === undefined ? NO_DENSITY : densityOf(pixelsPerInch);
  const packet = xmpPacket(about);
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, [...JFIF, ...density, ...NO_THUMBNAIL]),
    ...(packet === undefined ? [] : [segment(0xe1, [...Buffer.from(XMP_SIGNATURE + packet)])]),
    segment(0xdb, divisors),
  ]);
}

function densityOf(pixelsPerInch: number): number[] {
  const density = word(Math.min(MAX_WORD, Math.max(1, Math.round(pixelsPerInch))));
  return [PER_INCH, ...density, ...density];
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
