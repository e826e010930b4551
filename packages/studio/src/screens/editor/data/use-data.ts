import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import {
  generatedValues,
  ownValues,
  type SampleSet,
  type SampleValues,
  valuesFor,
} from "../../../editor/samples/sample-sets.js";
import type { SampleKind } from "../../../editor/samples/sample-texts.js";
import { editorData as texts } from "../../../messages/en/editor-data.js";
import { useCommands } from "../../../shell/commands.js";
import type { EditorState } from "../state/editor-state.js";
import { SampleStore } from "./sample-store.js";

/** The generated sets, in the order of the list. */
export const KINDS: readonly SampleKind[] = ["long", "short", "empty", "arabic", "japanese"];

const NOTHING: SampleValues = { variables: {}, layers: {} };

/** The data that the canvas shows the document with. */
export interface ShownData {
  /** The kind or the ID of the chosen set, or undefined for the document's own values. */
  readonly chosen: Signal<string | undefined>;
  readonly values: ReadonlySignal<SampleValues>;
  /** The name of the chosen set. */
  readonly name: ReadonlySignal<string | undefined>;
  readonly store: SampleStore;
  /** Whether four pictures are shown at once. */
  readonly isTrying: Signal<boolean>;
}

/** Chooses the data, and reads the sets that the browser keeps. */
export function useData(template: string, state: EditorState): ShownData {
  const data = useMemo(() => makeData(template, state), []);
  useEffect(() => void data.store.open(), []);
  useCommands(() => [{ label: texts.stress, run: () => (data.isTrying.value = true) }], []);
  return data;
}

function makeData(template: string, state: EditorState): ShownData {
  const chosen = signal<string | undefined>(undefined);
  const store = new SampleStore(template);
  const setOf = (): SampleSet | undefined => setNamed(state.document.value, store.sets.value, chosen.value);
  return {
    chosen,
    store,
    isTrying: signal(false),
    values: computed(() => setOf() ?? NOTHING),
    name: computed(() => setOf()?.name),
  };
}

/** Returns the set of a kind or an ID, with the values that the document has a place for. */
export function setNamed(
  document: EditedDocument,
  sets: readonly SampleSet[],
  id: string | undefined,
): SampleSet | undefined {
  const kind = KINDS.find((one) => one === id);
  if (kind !== undefined) return { id: kind, name: texts.generated[kind], ...generatedValues(document, kind) };
  const kept = sets.find((set) => set.id === id);
  return kept === undefined ? undefined : { ...kept, ...valuesFor(document, kept) };
}

/** Returns a new set that begins with what is shown. */
export function newSet(document: EditedDocument, { values, store }: ShownData): SampleSet {
  const own = ownValues(document);
  const { variables, layers } = values.value;
  return {
    id: crypto.randomUUID(),
    name: texts.newName(store.sets.value.length + 1),
    variables: { ...own.variables, ...variables },
    layers: { ...own.layers, ...layers },
  };
}
