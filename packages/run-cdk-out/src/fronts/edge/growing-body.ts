import { Readable } from "node:stream";

/**
 * A body that is being fetched into memory while any number of readers follow it, each from its beginning and at its
 * own pace. It is fetched to its end even if every reader leaves.
 */
export class GrowingBody {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #state: "growing" | "complete" | "broken" = "growing";
  #error: Error | undefined;
  #news = Promise.withResolvers<unknown>();
  /** Settles when the source has ended, well or not; never rejects. */
  readonly ended: Promise<void>;

  constructor(source: Readable) {
    this.ended = this.#fill(source);
  }

  /** Bytes so far; all of them once `isComplete`. */
  get bytes(): number {
    return this.#bytes;
  }

  get isComplete(): boolean {
    return this.#state === "complete";
  }

  /** Reads from the beginning, following the source as it comes. Errors where the source broke. */
  read(): Readable {
    return Readable.from(this.#follow(), { objectMode: false });
  }

  /** Reads a part of a complete body; `last` is included. */
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
        this.#tell();
      }
      this.#state = "complete";
    } catch (error) {
      this.#error = error instanceof Error ? error : new Error(String(error));
      this.#state = "broken";
    }
    this.#tell();
  }

  #tell(): void {
    const news = this.#news;
    this.#news = Promise.withResolvers<unknown>();
    news.resolve(undefined);
  }

  async *#follow(): AsyncGenerator<Buffer> {
    for (let next = 0; ; next += 1) {
      let chunk = this.#chunks[next];
      while (chunk === undefined) {
        if (this.#state === "complete") return;
        if (this.#state === "broken") throw this.#error ?? new Error("The origin's answer broke off.");
        await this.#news.promise;
        chunk = this.#chunks[next];
      }
      yield chunk;
    }
  }
}
