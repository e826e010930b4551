/** Reads and decodes an answer's body within a bound, whatever the other side claims or sends. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type InputType } from "node:zlib";
import { FetchFault, tooLargeFault } from "./fetch-fault.js";
import { errorCode } from "./network-fault.js";

export interface BodyBound {
  /** Named in faults. */
  readonly host: string;
  readonly maxBytes: number;
  /** What to do when there is more: fail, or stop reading and keep what came. */
  readonly onOverflow: "fail" | "cut";
}

const FIRST_CAPACITY_BYTES = 16 * 1024;

/**
 * Collects a stream into one buffer that grows. Keeping the chunks instead would let a server that sends a body byte by byte
 * (one HTTP chunk each) cost a hundred times the bytes that are counted.
 */
export async function readBounded(body: AsyncIterable<Uint8Array>, bound: BodyBound): Promise<Buffer> {
  let buffer = Buffer.alloc(Math.min(FIRST_CAPACITY_BYTES, bound.maxBytes));
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.byteLength > bound.maxBytes) {
      if (bound.onOverflow === "fail") throw tooLargeFault(bound.host, bound.maxBytes);
      buffer = grown(buffer, length, bound.maxBytes, bound.maxBytes);
      buffer.set(chunk.subarray(0, bound.maxBytes - length), length);
      return buffer;
    }
    buffer = grown(buffer, length, length + chunk.byteLength, bound.maxBytes);
    buffer.set(chunk, length);
    length += chunk.byteLength;
  }
  return buffer.subarray(0, length);
}

function grown(buffer: Buffer<ArrayBuffer>, used: number, needed: number, max: number): Buffer<ArrayBuffer> {
  if (needed <= buffer.byteLength) return buffer;
  const larger = Buffer.alloc(Math.min(max, Math.max(needed, buffer.byteLength * 2)));
  larger.set(buffer.subarray(0, used));
  return larger;
}

type Decoder = (input: InputType, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Undoes one content encoding, to at most `maxBytes`. Only `identity` is asked for, but object stores answer with the
 * encoding that a file (often an SVG) was stored with. Stacked encodings are refused: only a decompression bomb needs them.
 */
export async function decodeBounded(bytes: Buffer, contentEncoding: string, bound: BodyBound): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity" || bytes.byteLength === 0) return bytes;
  const decode = DECODERS.get(encoding);
  if (decode === undefined) {
    throw new FetchFault("content", `${bound.host} answered in a content encoding that is not supported.`, {
      internal: `content-encoding: ${encoding.slice(0, 100)}`,
    });
  }
  try {
    return await decode(bytes, { maxOutputLength: Math.max(1, bound.maxBytes) });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLargeFault(bound.host, bound.maxBytes);
    throw new FetchFault("content", `The compressed answer of ${bound.host} is damaged.`, { cause: error });
  }
}
