/**
 * The content encoding `aws-chunked` in the form that the SDK sends: unsigned chunks with their size, then trailers.
 */
import { Transform, type TransformCallback } from "node:stream";
import { AwsError } from "../aws-error.js";

/** The longest line with a chunk's size or a trailer. */
const MAX_LINE_BYTES = 8_192;

/** Outputs the content of the chunks and keeps the trailers. */
export class AwsChunkedDecoder extends Transform {
  /** Trailers by lower-case name; complete when the stream has ended. */
  readonly trailers = new Map<string, string>();
  #state: "size" | "data" | "end-of-data" | "trailers" | "done" = "size";
  #pending: Buffer = Buffer.alloc(0);
  #chunkBytesLeft = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    try {
      while (this.#step());
      callback();
    } catch (error) {
      callback(error as Error);
    }
  }

  override _flush(callback: TransformCallback): void {
    callback(this.#state === "done" ? null : new AwsError("IncompleteBody", "The chunked body ends too early."));
  }

  /** Consumes one part of the pending bytes; false if it needs more bytes. */
  #step(): boolean {
    if (this.#state === "done") return false;
    if (this.#state === "data") return this.#passData();
    const line = this.#takeLine();
    if (line === undefined) return false;
    if (this.#state === "size") this.#beginChunk(line);
    else if (this.#state === "end-of-data") this.#endChunk(line);
    else this.#keepTrailer(line);
    return true;
  }

  #passData(): boolean {
    if (this.#pending.length === 0) return false;
    const part = this.#pending.subarray(0, this.#chunkBytesLeft);
    this.#pending = this.#pending.subarray(part.length);
    this.#chunkBytesLeft -= part.length;
    if (this.#chunkBytesLeft === 0) this.#state = "end-of-data";
    this.push(part);
    return true;
  }

  #takeLine(): string | undefined {
    const end = this.#pending.indexOf("\r\n");
    if (end > MAX_LINE_BYTES || (end < 0 && this.#pending.length > MAX_LINE_BYTES)) throw malformed();
    if (end < 0) return undefined;
    const line = this.#pending.subarray(0, end).toString("latin1");
    this.#pending = this.#pending.subarray(end + 2);
    return line;
  }

  #beginChunk(line: string): void {
    if (!/^[0-9a-fA-F]{1,12}$/.test(line)) throw malformed();
    this.#chunkBytesLeft = parseInt(line, 16);
    this.#state = this.#chunkBytesLeft === 0 ? "trailers" : "data";
  }

  #endChunk(line: string): void {
    if (line !== "") throw malformed();
    this.#state = "size";
  }

  #keepTrailer(line: string): void {
    if (line === "") {
      this.#state = "done";
      return;
    }
    const colon = line.indexOf(":");
    if (colon < 1) throw malformed();
    this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}

function malformed(): AwsError {
  return new AwsError("MalformedTrailerError", "The chunked body is not well formed.");
}
