import { ApiError } from "@image-render/client";
import { batch, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { record } from "../../../editor/history/history.js";
import { irs } from "../../../service/irs.js";
import { asError, invalidate } from "../../../service/resources.js";
import type { EditorState, StoredState } from "./editor-state.js";
import { forgetDraft } from "./keep-draft.js";
import { tellSaved } from "./other-windows.js";

/** The state of saving, and what prevents it. */
export interface Saving {
  /** @param note what has changed, for the list of versions */
  readonly save: (note?: string) => void;
  readonly isRunning: boolean;
  readonly error: Error | undefined;
  /** The version that somebody else has saved meanwhile. */
  readonly conflict: StoredState | undefined;
  /** Saves a document that has the work of both people. */
  readonly resolve: (document: EditedDocument) => void;
  readonly closeConflict: () => void;
  readonly savedAt: Date | undefined;
}

/** Stores the document as a new version, unless somebody else has stored one since. */
export function useSaving(id: string, state: EditorState, step: string): Saving {
  const isRunning = useSignal(false);
  const error = useSignal<Error | undefined>(undefined);
  const conflict = useSignal<StoredState | undefined>(undefined);
  const savedAt = useSignal<Date | undefined>(undefined);
  /** The note of a version that could not be saved because of a conflict. It is saved with the choices. */
  const kept = useRef<string | undefined>(undefined);
  const store = async (document: EditedDocument, etag: string | undefined, note?: string): Promise<void> => {
    if (isRunning.value) return;
    isRunning.value = true;
    kept.current = note;
    error.value = undefined;
    try {
      const saved = await irs.templates.update(
        id,
        { document: document as never, ...(note !== undefined && { note }) },
        { ifMatch: etag },
      );
      batch(() => {
        state.stored.value = { document, version: saved.version, etag: saved.etag };
        savedAt.value = new Date();
        conflict.value = undefined;
      });
      invalidate("templates");
      await forgetDraft(id);
      tellSaved(id, saved.version);
    } catch (thrown) {
      const failure = asError(thrown);
      const isConflict = failure instanceof ApiError && failure.status === 412;
      const found = isConflict ? await latest(id).catch(asError) : failure;
      if (found instanceof Error) error.value = found;
      else conflict.value = found;
    } finally {
      isRunning.value = false;
    }
  };
  return {
    save: (note) => void store(state.history.value.present.document, state.stored.value.etag, note),
    isRunning: isRunning.value,
    error: error.value,
    conflict: conflict.value,
    resolve: (document) => {
      const theirs = conflict.value;
      state.history.value = record(state.history.value, { name: step, document });
      void store(document, theirs?.etag, kept.current);
    },
    closeConflict: () => (conflict.value = undefined),
    savedAt: savedAt.value,
  };
}

/** Returns the latest stored version of a template. */
export async function latest(id: string, signal?: AbortSignal): Promise<StoredState> {
  const { document, edition, version, etag } = await irs.templates.get(id, { signal });
  return { document: { edition, ...document } as unknown as EditedDocument, version, etag };
}
