/** The bytes end in the middle of a value, or a line is too long. */
export class UnreadablePdf extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnreadablePdf";
  }
}

/** The longest text between two streams. The table of the widths of 65,535 glyphs has 0.4 MB. */
export const MAX_TEXT_BYTES = 8_000_000;

const NEWLINE = 10;

/** Reads lines and counted bytes from chunks of any size, and keeps only the chunk that it reads. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array();

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Ends the source. No bytes can be read afterwards. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Reads a line in Latin-1 with its newline, or the rest of the bytes. Resolves to an empty text at the end. */
  async line(): Promise<string> {
    let text = "";
    while (await this.#fill()) {
      const newline = this.#chunk.indexOf(NEWLINE);
      text += Buffer.from(this.#take(newline === -1 ? this.#chunk.length : newline + 1)).toString("latin1");
      if (text.length > MAX_TEXT_BYTES) throw new UnreadablePdf("A PDF has a line that is too long.");
      if (newline !== -1) break;
    }
    return text;
  }

  /** Yields the next `length` bytes. @throws UnreadablePdf if there are fewer */
  async *bytes(length: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = length; left > 0;) {
      if (!(await this.#fill())) throw new UnreadablePdf("A PDF ends in the middle of a stream.");
      const part = this.#take(Math.min(left, this.#chunk.length));
      left -= part.length;
      yield part;
    }
  }

  #take(length: number): Uint8Array {
    const part = this.#chunk.subarray(0, length);
    this.#chunk = this.#chunk.subarray(length);
    return part;
  }

  /** Reads the next chunk if nothing is left of the last one. Resolves to `false` at the end. */
  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      this.#chunk = next.value;
    }
    return true;
  }
}
