import { crc32 } from "node:zlib";

/** The bytes of the length, the type and the checksum of a chunk. */
const FRAME_BYTES = 12;
const TYPE_AT = 4;
const DATA_AT = 8;

/** Returns a chunk of a PNG. */
export function chunk(type: "IHDR" | "pHYs" | "tEXt" | "iTXt" | "IDAT" | "IEND", data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(FRAME_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < type.length; at++) bytes[TYPE_AT + at] = type.charCodeAt(at);
  bytes.set(data, DATA_AT);
  view.setUint32(DATA_AT + data.length, crc32(bytes.subarray(TYPE_AT, DATA_AT + data.length)));
  return bytes;
}
