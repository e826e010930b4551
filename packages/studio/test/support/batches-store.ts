/** Stands in for the database of the browser. */

/** Why the database fails. Undefined while it works. */
export const failing: { error: Error | undefined } = { error: undefined };

const stores: MemoryStore<object>[] = [];

/** Empties the database, and lets it work again. */
export function emptyStores(): void {
  failing.error = undefined;
  for (const store of stores) store.clear();
}

/** Keeps values in memory, in place of `BrowserStore`. */
export class MemoryStore<Value extends object> {
  readonly #values = new Map<string, Value>();
  readonly #keyPath: keyof Value;

  constructor(_name: string, keyPath: keyof Value) {
    this.#keyPath = keyPath;
    stores.push(this as unknown as MemoryStore<object>);
  }

  clear(): void {
    this.#values.clear();
  }

  async get(key: string): Promise<Value | undefined> {
    await access();
    return structuredClone(this.#values.get(key));
  }

  async getAll(): Promise<Value[]> {
    await access();
    return structuredClone([...this.#values.values()]);
  }

  async put(value: Value): Promise<void> {
    await access();
    this.#values.set(String(value[this.#keyPath]), structuredClone(value));
  }

  async delete(key: string): Promise<void> {
    await access();
    this.#values.delete(key);
  }

  async update(key: string, change: (value: Value) => Value): Promise<{ hasChanged: boolean; value?: Value }> {
    await access();
    const before = structuredClone(this.#values.get(key));
    if (before === undefined) return { hasChanged: false };
    const value = change(before);
    this.#values.set(key, structuredClone(value));
    return { hasChanged: value !== before, value };
  }
}

async function access(): Promise<void> {
  await Promise.resolve();
  if (failing.error !== undefined) throw failing.error;
}
