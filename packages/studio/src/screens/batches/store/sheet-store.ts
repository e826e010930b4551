/** Keeps sheets in the browser (IndexedDB), so that a reload loses nothing. All pages of the browser share them. */
import type { Sheet } from "../model/sheet.js";

const DATABASE = "studio-batches";
const STORE = "sheets";
const VERSION = 1;

let opening: Promise<IDBDatabase> | undefined;
/** Tells the other pages of the browser which sheet has changed. */
const channel = new BroadcastChannel(DATABASE);
const listeners = new Set<(id: string) => void>();
channel.onmessage = ({ data }: MessageEvent<string>) => notify(data);

/** Calls a function with the ID of each sheet that this page or another one changes. Returns a function that ends it. */
export function onSheetChange(listener: (id: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads a sheet. Undefined if this browser has none with the ID. */
export function readSheet(id: string): Promise<Sheet | undefined> {
  return inStore("readonly", (store) => store.get(id) as IDBRequest<Sheet | undefined>);
}

/** Reads the sheets of a workspace, the newest first. */
export async function listSheets(workspaceId: string): Promise<readonly Sheet[]> {
  const sheets = await inStore("readonly", (store) => store.getAll() as IDBRequest<Sheet[]>);
  return sheets
    .filter((sheet) => sheet.workspaceId === workspaceId)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Stores a new sheet, or one that was deleted. */
export async function addSheet(sheet: Sheet): Promise<void> {
  await inStore("readwrite", (store) => store.put(sheet));
  announce(sheet.id);
}

/** Deletes a sheet from the browser. The renders of the service stay. */
export async function deleteSheet(id: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(id));
  announce(id);
}

/**
 * Changes a sheet in one transaction, so that two pages cannot overwrite each other's changes.
 *
 * @param change returns the sheet itself if there is nothing to change
 * @returns the stored sheet, or undefined if it was deleted
 */
export async function updateSheet(id: string, change: (sheet: Sheet) => Sheet): Promise<Sheet | undefined> {
  const database = await open();
  const { changed, result } = await new Promise<{ changed: boolean; result: Sheet | undefined }>((resolve, reject) => {
    // `strict`: an idempotency key must be on the disk before its batch is sent.
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    const reading = store.get(id) as IDBRequest<Sheet | undefined>;
    let outcome: { changed: boolean; result: Sheet | undefined } = { changed: false, result: undefined };
    reading.onsuccess = () => {
      const before = reading.result;
      const after = before && change(before);
      outcome = { changed: after !== before, result: after };
      if (after !== undefined && after !== before) store.put(after);
    };
    transaction.oncomplete = () => resolve(outcome);
    transaction.onerror = transaction.onabort = () => reject(problemOf(transaction.error));
  });
  if (changed) announce(id);
  return result;
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => reject(problemOf(transaction.error));
  });
}

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => {
      // A newer page may need to change the database.
      request.result.onversionchange = () => {
        request.result.close();
        opening = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => {
      opening = undefined;
      reject(problemOf(request.error));
    };
  });
  return opening;
}

function announce(id: string): void {
  channel.postMessage(id);
  notify(id);
}

function notify(id: string): void {
  for (const listener of listeners) listener(id);
}

function problemOf(error: DOMException | null): Error {
  return error ?? new Error("The browser did not store the sheet.");
}
