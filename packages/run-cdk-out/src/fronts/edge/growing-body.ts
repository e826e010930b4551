import { Readable } from "node:stream";

/**
 * A body that is fetched into memory while any number of readers read it, each from the start and at its own speed. It
 * is fetched completely, even if all readers disconnect.
 */
export class GrowingBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #state: "growing" | "complete" | "broken" = "growing";
  #error: Error | undefined;
  #changed = Promise.withResolvers<unknown>();
  /** Resolves when the source has ended or failed; never rejects. */
  readonly ended: Promise<void>;

  constructor(source: Readable) {
    this.ended = this.#fill(source);
  }

  /** The number of bytes so far, which is the total if `isComplete`. */
  get bytes(): number {
    return this.#bytes;
  }

  get isComplete(): boolean {
    return this.#state === "complete";
  }

  /**
   * Reads from the start, and waits for bytes that have not arrived yet. Fails at the point where the source failed.
   */
  read(): Readable {
    return Readable.from(this.#follow(), { objectMode: false });
  }

  /** Reads a part of a complete body; `last` is inclusive. */
  readRange(first: number, last: number): Readable {
    const parts: Buffer[] = [];
    let start = 0;
    for (const chunk of this.#chunks) {
      const part = chunk.subarray(Math.max(0, first - start), Math.max(0, last + 1 - start));
      if (part.length > 0) parts.push(part);
      start += chunk.length;
    }
    return Readable.from(parts, { objectMode: false });
  }

  async #fill(source: Readable): Promise<void> {
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        this.#chunks.push(chunk);
        this.#bytes += chunk.length;
        this.#notify();
      }
      this.#state = "complete";
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.#state = "broken";
    }
    this.#notify();
  }

  #notify(): void {
    const changed = this.#changed;
    this.#changed = Promise.withResolvers<unknown>();
    changed.resolve(undefined);
  }

  async *#follow(): AsyncGenerator<Buffer> {
    for (let next = 0; ; next += 1) {
      let chunk = this.#chunks[next];
      while (chunk === undefined) {
        if (this.#state === "complete") return;
        if (this.#state === "broken") throw this.#error ?? new Error("The response of the origin is incomplete.");
        await this.#changed.promise;
        chunk = this.#chunks[next];
      }
      yield chunk;
    }
  }
}
