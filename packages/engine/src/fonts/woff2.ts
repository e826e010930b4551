/** Unpacks WOFF 2.0 (W3C Recommendation of 2024): one Brotli stream with transformed outlines and metrics. */
import { brotliDecompressSync } from "node:zlib";
import { ByteReader } from "./byte-reader.js";
import { brokenFont, FontError, MAX_UNPACKED_BYTES, type Sfnt, tableCount, tooLargeFont } from "./sfnt.js";
import { rebuildGlyphs, rebuildMetrics } from "./woff2-glyphs.js";

const SIGNATURE = 0x774f4632;
const COLLECTION = 0x74746366;
const HEADER_BYTES = 48;

/** The tags in the order of their numbers in a directory. Number 63 means that the tag itself follows. */
const KNOWN_TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX " +
  "vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat " +
  "fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const CUSTOM_TAG = 63;

/** The version that marks `glyf` and `loca` as not transformed. For other tables, this is version 0. */
const UNTRANSFORMED_GLYPHS = 3;

interface Entry {
  readonly tag: string;
  readonly isTransformed: boolean;
  /** The length in the stream, in bytes. */
  readonly length: number;
}

/** Returns whether a file is WOFF 2.0. */
export function isWoff2(file: Buffer): boolean {
  return file.length >= HEADER_BYTES && file.readUInt32BE(0) === SIGNATURE;
}

/** Reads a WOFF2 file. @throws FontError if it is invalid or too large when unpacked. */
export function readWoff2(file: Buffer): Sfnt {
  const flavor = file.readUInt32BE(4);
  if (flavor === COLLECTION) throw new FontError("it is a collection of fonts. Upload a file with one font");
  const count = tableCount(file.readUInt16BE(12));
  const directory = new ByteReader(file.subarray(HEADER_BYTES));
  const entries = Array.from({ length: count }, () => readEntry(directory));
  if (entries.reduce((sum, { length }) => sum + length, 0) > MAX_UNPACKED_BYTES) throw tooLargeFont();
  const start = HEADER_BYTES + directory.position;
  const stream = new ByteReader(unpack(file.subarray(start, start + file.readUInt32BE(20))));
  const stored = new Map(entries.map((entry) => [entry.tag, { ...entry, data: stream.take(entry.length) }]));
  if (stored.size < entries.length) throw brokenFont();
  return { flavor, tables: restore(stored) };
}

type Stored = ReadonlyMap<string, Entry & { readonly data: Buffer }>;

function readEntry(directory: ByteReader): Entry {
  const flags = directory.uint8();
  const number = flags & 0x3f;
  const tag =
    number === CUSTOM_TAG ? directory.take(4).toString("latin1") : KNOWN_TAGS.slice(number * 5, number * 5 + 4);
  const version = flags >> 6;
  const isTransformed = version !== (tag === "glyf" || tag === "loca" ? UNTRANSFORMED_GLYPHS : 0);
  const length = directory.packedUint32();
  return { tag, isTransformed, length: isTransformed ? directory.packedUint32() : length };
}

function unpack(stream: Buffer): Buffer {
  try {
    return brotliDecompressSync(stream, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch {
    throw brokenFont();
  }
}

/** Restores the original tables. Only `glyf`, `loca` and `hmtx` can be transformed. */
function restore(stored: Stored): Sfnt["tables"] {
  const tables = new Map([...stored.values()].map(({ tag, data }) => [tag, data]));
  const [glyphs, metrics, head, hhea] = ["glyf", "hmtx", "head", "hhea"].map((tag) => stored.get(tag));
  if (glyphs?.isTransformed === true) {
    if (stored.get("loca")?.isTransformed !== true || head === undefined) throw brokenFont();
    const { glyf, loca, lefts } = rebuildGlyphs(glyphs.data);
    tables.set("glyf", glyf).set("loca", loca).set("head", withLongOffsets(head.data));
    if (metrics?.isTransformed === true) tables.set("hmtx", rebuildMetrics(metrics.data, hhea?.data, lefts));
  } else if (metrics?.isTransformed === true) throw brokenFont();
  const others = [...stored.values()].filter(({ tag }) => !["glyf", "loca", "hmtx"].includes(tag));
  if (others.some(({ isTransformed }) => isTransformed)) throw brokenFont();
  return [...tables].map(([tag, data]) => ({ tag, data }));
}

const OFFSET_FORMAT_AT = 50;

/** Returns the table `head` for a font whose `loca` has four-byte offsets. */
function withLongOffsets(head: Buffer): Buffer {
  if (head.length < OFFSET_FORMAT_AT + 2) throw brokenFont();
  const changed = Buffer.from(head);
  changed.writeInt16BE(1, OFFSET_FORMAT_AT);
  return changed;
}
