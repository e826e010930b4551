/** The keys of the history in the text. The history is that of the whole editor, not one of the text alone. */

interface HistoryEvents {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey" | "preventDefault">;

/**
 * Returns what handles the keys: it returns whether a key is one of the history. A keymap finds the letter of a shifted key
 * by its keyboard layout, but the history has its keys on every layout.
 */
export function historyKeys({ onUndo, onRedo }: HistoryEvents): (event: KeyPress) => boolean {
  return (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return false;
    if (key === "y" || event.shiftKey) onRedo();
    else onUndo();
    event.preventDefault();
    return true;
  };
}
