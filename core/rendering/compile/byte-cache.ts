interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
}

/** A cache with a limit of bytes. It evicts the least recently used values first. */
export class ByteCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes of all values, as stated when they were set. */
  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion, so a value that is inserted again is evicted last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, unless it takes more than half of the cache and so would evict most other values. */
  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.#maxBytes / 2) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
