/**
 * Reads and writes the OpenType container, a directory of tables (OpenType 1.9, "Organization of an OpenType font").
 */

/** A font's type and its tables. */
export interface Sfnt {
  /** The first four bytes: 0x00010000 or `true` for TrueType outlines, `OTTO` for CFF. */
  readonly flavor: number;
  readonly tables: readonly SfntTable[];
}

export interface SfntTable {
  readonly tag: string;
  readonly data: Buffer;
  /** The sum of its words, if a packed file states it. Summing a whole font takes 6 ms in a fresh process. */
  readonly checksum?: number;
}

/** The font file cannot be used. The message is public and completes the sentence "The font … can't be used: ". */
export class FontError extends Error {
  override readonly name = "FontError";
}

/** The maximum unpacked size. A font with all Chinese characters has about 20 MB. */
export const MAX_UNPACKED_BYTES = 30_000_000;
/** OpenType defines about 60 tables. */
const MAX_TABLES = 128;

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** Reads a plain OpenType file. @throws FontError if its directory is invalid. */
export function readSfnt(file: Buffer): Sfnt {
  if (file.length < HEADER_BYTES) throw brokenFont();
  const count = tableCount(file.readUInt16BE(4));
  if (file.length < HEADER_BYTES + count * ENTRY_BYTES) throw brokenFont();
  const tables = Array.from({ length: count }, (_, index): SfntTable => {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const data = slice(file, file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12));
    return { tag: file.toString("latin1", entry, entry + 4), data };
  });
  return { flavor: file.readUInt32BE(0), tables };
}

/** Writes a plain OpenType file. */
export function writeSfnt({ flavor, tables }: Sfnt): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + tables.length * ENTRY_BYTES);
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  // Readers can use a binary search, so the directory must be sorted.
  const sorted = [...tables].sort((one, other) => (one.tag < other.tag ? -1 : 1));
  sorted.forEach(({ tag, data, checksum }, index) => {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    header.write(tag, entry, 4, "latin1");
    header.writeUInt32BE(checksum ?? checksumOf(tag, data), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    // Tables start at multiples of four bytes.
    const padding = -data.length & 3;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  });
  return Buffer.concat(parts, offset);
}

/** The offset of a word in the table `head` that its checksum excludes, because that word depends on the whole file. */
const ADJUSTMENT_AT = 8;

/** Returns the sum of a table's words. The last word is padded with zeros. */
function checksumOf(tag: string, table: Buffer): number {
  let sum = tag === "head" && table.length >= ADJUSTMENT_AT + 4 ? -table.readUInt32BE(ADJUSTMENT_AT) : 0;
  const whole = table.length & ~3;
  for (let at = 0; at < whole; at += 4) sum = (sum + table.readUInt32BE(at)) | 0;
  for (let at = whole; at < table.length; at++) sum = (sum + ((table[at] ?? 0) << (8 * (3 - (at & 3))))) | 0;
  return sum >>> 0;
}

/** Returns the number of tables if it is valid. @throws FontError */
export function tableCount(count: number): number {
  if (count === 0 || count > MAX_TABLES) throw brokenFont();
  return count;
}

/** Returns a part of a file. @throws FontError if it exceeds the file. */
export function slice(file: Buffer, start: number, length: number): Buffer {
  if (start + length > file.length) throw brokenFont();
  return file.subarray(start, start + length);
}

/** Returns the error for a file with invalid content. */
export function brokenFont(): FontError {
  return new FontError("the file is broken or cut off");
}

/** Returns the error for a file that is too large when unpacked. */
export function tooLargeFont(): FontError {
  return new FontError(`unpacked it is larger than ${MAX_UNPACKED_BYTES / 1e6} MB`);
}
