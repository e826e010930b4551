/** Search in the text. The search of the browser finds only the lines that are in view. */
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

export { openSearchPanel } from "@codemirror/search";

const theme = EditorView.theme({
  ".cm-panels": { backgroundColor: "var(--canvas)", color: "var(--text)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { padding: "8px 28px 8px 8px", fontFamily: "var(--sans)" },
  ".cm-textfield": {
    border: "1px solid var(--line-strong)",
    borderRadius: "var(--radius)",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    padding: "4px 8px",
  },
  ".cm-button": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    backgroundImage: "none",
    backgroundColor: "var(--surface)",
    color: "var(--text)",
    padding: "4px 8px",
  },
  ".cm-search label": { display: "inline-flex", alignItems: "center", gap: "4px", fontSize: "12px" },
  ".cm-search .cm-dialog-close, .cm-panel button[name=close]": { color: "var(--text-quiet)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warning) 30%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--warning) 55%, transparent)" },
});

/** The search with its keys. */
export const codeSearch: Extension = [
  theme,
  search({ top: false }),
  highlightSelectionMatches(),
  Prec.high(keymap.of(searchKeymap)),
];
