/** The look of the text: the tokens of the design, which reach into the shadow root of the editor for code. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const FLOAT = {
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
  backgroundColor: "var(--surface)",
  boxShadow: "var(--float)",
  color: "var(--text)",
};

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--text)", fontSize: "12px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontVariantLigatures: "none", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--text)", padding: "8px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
  ".cm-gutters": { borderRight: "0", backgroundColor: "var(--surface)", color: "var(--text-quiet)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hover) 55%, transparent)" },
  ".cm-foldPlaceholder": { border: "0", backgroundColor: "var(--hover)", color: "var(--text-quiet)" },
  ".cm-foldGutter .cm-gutterElement": { display: "grid", placeItems: "start center", width: "14px", cursor: "pointer" },
  ".fold-marker": {
    width: "5px",
    height: "5px",
    marginTop: "7px",
    borderRight: "1px solid currentColor",
    borderBottom: "1px solid currentColor",
    transform: "rotate(-45deg)",
  },
  ".fold-marker.open": { marginTop: "5px", transform: "rotate(45deg)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-quiet)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  ".selected-layer": { boxShadow: "inset 2px 0 0 var(--accent)" },
  ".cm-tooltip": { ...FLOAT, maxWidth: "340px", fontFamily: "var(--sans)", fontSize: "12px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "200px", padding: "4px", fontFamily: "var(--mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 6px", borderRadius: "4px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--text-quiet)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".about": { display: "grid", gap: "4px", padding: "8px 10px" },
  ".about p": { margin: "0", overflowWrap: "anywhere" },
  ".about p + p": { color: "var(--text-quiet)" },
  ".cm-diagnostic": { padding: "6px 10px", borderLeft: "3px solid var(--danger)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--danger) 1px" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--warning) 1px" },
  ".cm-lintPoint-error::after": { borderBottomColor: "var(--danger)" },
  ".cm-gutter-lint": { width: "10px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker": { width: "7px", height: "7px", margin: "6px 0 0 3px", borderRadius: "50%" },
  ".cm-lint-marker-error": { content: "none", backgroundColor: "var(--danger)" },
  ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warning)" },
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

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: "var(--text-quiet)" },
]);

/** The theme of the text. The page decides whether it is light or dark. */
export const codeTheme: Extension = [theme, syntaxHighlighting(highlight)];
