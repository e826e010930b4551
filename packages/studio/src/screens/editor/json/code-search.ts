/** Search in the text. The search of the browser finds only the lines that are in view. */
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";

export { openSearchPanel } from "@codemirror/search";

/** The search with its keys. */
export const codeSearch: Extension = [
  search({ top: false }),
  highlightSelectionMatches(),
  Prec.high(keymap.of(searchKeymap)),
];
