import { LRUCache } from "lru-cache";

export interface ByteCacheOptions {
  /**
   * What happens to a value that is too large. `false`: a value that needs more than half of the memory is not kept, so
   * that it does not evict most of the others. `true`: the newest value is always kept, alone if necessary.
   *
   * @default false
   */
  readonly keepsNewest?: boolean;
}

/** Values by key in a bounded amount of memory. The least recently used values are evicted first. */
export class ByteCache<Value extends object | string | number> {
  readonly #entries: LRUCache<string, Value>;
  readonly #maxSize: number;
  readonly #keepsNewest: boolean;

  constructor(maxBytes: number, { keepsNewest = false }: ByteCacheOptions = {}) {
    // The library takes whole numbers, and takes 0 for "no limit".
    this.#maxSize = Math.max(1, Math.floor(maxBytes));
    const maxEntrySize = keepsNewest ? this.#maxSize : Math.max(1, Math.floor(this.#maxSize / 2));
    this.#entries = new LRUCache({ maxSize: this.#maxSize, maxEntrySize });
    this.#keepsNewest = keepsNewest;
  }

  /** The sum of the sizes of all values. A value that is larger than the cache counts as all of it. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** @param bytes the memory that the value needs. */
  set(key: string, value: Value, bytes: number): void {
    const size = Math.max(1, Math.ceil(bytes));
    this.#entries.set(key, value, { size: this.#keepsNewest ? Math.min(size, this.#maxSize) : size });
  }
}
