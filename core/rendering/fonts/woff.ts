/** Unpacks WOFF 1.0 (W3C Recommendation of 2012) into the bare OpenType file that the shaper reads. */
import { inflateSync } from "node:zlib";

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** No table of a font that is shipped comes near it; a larger claim is a broken file. */
const MAX_TABLE_BYTES = 32_000_000;

/** The font as bare OpenType; a file that is no WOFF is taken to be that already. */
export function unpackWoff(file: Buffer): Buffer {
  if (file.length < WOFF_HEADER_BYTES || file.readUInt32BE(0) !== WOFF_SIGNATURE) return file;
  const count = file.readUInt16BE(12);
  const header = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  header.writeUInt32BE(file.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < count; index++) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const table = readTable(file, entry);
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    file.copy(header, target, entry, entry + 4);
    header.writeUInt32BE(file.readUInt32BE(entry + 16), target + 4);
    header.writeUInt32BE(offset, target + 8);
    header.writeUInt32BE(table.length, target + 12);
    // Tables begin at multiples of four bytes.
    const padding = -table.length & 3;
    parts.push(table, Buffer.alloc(padding));
    offset += table.length + padding;
  }
  return Buffer.concat(parts, offset);
}

function readTable(file: Buffer, entry: number): Buffer {
  const start = file.readUInt32BE(entry + 4);
  const storedLength = file.readUInt32BE(entry + 8);
  const length = file.readUInt32BE(entry + 12);
  if (length > MAX_TABLE_BYTES || start + storedLength > file.length) throw new Error("The WOFF file is broken.");
  const stored = file.subarray(start, start + storedLength);
  return storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored;
}
