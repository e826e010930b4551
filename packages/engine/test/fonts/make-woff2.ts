/** Creates small WOFF2 files (W3C Recommendation of 2024) whose glyphs are empty and whose metrics are transformed. */
import { brotliCompressSync } from "node:zlib";

const KNOWN_TAGS = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca"];

/** Packs tables. `glyf`, `loca` and `hmtx` are those that {@link emptyGlyphs} and {@link shortMetrics} return. */
export function makeWoff2(tables: Readonly<Record<string, Buffer>>): Buffer {
  const directory = Object.entries(tables).map(([tag, { length }]) => {
    const isTransformed = ["glyf", "loca", "hmtx"].includes(tag);
    const version = tag === "hmtx" ? 1 : 0;
    const flags = (version << 6) | KNOWN_TAGS.indexOf(tag);
    return Buffer.from([flags, ...packed(length), ...(isTransformed ? packed(length) : [])]);
  });
  const stream = brotliCompressSync(Buffer.concat(Object.values(tables)));
  const header = Buffer.alloc(48);
  header.write("wOF2\0\x01\0\0", "latin1");
  header.writeUInt16BE(directory.length, 12);
  header.writeUInt32BE(stream.length, 20);
  return Buffer.concat([header, ...directory, stream]);
}

/** The transformed table `glyf` of glyphs without outlines (section 5.1). Its `loca` is empty. */
export function emptyGlyphs(count: number): Buffer {
  const head = Buffer.alloc(36);
  head.writeUInt16BE(count, 4);
  const [contours, boxes] = [Buffer.alloc(2 * count), Buffer.alloc(4 * Math.floor((count + 31) / 32))];
  head.writeUInt32BE(contours.length, 8);
  head.writeUInt32BE(boxes.length, 28);
  return Buffer.concat([head, contours, boxes]);
}

/** The transformed table `hmtx` without left side bearings (section 5.4). */
export function shortMetrics(...advances: readonly number[]): Buffer {
  const table = Buffer.alloc(1 + 2 * advances.length);
  table.writeUInt8(3);
  advances.forEach((advance, glyph) => table.writeUInt16BE(advance, 1 + 2 * glyph));
  return table;
}

/** A number of up to two groups of seven bits (section 6.1.1, UIntBase128). */
function packed(value: number): number[] {
  return value < 128 ? [value] : [0x80 | (value >> 7), value & 0x7f];
}
