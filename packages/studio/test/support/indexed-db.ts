/** Stands in for the IndexedDB of a browser. It keeps copies in the memory, and can refuse to open or to store. */
import { standIn } from "./stand-ins.js";

type Records = Map<string, unknown>;
interface Kept {
  readonly version: number;
  readonly keyPath: string;
  readonly records: Records;
}

class FakeRequest {
  result: unknown;
  error: Error | null = null;
  onsuccess: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onupgradeneeded: (() => void) | null = null;
}

class FakeTransaction {
  error: Error | null = null;
  oncomplete: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  readonly #kept: Kept;
  readonly #waiting: (() => void)[] = [];

  constructor(kept: Kept, mode: IDBTransactionMode, browser: TestIndexedDb) {
    this.#kept = mode === "readwrite" ? kept : { ...kept, records: new Map(kept.records) };
    const run = (): void => {
      const work = this.#waiting.shift();
      if (work === undefined) {
        this.#end(browser);
        return;
      }
      work();
      queueMicrotask(run);
    };
    queueMicrotask(run);
  }

  objectStore() {
    const { records, keyPath } = this.#kept;
    return {
      get: (key: string) => this.#ask(() => structuredClone(records.get(key))),
      getAll: () => this.#ask(() => [...records.values()].map((value) => structuredClone(value))),
      put: (value: Record<string, unknown>) =>
        this.#ask(() => void records.set(String(value[keyPath]), structuredClone(value))),
      delete: (key: string) => this.#ask(() => void records.delete(key)),
    };
  }

  #end({ refusal }: TestIndexedDb): void {
    this.error = refusal?.error ?? null;
    this[refusal?.event ?? "oncomplete"]?.();
  }

  #ask(work: () => unknown): FakeRequest {
    const request = new FakeRequest();
    this.#waiting.push(() => {
      request.result = work();
      request.onsuccess?.();
    });
    return request;
  }
}

/** The parts of a browser's databases that a test sees. */
export class TestIndexedDb {
  /** The databases by their names. */
  readonly databases = new Map<string, Kept>();
  /** How each transaction was asked to store. */
  readonly durabilities: (string | undefined)[] = [];
  opened = 0;
  closed = 0;
  /** Why no database opens. */
  openError: Error | null | undefined;
  /** How transactions fail. */
  refusal: { readonly event: "onerror" | "onabort"; readonly error: Error | null } | undefined;
  readonly #connections: { onversionchange: (() => void) | null }[] = [];

  readonly open = (name: string, version: number): FakeRequest => {
    const request = new FakeRequest();
    this.opened++;
    queueMicrotask(() => {
      if (this.openError !== undefined) {
        request.error = this.openError;
        request.onerror?.();
        return;
      }
      request.result = this.#connectionTo(name, version);
      if (!this.databases.has(name)) request.onupgradeneeded?.();
      request.onsuccess?.();
    });
    return request;
  };

  /** Happens when a newer page changes the database. */
  changeVersion(): void {
    for (const connection of this.#connections.splice(0)) connection.onversionchange?.();
  }

  #connectionTo(name: string, version: number) {
    let isOpen = true;
    const connection = {
      onversionchange: null,
      createObjectStore: (_store: string, { keyPath }: { readonly keyPath: string }) =>
        this.databases.set(name, { version, keyPath, records: new Map() }),
      close: () => {
        isOpen = false;
        this.closed++;
      },
      transaction: (_store: string, mode: IDBTransactionMode, options?: IDBTransactionOptions) => {
        const kept = this.databases.get(name);
        if (!isOpen || kept === undefined) throw new Error("The connection is closed.");
        this.durabilities.push(options?.durability);
        return new FakeTransaction(kept, mode, this);
      },
    };
    this.#connections.push(connection);
    return connection;
  }
}

/** Gives the tests a browser that has stored nothing. Returns it, and a function that takes it away. */
export function openIndexedDb(): { readonly browser: TestIndexedDb; readonly closeIndexedDb: () => void } {
  const browser = new TestIndexedDb();
  return { browser, closeIndexedDb: standIn({ indexedDB: browser }) };
}
