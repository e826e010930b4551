/**
 * Opens an uploaded font file. The font file is untrusted: validate every offset. The shaper gets a rewritten file with
 * a valid directory and only the tables that letters need. The shaper checks the content of the tables. It runs in
 * WebAssembly, so it can only access its own memory.
 */
import { MAX_FONT_BYTES } from "../document/attributes/document-fonts.js";
import type { HarfBuzz } from "./harfbuzz.js";
import { type CodePointRange, findRange } from "./find-range.js";
import { brokenFont, FontError, MAX_UNPACKED_BYTES, readSfnt, type Sfnt, tooLargeFont, writeSfnt } from "./sfnt.js";
import { isWoff, readWoff } from "./woff.js";
import { isWoff2, readWoff2 } from "./woff2.js";

/** A validated font. */
export interface OpenFont {
  /** The file as plain OpenType. */
  readonly data: Buffer;
  has(codePoint: number): boolean;
  /** The range of weights of a variable font. Undefined for other fonts. */
  readonly weights: { readonly min: number; readonly max: number } | undefined;
}

const REQUIRED = ["cmap", "head", "hhea", "hmtx", "maxp"];
/** The tables of outlines: TrueType, or one of the versions of CFF. A font needs one of these sets. */
const OUTLINES = [["glyf", "loca"], ["CFF "], ["CFF2"]];
/**
 * Metrics, variations and OpenType shaping rules, but no hinting programs, bitmaps, colors or tables of other vendors.
 */
const OPTIONAL = [
  ...["OS/2", "post", "avar", "fvar", "gvar", "HVAR", "MVAR", "VORG"],
  ...["BASE", "GDEF", "GPOS", "GSUB", "kern"],
];
const KEPT: ReadonlySet<string> = new Set([...REQUIRED, ...OUTLINES.flat(), ...OPTIONAL]);

/** Opens a font. @throws FontError that says why the font cannot be used. */
export function openFont(hb: HarfBuzz, file: Buffer): OpenFont {
  if (file.length > MAX_FONT_BYTES) throw new FontError(`it is larger than ${MAX_FONT_BYTES / 1024 ** 2} MB`);
  const { flavor, tables } = readTables(file);
  const kept = tables.filter(({ tag }) => KEPT.has(tag));
  const units = checkTables({ flavor, tables: kept });
  const data = writeSfnt({ flavor, tables: kept });
  const face = new hb.Face(new hb.Blob(data));
  // If the shaper cannot read the table `head`, it assumes 1,000 units per em.
  if (face.upem !== units) throw brokenFont();
  const ranges = rangesIn(face.collectUnicodes());
  const font = new hb.Font(face);
  if (!ranges.some(({ first }) => (font.nominalGlyph(first) ?? 0) !== 0)) {
    throw new FontError("it has no glyph for any character");
  }
  const axis = face.getAxisInfos()["wght"];
  return {
    data,
    has: (codePoint) => findRange(ranges, codePoint) !== undefined,
    weights: axis === undefined || !(axis.min <= axis.max) ? undefined : { min: axis.min, max: axis.max },
  };
}

const TRUETYPE = 0x00010000;
const APPLE_TRUETYPE = 0x74727565;
const CFF = 0x4f54544f;
const COLLECTION = 0x74746366;

function readTables(file: Buffer): Sfnt {
  if (isWoff2(file)) return readWoff2(file);
  if (isWoff(file)) return readWoff(file);
  const signature = file.length < 4 ? 0 : file.readUInt32BE(0);
  if (signature === COLLECTION) throw new FontError("it is a collection of fonts. Upload a file with one font");
  if (signature !== TRUETYPE && signature !== APPLE_TRUETYPE && signature !== CFF) {
    throw new FontError("it is not a font file. Use TTF, OTF, WOFF or WOFF2");
  }
  return readSfnt(file);
}

/**
 * The minimum size of the table `head`, its magic number, and the offsets of the magic number and of the units per em.
 */
const HEAD = { bytes: 54, magic: 0x5f0f3cf5, magicAt: 12, unitsAt: 18 };

/** Checks that a font has the tables that letters need. Returns its units per em. */
function checkTables({ tables }: Sfnt): number {
  const byTag = new Map(tables.map(({ tag, data }) => [tag, data]));
  if (byTag.size < tables.length) throw brokenFont();
  if (tables.reduce((sum, { data }) => sum + data.length, 0) > MAX_UNPACKED_BYTES) throw tooLargeFont();
  const missing = REQUIRED.find((tag) => !byTag.has(tag));
  if (missing !== undefined) throw new FontError(`it has no ${missing} table`);
  if (!OUTLINES.some((tags) => tags.every((tag) => byTag.has(tag)))) throw new FontError("it has no outlines");
  const head = byTag.get("head") ?? Buffer.alloc(0);
  if (head.length < HEAD.bytes || head.readUInt32BE(HEAD.magicAt) !== HEAD.magic) throw brokenFont();
  const units = head.readUInt16BE(HEAD.unitsAt);
  if (units < 16 || units > 16_384) throw brokenFont();
  return units;
}

/** Joins sorted code points into ranges. */
function rangesIn(codePoints: Uint32Array): CodePointRange[] {
  const ranges: { first: number; last: number }[] = [];
  for (const codePoint of codePoints) {
    const last = ranges.at(-1);
    if (last?.last === codePoint - 1) last.last = codePoint;
    else ranges.push({ first: codePoint, last: codePoint });
  }
  return ranges;
}
