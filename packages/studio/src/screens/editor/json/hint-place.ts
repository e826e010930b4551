import type { EditorState as CodeState } from "@codemirror/state";
import type { TextRange } from "../../../editor/json/json-places.js";
import type { SchemaStep } from "../../../editor/json/schema-at.js";
import { schemaPlaceAt } from "./schema-place.js";

/** A key or a value in the text, and the steps to what the schema says about it. */
export interface HintPlace extends TextRange {
  readonly steps: readonly SchemaStep[];
}

/** Returns the key or the value at an offset, or undefined if there is none. */
export function hintAt(state: CodeState, offset: number): HintPlace | undefined {
  const place = schemaPlaceAt(state, Math.min(offset + 1, state.doc.length)) ?? schemaPlaceAt(state, offset);
  if (place?.word === undefined) return undefined;
  const { from, to } = place.word;
  const key = place.isKey ? readKey(state.sliceDoc(from, to)) : undefined;
  const steps = key === undefined ? place.steps : [...place.steps, { step: key, siblings: place.siblings }];
  return { from, to, steps };
}

function readKey(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}
