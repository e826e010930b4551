/**
 * Creates a font that has only spaces, with the metrics of another font. The layout engine for HTML takes a character
 * that a font lacks from another font, so it needs the spaces as glyphs.
 */
import type { FontFile } from "../fonts/font-library.js";
import { readSfnt, type Sfnt, type SfntTable, writeSfnt } from "../fonts/sfnt.js";
import { unpackWoff } from "../fonts/woff.js";
import type { EngineParts } from "../text/engine.js";
import { COMMON } from "../fonts/script.js";

/** TrueType outlines. */
const FLAVOR = 0x00010000;
/** The tables that stay: names, and metrics of the whole font. */
const KEPT = ["head", "hhea", "name", "OS/2"];

/**
 * Returns a font file with spaces that `base` lacks. Each is as wide as the shaper makes it in a text layer, from the
 * metrics of `base`.
 */
export function spacesFont(parts: EngineParts, base: FontFile, codePoints: readonly number[]): FontFile {
  const sorted = [...new Set(codePoints)].sort((one, other) => one - other);
  const names = sorted.map((codePoint) => codePoint.toString(16)).join("-");
  const path = `${base.path} spaces ${names}`;
  return {
    ...base,
    name: path,
    path,
    variableWeight: undefined,
    read: () => writeSpaces(parts, base, sorted),
    has: (codePoint) => sorted.includes(codePoint),
  };
}

function writeSpaces({ fontCache, shaper }: EngineParts, base: FontFile, codePoints: readonly number[]): Buffer {
  const loaded = fontCache.load(base);
  const advances = codePoints.map((codePoint) => {
    const text = String.fromCodePoint(codePoint);
    const run = { text, start: 0, end: text.length, isRtl: false, script: COMMON, language: undefined };
    const { advances: shaped } = shaper.shape(loaded, { ...run, isSpaced: false, features: "" });
    return Math.round((shaped[0] ?? 0) * loaded.unitsPerEm);
  });
  const source = readSfnt(unpackWoff(base.read()));
  const kept = source.tables.filter(({ tag }) => KEPT.includes(tag));
  return writeSfnt({
    flavor: FLAVOR,
    tables: [...kept.map(adapted(codePoints.length + 1)), ...tablesOf(codePoints, advances)],
  });
}

/** The offsets of fields that depend on the glyphs. */
const OFFSET_FORMAT_AT = 50;
const METRIC_COUNT_AT = 34;

/** Returns a table of the other font for this number of glyphs. */
const adapted =
  (glyphs: number) =>
  ({ tag, data }: SfntTable): SfntTable => {
    const changed = Buffer.from(data);
    if (tag === "head") changed.writeInt16BE(0, OFFSET_FORMAT_AT);
    if (tag === "hhea") changed.writeUInt16BE(glyphs, METRIC_COUNT_AT);
    return { tag, data: changed };
  };

/** Returns the tables of the glyphs. The first glyph stands for all other characters. No glyph has an outline. */
function tablesOf(codePoints: readonly number[], advances: readonly number[]): Sfnt["tables"] {
  const glyphs = codePoints.length + 1;
  const metrics = Buffer.alloc(glyphs * 4);
  advances.forEach((advance, index) => metrics.writeUInt16BE(advance, (index + 1) * 4));
  const maxima = Buffer.alloc(32);
  maxima.writeUInt32BE(0x00010000, 0);
  maxima.writeUInt16BE(glyphs, 4);
  const names = Buffer.alloc(32);
  names.writeUInt32BE(0x00030000, 0);
  return [
    { tag: "cmap", data: characterMap(codePoints) },
    { tag: "hmtx", data: metrics },
    { tag: "maxp", data: maxima },
    { tag: "post", data: names },
    { tag: "loca", data: Buffer.alloc((glyphs + 1) * 2) },
    { tag: "glyf", data: Buffer.alloc(4) },
  ];
}

/** Writes a `cmap` table with one subtable of format 4 (OpenType 1.9), with one segment for each code point. */
function characterMap(codePoints: readonly number[]): Buffer {
  const segments = codePoints.length + 1;
  const length = 16 + segments * 8;
  const table = Buffer.alloc(12 + length);
  // One subtable: platform Windows, encoding Unicode.
  [0, 1, 3, 1, 0, 12].forEach((value, index) => table.writeUInt16BE(value, index * 2));
  const subtable = table.subarray(12);
  const power = 2 ** Math.floor(Math.log2(segments));
  [4, length, 0, segments * 2, power * 2, Math.log2(power), (segments - power) * 2].forEach((value, index) =>
    subtable.writeUInt16BE(value, index * 2),
  );
  const [starts, deltas] = [16 + segments * 2, 16 + segments * 4];
  // The last segment is for 0xffff, which is not a character.
  [...codePoints, 0xffff].forEach((codePoint, index) => {
    subtable.writeUInt16BE(codePoint, 14 + index * 2);
    subtable.writeUInt16BE(codePoint, starts + index * 2);
    const glyph = codePoint === 0xffff ? 0 : index + 1;
    subtable.writeUInt16BE((glyph - codePoint) & 0xffff, deltas + index * 2);
  });
  return table;
}
