/** A place in the browser (IndexedDB) for what the service does not keep. All pages of the browser share it. */

/** Stores values by one of their keys. One connection serves all calls, so that they happen in the order of the calls. */
export class BrowserStore<Value> {
  readonly #name: string;
  readonly #keyPath: string;
  #opening: Promise<IDBDatabase> | undefined;

  /**
   * @param name the name of the database, which has one store
   * @param keyPath the key of a value by which it is found
   */
  constructor(name: string, keyPath: string) {
    this.#name = name;
    this.#keyPath = keyPath;
  }

  /** Reads a value. Undefined if there is none with this key. */
  get(key: string): Promise<Value | undefined> {
    return this.#run("readonly", (store) => store.get(key) as IDBRequest<Value | undefined>);
  }

  getAll(): Promise<Value[]> {
    return this.#run("readonly", (store) => store.getAll() as IDBRequest<Value[]>);
  }

  /** Stores a value, or replaces an older one. */
  async put(value: Value): Promise<void> {
    await this.#run("readwrite", (store) => store.put(value));
  }

  async delete(key: string): Promise<void> {
    await this.#run("readwrite", (store) => store.delete(key));
  }

  /**
   * Changes a value in one transaction, so that two pages cannot overwrite each other's changes. It is on the disk
   * afterwards.
   *
   * @param change returns the value itself if there is nothing to change
   * @returns the stored value, or undefined if there is none, and whether it has changed
   */
  async update(
    key: string,
    change: (value: Value) => Value,
  ): Promise<{ readonly hasChanged: boolean; readonly value: Value | undefined }> {
    const database = await this.#open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
      const store = transaction.objectStore(STORE);
      const reading = store.get(key) as IDBRequest<Value | undefined>;
      let outcome: { hasChanged: boolean; value: Value | undefined } = { hasChanged: false, value: undefined };
      reading.onsuccess = () => {
        const before = reading.result;
        const value = before === undefined ? undefined : change(before);
        outcome = { hasChanged: value !== before, value };
        if (value !== undefined && value !== before) store.put(value);
      };
      transaction.oncomplete = () => resolve(outcome);
      transaction.onerror = transaction.onabort = () => reject(problemOf(transaction.error));
    });
  }

  async #run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open();
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(problemOf(transaction.error));
    });
  }

  #open(): Promise<IDBDatabase> {
    this.#opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: this.#keyPath });
      request.onsuccess = () => {
        // A newer page may need to change the database.
        request.result.onversionchange = () => {
          request.result.close();
          this.#opening = undefined;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        this.#opening = undefined;
        reject(problemOf(request.error));
      };
    });
    return this.#opening;
  }
}

const STORE = "values";

function problemOf(error: DOMException | null): Error {
  return error ?? new Error("The browser did not store it.");
}
