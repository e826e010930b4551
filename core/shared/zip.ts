/**
 * Writes a ZIP file as a stream (PKWARE APPNOTE 6.3.10). Entries are not compressed, because pictures already are.
 *
 * The checksum and size of an entry follow its bytes, in a data descriptor, so nothing is read twice and nothing is
 * buffered. The list of entries at the end has ZIP64 fields only where a number needs them: some readers do not support
 * ZIP64.
 */
import { crc32 } from "node:zlib";

export interface ZipEntry {
  /** In UTF-8, with slashes between folders. */
  readonly name: string;
  readonly modifiedMs: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Bit 3: the sizes follow the bytes. Bit 11: the name is UTF-8. */
const FLAGS = 0x0808;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** The host system "Unix", so that readers use the file mode. */
const MADE_BY_UNIX = 3 << 8;
const REGULAR_FILE_MODE = 0o100644;
const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;

interface Written {
  readonly name: Buffer;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * @param startOffset where the stream begins in its file. For tests of files above 4 GB.
 * @throws Error for an entry of 4 GB or more. No picture is that large.
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  startOffset = 0,
): AsyncGenerator<Uint8Array, void, undefined> {
  const written: Written[] = [];
  let offset = startOffset;
  for await (const { name: text, modifiedMs, body } of entries) {
    const start = { name: Buffer.from(text), ...dosTimeOf(modifiedMs), offset };
    const header = localHeader(start);
    yield header;
    let [crc, size] = [0, 0];
    for await (const chunk of body) {
      crc = crc32(chunk, crc);
      size += chunk.byteLength;
      yield chunk;
    }
    if (size >= MAX_32) throw new Error(`The entry ${text} has 4 GB or more.`);
    yield dataDescriptor(crc, size);
    offset += header.byteLength + size + DESCRIPTOR_BYTES;
    written.push({ ...start, crc, size });
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  yield endOfDirectory(written.length, directory.byteLength, offset);
}

const DESCRIPTOR_BYTES = 16;

function localHeader({ name, time, date }: Pick<Written, "name" | "time" | "date">): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt16LE(name.byteLength, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor(crc: number, size: number): Buffer {
  const descriptor = Buffer.alloc(DESCRIPTOR_BYTES);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(size, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function directoryEntry({ name, time, date, crc, size, offset }: Written): Buffer {
  const isFar = offset >= MAX_32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(0x0001, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const version = isFar ? VERSION_ZIP64 : VERSION;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(MADE_BY_UNIX | version, 4);
  entry.writeUInt16LE(version, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(time, 12);
  entry.writeUInt16LE(date, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(size, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.byteLength, 28);
  entry.writeUInt16LE(extra.byteLength, 30);
  entry.writeUInt32LE((REGULAR_FILE_MODE << 16) >>> 0, 38);
  entry.writeUInt32LE(isFar ? MAX_32 : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

function endOfDirectory(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  return offset < MAX_32 && count < MAX_16 ? end : Buffer.concat([endOfDirectory64(count, bytes, offset), end]);
}

/** Returns the record for large offsets and many entries, followed by the record with its position. */
function endOfDirectory64(count: number, bytes: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + bytes), 64);
  record.writeUInt32LE(1, 72);
  return record;
}

/** Returns the time in UTC. The format begins in 1980 and has a resolution of two seconds. */
function dosTimeOf(epochMs: number): Pick<Written, "time" | "date"> {
  const at = new Date(Math.max(epochMs, Date.UTC(1980, 0, 1)));
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  };
}
