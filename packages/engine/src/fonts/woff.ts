/** Unpacks WOFF 1.0 (W3C Recommendation of 2012) into the plain OpenType file that the shaper reads. */
import { inflateSync } from "node:zlib";
import {
  brokenFont,
  MAX_UNPACKED_BYTES,
  type Sfnt,
  type SfntTable,
  slice,
  tableCount,
  tooLargeFont,
  writeSfnt,
} from "./sfnt.js";

const WOFF_SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** Returns whether a file is WOFF 1.0. */
export function isWoff(file: Buffer): boolean {
  return file.length >= HEADER_BYTES && file.readUInt32BE(0) === WOFF_SIGNATURE;
}

/** Returns the font as plain OpenType. A file that is not WOFF is returned unchanged. @throws FontError */
export function unpackWoff(file: Buffer): Buffer {
  return isWoff(file) ? writeSfnt(readWoff(file)) : file;
}

/** Reads a WOFF file. @throws FontError if it is invalid or too large when unpacked. */
export function readWoff(file: Buffer): Sfnt {
  const count = tableCount(file.readUInt16BE(12));
  if (file.length < HEADER_BYTES + count * ENTRY_BYTES) throw brokenFont();
  let left = MAX_UNPACKED_BYTES;
  const tables = Array.from({ length: count }, (_, index): SfntTable => {
    const entry = HEADER_BYTES + index * ENTRY_BYTES;
    const length = file.readUInt32BE(entry + 12);
    left -= length;
    if (left < 0) throw tooLargeFont();
    const stored = slice(file, file.readUInt32BE(entry + 4), file.readUInt32BE(entry + 8));
    const data = unpackTable(stored, length);
    return { tag: file.toString("latin1", entry, entry + 4), data, checksum: file.readUInt32BE(entry + 16) };
  });
  return { flavor: file.readUInt32BE(4), tables };
}

function unpackTable(stored: Buffer, length: number): Buffer {
  if (stored.length === length) return stored;
  if (stored.length > length) throw brokenFont();
  const unpacked = inflate(stored, length);
  if (unpacked.length !== length) throw brokenFont();
  return unpacked;
}

function inflate(stored: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(stored, { maxOutputLength });
  } catch {
    throw brokenFont();
  }
}
