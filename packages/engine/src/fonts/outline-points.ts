import type { Sfnt } from "./sfnt.js";

/** The field of `head` that says whether the offsets in `loca` have two or four bytes. */
const OFFSET_FORMAT_AT = 50;
/** The bytes of a glyph before the ends of its contours: their number, and a box. */
const GLYPH_HEADER_BYTES = 10;

/**
 * Returns the number of points that the simple glyphs of a font with TrueType outlines state. A file of 1 MB can state a
 * billion of them, because points that repeat need no bytes of their own. Returns 0 for other outlines.
 */
export function outlinePoints({ tables }: Sfnt): number {
  const tableOf = (name: string) => tables.find(({ tag }) => tag === name)?.data;
  const [head, loca, glyf] = [tableOf("head"), tableOf("loca"), tableOf("glyf")];
  if (head === undefined || loca === undefined || glyf === undefined) return 0;
  const isLong = head.length >= OFFSET_FORMAT_AT + 2 && head.readUInt16BE(OFFSET_FORMAT_AT) !== 0;
  const step = isLong ? 4 : 2;
  let points = 0;
  for (let at = 0; at + step <= loca.length; at += step) {
    points += pointsAt(glyf, isLong ? loca.readUInt32BE(at) : loca.readUInt16BE(at) * 2);
  }
  return points;
}

/** Returns the number of points of the glyph that starts here. A composite glyph has no points of its own. */
function pointsAt(glyf: Buffer, start: number): number {
  if (start + GLYPH_HEADER_BYTES > glyf.length) return 0;
  const contours = glyf.readInt16BE(start);
  const lastEnd = start + GLYPH_HEADER_BYTES + (contours - 1) * 2;
  if (contours <= 0 || lastEnd + 2 > glyf.length) return 0;
  return glyf.readUInt16BE(lastEnd) + 1;
}
