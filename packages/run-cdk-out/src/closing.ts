/** Something that can be closed. */
export interface Closable {
  close(): Promise<void> | void;
}

/** Collects what must be closed, and closes it in reverse order. Members of a group are closed at the same time. */
export class Closing {
  readonly #groups: Closable[][] = [];

  /** Adds a group, and returns its first member. */
  add<T extends Closable>(first: T, ...others: Closable[]): T {
    this.#groups.push([first, ...others]);
    return first;
  }

  addAll(closables: readonly Closable[]): void {
    this.#groups.push([...closables]);
  }

  /** Closes everything, even if something cannot be closed. All failures are thrown together at the end. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const group of this.#groups.splice(0).reverse()) {
      const results = await Promise.allSettled(group.map(async (closable) => closable.close()));
      for (const result of results) if (result.status === "rejected") failures.push(result.reason);
    }
    if (failures.length > 0) throw new AggregateError(failures, "Not everything could be closed.");
  }
}
