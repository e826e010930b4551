/** Keeps what was used last, up to a total cost; the rest is let go. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly cost: number }>();
  readonly #maxCost: number;
  #cost = 0;

  /** @param maxCost in the unit in which `set` states costs, bytes as a rule. */
  constructor(maxCost: number) {
    this.#maxCost = maxCost;
  }

  /** The sum of the costs of all that is kept. */
  get cost(): number {
    return this.#cost;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion: what is put in anew counts as used last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: Key, value: Value, cost: number): void {
    const before = this.#entries.get(key);
    if (before !== undefined) this.#cost -= before.cost;
    this.#entries.delete(key);
    this.#entries.set(key, { value, cost });
    this.#cost += cost;
    for (const [oldest, { cost: freed }] of this.#entries) {
      if (this.#cost <= this.#maxCost || oldest === key) break;
      this.#entries.delete(oldest);
      this.#cost -= freed;
    }
  }
}
