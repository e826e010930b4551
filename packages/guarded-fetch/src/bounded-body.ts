/** Reads and decodes a response body up to a limit. The server is untrusted. */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type InputType } from "node:zlib";
import { FetchFailure, tooLargeFailure } from "./fetch-failure.js";
import { errorCode } from "./network-failure.js";

export interface BodyBound {
  /** For failure messages. */
  readonly host: string;
  readonly maxBytes: number;
  /** The treatment of a larger body: fail, or stop reading and return the first `maxBytes`. */
  readonly onOverflow: "fail" | "cut";
}

const FIRST_CAPACITY_BYTES = 16 * 1024;

/**
 * Collects a stream in one growing buffer. Do not collect the chunks: a server that sends one-byte chunks would make
 * memory usage a hundred times the number of counted bytes.
 */
export async function readBounded(body: AsyncIterable<Uint8Array>, bound: BodyBound): Promise<Buffer> {
  let buffer = Buffer.alloc(Math.min(FIRST_CAPACITY_BYTES, bound.maxBytes));
  let length = 0;
  for await (const chunk of body) {
    if (length + chunk.byteLength > bound.maxBytes) {
      if (bound.onOverflow === "fail") throw tooLargeFailure(bound.host, bound.maxBytes);
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
 * Decodes one content encoding, up to `maxBytes`. Requests accept only `identity`, but object stores return a file
 * (often an SVG) in the encoding that it was stored with. Stacked encodings are rejected: only decompression bombs use
 * them.
 */
export async function decodeBounded(bytes: Buffer, contentEncoding: string, bound: BodyBound): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === "" || encoding === "identity" || bytes.byteLength === 0) return bytes;
  const decode = DECODERS.get(encoding);
  if (decode === undefined) {
    throw new FetchFailure("content", `${bound.host} returned a content encoding that is not supported.`, {
      internal: `content-encoding: ${encoding.slice(0, 100)}`,
    });
  }
  try {
    return await decode(bytes, { maxOutputLength: Math.max(1, bound.maxBytes) });
  } catch (error) {
    if (errorCode(error) === "ERR_BUFFER_TOO_LARGE") throw tooLargeFailure(bound.host, bound.maxBytes);
    throw new FetchFailure("content", `The compressed response of ${bound.host} is damaged.`, { cause: error });
  }
}
