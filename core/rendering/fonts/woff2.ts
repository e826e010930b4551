/** Unpacks WOFF 2.0 (W3C Recommendation of 2024): one Brotli stream, in which outlines and metrics are stored anew. */
import { brotliDecompressSync } from "node:zlib";
import { ByteReader } from "./byte-reader.js";
import { brokenFont, FontFault, MAX_UNPACKED_BYTES, type Sfnt, tableCount, tooLargeFont } from "./sfnt.js";
import { rebuildGlyphs, rebuildMetrics } from "./woff2-glyphs.js";

const SIGNATURE = 0x774f4632;
const COLLECTION = 0x74746366;
const HEADER_BYTES = 48;

/** Tags by the number that stands for each in a directory; a number beyond them says that the tag itself follows. */
const KNOWN_TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX " +
  "vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat " +
  "fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const OWN_TAG = 63;

/** How `glyf` and `loca` say that they are stored as they are; for other tables that is version 0. */
const GLYPHS_AS_THEY_ARE = 3;

interface Entry {
  readonly tag: string;
  readonly isTransformed: boolean;
  /** Bytes in the stream. */
  readonly length: number;
}

/** Whether a file is a WOFF 2.0 one. */
export function isWoff2(file: Buffer): boolean {
  return file.length >= HEADER_BYTES && file.readUInt32BE(0) === SIGNATURE;
}

/** Reads a WOFF2 file. @throws FontFault if it is broken, or unpacks to more than a font may have. */
export function readWoff2(file: Buffer): Sfnt {
  const flavor = file.readUInt32BE(4);
  if (flavor === COLLECTION) throw new FontFault("it is a collection of fonts; upload one of them alone");
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
  const tag = number === OWN_TAG ? directory.take(4).toString("latin1") : KNOWN_TAGS.slice(number * 5, number * 5 + 4);
  const version = flags >> 6;
  const isTransformed = version !== (tag === "glyf" || tag === "loca" ? GLYPHS_AS_THEY_ARE : 0);
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

/** The tables as they were; the transformed ones are told by their names, since no others may be. */
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

/** The `head` table of a font whose `loca` holds offsets of four bytes. */
function withLongOffsets(head: Buffer): Buffer {
  if (head.length < OFFSET_FORMAT_AT + 2) throw brokenFont();
  const changed = Buffer.from(head);
  changed.writeInt16BE(1, OFFSET_FORMAT_AT);
  return changed;
}
