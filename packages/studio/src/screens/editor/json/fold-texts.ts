import { foldedRanges, foldEffect } from "@codemirror/language";
import type { EditorState as CodeState, TransactionSpec } from "@codemirror/state";
import type { TextRange } from "../../../editor/json/json-places.js";
import { external } from "./typing-steps.js";

/** Returns the change that hides parts of a text, or undefined if something is hidden in each of them already. */
export function foldTexts(state: CodeState, ranges: readonly TextRange[]): TransactionSpec | undefined {
  const folded = foldedRanges(state);
  const effects = ranges.flatMap((range) => {
    const found: number[] = [];
    folded.between(range.from, range.to, (from) => void found.push(from));
    return found.length > 0 ? [] : [foldEffect.of({ ...range })];
  });
  return effects.length > 0 ? { effects, annotations: external.of(true) } : undefined;
}
