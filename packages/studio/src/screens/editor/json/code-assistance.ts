/** Completion and hints from the schema of documents, loaded when somebody begins to use the text. */
import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { jsonLanguage } from "@codemirror/lang-json";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import type { EditedVariable } from "../../../editor/document/variables.js";
import { type Schema, schemasAt } from "../../../editor/json/schema-at.js";
import schemas from "../../../generated/document-schema.json" with { type: "json" };
import { aboutElement, completeDocument } from "./completion.js";
import { hintAt } from "./hint-place.js";

const SCHEMA = (schemas as unknown as readonly Schema[])[0] ?? {};

const theme = EditorView.theme({
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { maxHeight: "200px", padding: "4px", fontFamily: "var(--mono)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 6px", borderRadius: "4px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "var(--text-quiet)", fontStyle: "normal" },
  "li[aria-selected] .cm-completionDetail": { color: "inherit" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".about": { display: "grid", gap: "4px", padding: "8px 10px" },
  ".about p": { margin: "0", overflowWrap: "anywhere" },
  ".about p + p": { color: "var(--text-quiet)" },
});

/** Returns the extensions. */
export function assistance(variables: () => readonly EditedVariable[]): Extension {
  return [
    theme,
    closeBrackets(),
    jsonLanguage.data.of({ autocomplete: completeDocument(SCHEMA, variables) }),
    autocompletion({ icons: false }),
    hoverTooltip(hover),
    Prec.high(keymap.of([{ key: "Tab", run: acceptCompletion }, ...closeBracketsKeymap, ...completionKeymap])),
  ];
}

/** Shows what the schema says about the key or the value under the pointer. */
function hover(view: EditorView, offset: number): Tooltip | null {
  const hint = hintAt(view.state, offset);
  const dom = hint === undefined ? null : aboutElement(schemasAt(SCHEMA, hint.steps));
  return dom === null || hint === undefined ? null : { pos: hint.from, end: hint.to, create: () => ({ dom }) };
}
