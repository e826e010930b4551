/** Distinguishes typing from other changes of the text, and divides it into steps of the history. */
import { Annotation, type ChangeSet } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";

/** The events of a text. */
export interface TypingEvents {
  /** Somebody has changed the text. `isNew` begins another step of the history. */
  readonly onType: (changes: ChangeSet, isNew: boolean) => void;
  /** Somebody has put the cursor somewhere. */
  readonly onCursor: (offset: number) => void;
}

/** Marks a change that is not typing. */
export const external = Annotation.define<boolean>();
/** Typing that continues after this pause is another step of the history. */
const STEP_PAUSE_MS = 1_000;

/** Reports what was typed, and where the cursor went. */
export function reportTyping({ onType, onCursor }: TypingEvents): (update: ViewUpdate) => void {
  let typedAt = 0;
  let isMoved = true;
  return (update) => {
    const isOutside = update.transactions.some((transaction) => transaction.annotation(external) === true);
    if (isOutside) return;
    const isFound = update.selectionSet && update.view.hasFocus;
    if (update.docChanged) {
      const now = performance.now();
      onType(update.changes, isMoved || now - typedAt > STEP_PAUSE_MS);
      typedAt = now;
      isMoved = false;
    } else if (isFound) isMoved = true;
    if (isFound) onCursor(update.state.selection.main.head);
  };
}
