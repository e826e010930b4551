/** Windows of this browser that have the same template open tell each other what they save. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EditorState } from "./editor-state.js";
import { keepDraft } from "./keep-draft.js";

interface SavedMessage {
  readonly template: string;
  readonly version: number;
}

const CHANNEL = "studio-editor";

/** Tells the other windows about a stored version. Call it when the draft of this window is forgotten. */
export function tellSaved(template: string, version: number): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ template, version } satisfies SavedMessage);
  channel.close();
}

/** Returns the version that another window has stored, as long as the work here is based on an older one. */
export function useSavedElsewhere(id: string, state: EditorState): Signal<number | undefined> {
  const newer = useSignal<number | undefined>(undefined);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<SavedMessage>) => {
      const { document: base, version, etag } = state.stored.peek();
      if (data.template !== id || data.version <= version) return;
      newer.value = data.version;
      // A template has one kept draft. The other window has just forgotten it.
      if (state.isChanged.peek()) void keepDraft({ template: id, version, etag, base, history: state.history.peek() });
    };
    return () => channel.close();
  }, [id, state]);
  return newer;
}
