/** Unsaved work in the browser, so that a reload or a crash loses nothing. Each template has one draft. */
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import type { History } from "../../../editor/history/history.js";
import { BrowserStore } from "../../../service/browser-store.js";

/** A draft: the version that it began with, and the steps since then. */
export interface KeptDraft {
  readonly template: string;
  readonly version: number;
  readonly etag: string | undefined;
  readonly base: EditedDocument;
  readonly history: History;
}

const drafts = new BrowserStore<KeptDraft>("studio-editor", "template");
/** The number of steps that are kept. All of them are in memory. */
const KEPT_STEPS = 50;

/** Keeps a draft. Failing to keep it harms nothing while the page is open. */
export async function keepDraft(draft: KeptDraft): Promise<void> {
  const { past, present, future } = draft.history;
  const history = { past: past.slice(-KEPT_STEPS), present, future: future.slice(0, KEPT_STEPS) };
  await drafts.put({ ...draft, history }).catch(() => undefined);
}

/** Returns the draft of a template, or undefined if there is none. */
export async function keptDraft(template: string): Promise<KeptDraft | undefined> {
  return await drafts.get(template).catch(() => undefined);
}

/** Forgets the draft of a template. */
export async function forgetDraft(template: string): Promise<void> {
  await drafts.delete(template).catch(() => undefined);
}
