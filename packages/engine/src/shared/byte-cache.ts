import { LRUCache } from "lru-cache";

export interface ByteCacheOptions<Value> {
  /**
   * Decides what happens to a value that is too large. `false`: a value that needs more than `maxShare` of the memory
   * is not kept, so that it does not evict most of the others. `true`: the newest value is always kept, alone if
   * necessary.
   *
   * @default false
   */
  readonly keepsNewest?: boolean;
  /** The largest share of the memory that one value can have. @default 0.5 */
  readonly maxShare?: number;
  /** Called with each value that the cache drops, unless another value of the same key replaces it. */
  readonly onDrop?: (value: Value, key: string) => void;
}

/** Stores values by key in a bounded amount of memory. The least recently used values are evicted first. */
export class ByteCache<Value extends object | string | number> {
  readonly #entries: LRUCache<string, Value>;
  readonly #maxSize: number;
  readonly #keepsNewest: boolean;

  constructor(maxBytes: number, { keepsNewest = false, maxShare = 0.5, onDrop }: ByteCacheOptions<Value> = {}) {
    // The library accepts whole numbers, and 0 means "no limit".
    this.#maxSize = Math.max(1, Math.floor(maxBytes));
    const maxEntrySize = keepsNewest ? this.#maxSize : Math.max(1, Math.floor(this.#maxSize * maxShare));
    this.#entries = new LRUCache({
      maxSize: this.#maxSize,
      maxEntrySize,
      ...(onDrop !== undefined && {
        dispose: (value: Value, key: string, reason: string) => {
          if (reason !== "set") onDrop(value, key);
        },
      }),
    });
    this.#keepsNewest = keepsNewest;
  }

  /** The sum of the sizes of all values. A value that is larger than the cache counts as the size of the cache. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Returns whether a value is in the cache. This does not count as a use of the value. */
  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * @param bytes the memory that the value needs
   * @returns whether the value is kept
   */
  set(key: string, value: Value, bytes: number): boolean {
    const size = Math.max(1, Math.ceil(bytes));
    this.#entries.set(key, value, { size: this.#keepsNewest ? Math.min(size, this.#maxSize) : size });
    return this.has(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  /** Evicts values until the others need at most this much. The cache can grow again later. */
  shrinkTo(bytes: number): void {
    while (this.bytes > bytes && this.#entries.size > 0) this.#entries.pop();
  }
}
