import { createHash } from "node:crypto";
import { FILE_START, fileEnd, fileId } from "./file-end.js";

/** Writes the objects of a file one after another, and keeps their places only. */
export class JoinedFile {
  readonly #offsets: (number | undefined)[] = [];
  readonly #digest = createHash("sha1");
  #length = 0;

  /** Reserves the numbers after the last one. Returns the last number before them. */
  reserve(count: number): number {
    const before = this.#offsets.length;
    this.#offsets.length = before + count;
    return before;
  }

  /** Returns the start of the file, which must be written first. */
  start(): Uint8Array {
    return this.#written(FILE_START);
  }

  /** Returns an object without a stream, to be written next. */
  object(number: number, body: string): Uint8Array {
    this.#offsets[number - 1] = this.#length;
    return this.#written(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, "latin1"));
  }

  /** Yields an object with a stream. */
  async *stream(
    number: number,
    dictionary: string,
    data: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    this.#offsets[number - 1] = this.#length;
    yield this.#written(Buffer.from(`${number} 0 obj\n${dictionary}\nstream\n`, "latin1"));
    for await (const chunk of data) yield this.#written(chunk);
    yield this.#written(Buffer.from("\nendstream\nendobj\n", "latin1"));
  }

  /** Returns the end of the file. */
  end(catalog: number, info: number): Uint8Array {
    const id = fileId(this.#digest.digest("hex"));
    return fileEnd({ offsets: Array.from(this.#offsets), start: this.#length, catalog, info, id });
  }

  #written(bytes: Uint8Array): Uint8Array {
    this.#digest.update(bytes);
    this.#length += bytes.length;
    return bytes;
  }
}
