/** Keeps sheets in the browser (IndexedDB), so that a reload loses nothing. All pages of the browser share them. */
import { BrowserStore } from "../../../service/browser-store.js";
import type { Sheet } from "../model/sheet.js";

const DATABASE = "studio-batches";
const sheets = new BrowserStore<Sheet>(DATABASE, "id");
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
  return sheets.get(id);
}

/** Reads the sheets of a workspace, the newest first. */
export async function listSheets(workspaceId: string): Promise<readonly Sheet[]> {
  const all = await sheets.getAll();
  return all
    .filter((sheet) => sheet.workspaceId === workspaceId)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Stores a new sheet, or one that was deleted. */
export async function addSheet(sheet: Sheet): Promise<void> {
  await sheets.put(sheet);
  announce(sheet.id);
}

/** Deletes a sheet from the browser. The renders of the service stay. */
export async function deleteSheet(id: string): Promise<void> {
  await sheets.delete(id);
  announce(id);
}

/**
 * Changes a sheet in one transaction, so that two pages cannot overwrite each other's changes.
 *
 * @param change returns the sheet itself if there is nothing to change
 * @returns the stored sheet, or undefined if it was deleted
 */
export async function updateSheet(id: string, change: (sheet: Sheet) => Sheet): Promise<Sheet | undefined> {
  // An idempotency key is on the disk before its batch is sent.
  const { hasChanged, value } = await sheets.update(id, change);
  if (hasChanged) announce(id);
  return value;
}

function announce(id: string): void {
  channel.postMessage(id);
  notify(id);
}

function notify(id: string): void {
  for (const listener of listeners) listener(id);
}
