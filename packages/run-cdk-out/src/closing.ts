/** What was opened is closed in the opposite order; groups that were opened together are closed together. */

/** Something that is closed once. */
export interface Closable {
  close(): Promise<void> | void;
}

/** Collects what must be closed. */
export class Closing {
  readonly #groups: Closable[][] = [];

  /** Adds what was just opened, as one group, and answers its first member. */
  add<T extends Closable>(first: T, ...others: Closable[]): T {
    this.#groups.push([first, ...others]);
    return first;
  }

  addAll(closables: readonly Closable[]): void {
    this.#groups.push([...closables]);
  }

  /** Closes everything; a fault in one place keeps nothing else open. All faults are thrown at the end, together. */
  async close(): Promise<void> {
    const faults: unknown[] = [];
    for (const group of this.#groups.splice(0).reverse()) {
      const results = await Promise.allSettled(group.map(async (closable) => closable.close()));
      for (const result of results) if (result.status === "rejected") faults.push(result.reason);
    }
    if (faults.length > 0) throw new AggregateError(faults, "Not everything could be closed.");
  }
}
