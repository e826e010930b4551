/**
 * Reads which characters a built-in font has from its `cmap` table (OpenType 1.9, "cmap"; WOFF File Format 1.0). It
 * reads subtable formats 4 and 12, because every modern font has one of them.
 */
import { inflateSync } from "node:zlib";
import { findRange } from "./find-range.js";

const WOFF = "wOFF";

/** Returns a function that says whether a font file (WOFF or plain OpenType) has a glyph for a code point. */
export function readCharacterMap(font: Buffer): (codePoint: number) => boolean {
  const table = readTable(font, "cmap");
  const ranges = rangesOf(table);
  return (codePoint) => findRange(ranges, codePoint)?.has(codePoint) ?? false;
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly has: (codePoint: number) => boolean;
}

function readTable(font: Buffer, tag: string): Buffer {
  const isWoff = font.toString("latin1", 0, 4) === WOFF;
  const [start, entrySize, countAt] = isWoff ? [44, 20, 12] : [12, 16, 4];
  const count = font.readUInt16BE(countAt);
  for (let index = 0; index < count; index++) {
    const entry = start + index * entrySize;
    if (font.toString("latin1", entry, entry + 4) !== tag) continue;
    return isWoff ? readWoffTable(font, entry) : readPlainTable(font, entry);
  }
  throw new Error(`The font has no ${tag} table.`);
}

function readPlainTable(font: Buffer, entry: number): Buffer {
  const offset = font.readUInt32BE(entry + 8);
  return font.subarray(offset, offset + font.readUInt32BE(entry + 12));
}

function readWoffTable(font: Buffer, entry: number): Buffer {
  const offset = font.readUInt32BE(entry + 4);
  const storedLength = font.readUInt32BE(entry + 8);
  const length = font.readUInt32BE(entry + 12);
  const stored = font.subarray(offset, offset + storedLength);
  return storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
}

function rangesOf(cmap: Buffer): Range[] {
  const count = cmap.readUInt16BE(2);
  const subtables = Array.from({ length: count }, (_, index) => cmap.subarray(cmap.readUInt32BE(8 + index * 8)));
  const full = subtables.find((subtable) => subtable.readUInt16BE(0) === 12);
  if (full !== undefined) return rangesOfFormat12(full);
  const basic = subtables.find((subtable) => subtable.readUInt16BE(0) === 4);
  if (basic !== undefined) return rangesOfFormat4(basic);
  throw new Error("The font has no cmap subtable of format 4 or 12.");
}

function rangesOfFormat12(subtable: Buffer): Range[] {
  const count = subtable.readUInt32BE(12);
  return Array.from({ length: count }, (_, index) => {
    const group = 16 + index * 12;
    return { first: subtable.readUInt32BE(group), last: subtable.readUInt32BE(group + 4), has: () => true };
  });
}

/**
 * Reads format 4, which has four parallel arrays: end codes, start codes, deltas, and offsets into the glyph IDs after
 * them.
 */
function rangesOfFormat4(subtable: Buffer): Range[] {
  const bytes = subtable.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + bytes * 2, 16 + bytes * 3];
  return Array.from({ length: bytes / 2 }, (_, index) => {
    const at = index * 2;
    const first = subtable.readUInt16BE(starts + at);
    const delta = subtable.readUInt16BE(deltas + at);
    const offset = subtable.readUInt16BE(offsets + at);
    const glyphOf = (codePoint: number) => {
      if (offset === 0) return (codePoint + delta) & 0xffff;
      const glyph = subtable.readUInt16BE(offsets + at + offset + (codePoint - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    };
    return { first, last: subtable.readUInt16BE(ends + at), has: (codePoint) => glyphOf(codePoint) !== 0 };
  });
}
