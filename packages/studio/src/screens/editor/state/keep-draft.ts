/** Unsaved work in the browser, so that a reload or a crash loses nothing. Each template has one draft. */
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import type { History } from "../../../editor/history/history.js";

/** A draft: the version that it began with, and the steps since then. */
export interface KeptDraft {
  readonly template: string;
  readonly version: number;
  readonly etag: string | undefined;
  readonly base: EditedDocument;
  readonly history: History;
}

const DATABASE = "studio-editor";
const STORE = "drafts";
/** The number of steps that are kept. All of them are in memory. */
const KEPT_STEPS = 50;

/** Keeps a draft. Failing to keep it harms nothing while the page is open. */
export async function keepDraft(draft: KeptDraft): Promise<void> {
  const { past, present, future } = draft.history;
  const history = { past: past.slice(-KEPT_STEPS), present, future: future.slice(0, KEPT_STEPS) };
  await inStore("readwrite", (store) => store.put({ ...draft, history })).catch(() => undefined);
}

/** Returns the draft of a template, or undefined if there is none. */
export async function keptDraft(template: string): Promise<KeptDraft | undefined> {
  const found = await inStore<unknown>("readonly", (store) => store.get(template)).catch(() => undefined);
  return found as KeptDraft | undefined;
}

/** Forgets the draft of a template. */
export async function forgetDraft(template: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(template)).catch(() => undefined);
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "template" });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser keeps no data."));
  });
}
