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
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
  ".cm-gutters": { borderRight: "0", backgroundColor: "var(--surface)", color: "var(--text-quiet)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
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
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-quiet)" },
  ".cm-selectionMatch": { backgroundColor: "var(--hover)" },
  ".selected-layer": { boxShadow: "inset 2px 0 0 var(--accent)" },
  ".cm-tooltip": { ...FLOAT, maxWidth: "340px", fontFamily: "var(--sans)", fontSize: "12px" },
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
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: "var(--text-quiet)" },
]);

/** The theme of the text. The page decides whether it is light or dark. */
export const codeTheme: Extension = [theme, syntaxHighlighting(highlight)];
