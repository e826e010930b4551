/** The editor for the JSON of a document, in a shadow root, because the policy of the page refuses style elements. */
import { standardKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import {
  type ChangeSet,
  Compartment,
  EditorState as CodeState,
  type Extension,
  Prec,
  type Text,
} from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { EditedVariable } from "../../../editor/document/variables.js";
import type { TextRange } from "../../../editor/json/json-places.js";
import { editorJson as texts } from "../../../messages/en/editor-json.js";
import { CodeExtras } from "./code-extras.js";
import { codeTheme } from "./code-theme.js";
import { foldTexts } from "./fold-texts.js";
import { historyKeys } from "./history-keys.js";
import type { Mark } from "./mark.js";
import { pointAt, selectedLayer } from "./selected-layer.js";
import { external, reportTyping, type TypingEvents } from "./typing-steps.js";

/** The functions that the editor for code calls. */
export interface CodeEvents extends TypingEvents {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly variables: () => readonly EditedVariable[];
}

/** An editor for code. */
export interface CodeEditor {
  /** Changes the text for a reason other than typing. */
  readonly apply: (changes: ChangeSet) => void;
  /** Repeats typing. */
  readonly retype: (changes: ChangeSet) => void;
  readonly mark: (marks: readonly Mark[]) => void;
  /** Shows the object of the selected layer, or none. */
  readonly point: (range: TextRange | undefined) => void;
  /** Hides the rest of texts that nobody reads, such as an image inside of the document. */
  readonly fold: (ranges: readonly TextRange[]) => void;
  readonly setDark: (isDark: boolean) => void;
  /** Puts the cursor somewhere, and shows it. */
  readonly goTo: (offset: number) => void;
  readonly close: () => void;
}

/** Opens an editor in an element. */
export function openCodeEditor(host: HTMLElement, text: Text, events: CodeEvents, isDark: boolean): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host > div, div.code { height: 100%; }");
  parent.className = "code";
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(parent);
  const look = new Compartment();
  const extras = new CodeExtras(events.variables);
  const state = CodeState.create({
    doc: text,
    extensions: [
      ...extras.extensions,
      ...writing(events, extras.gutter),
      look.of(EditorView.darkTheme.of(isDark)),
      EditorView.updateListener.of(reportTyping(events)),
    ],
  });
  const view = new EditorView({ state, parent, root });
  return {
    apply: (changes) => view.dispatch({ changes, annotations: external.of(true), scrollIntoView: false }),
    retype: (changes) => view.dispatch({ changes, userEvent: "redo" }),
    mark: (marks) => extras.mark(view, marks),
    point: (range) => pointAt(view, range),
    fold: (ranges) => {
      const folding = foldTexts(view.state, ranges);
      if (folding !== undefined) view.dispatch(folding);
    },
    setDark: (dark) => view.dispatch({ effects: look.reconfigure(EditorView.darkTheme.of(dark)) }),
    goTo: (offset) => {
      const anchor = Math.min(offset, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
      view.focus();
    },
    close: () => {
      extras.close();
      view.destroy();
    },
  };
}

function writing(events: CodeEvents, marks: Extension): Extension[] {
  return [
    lineNumbers(),
    codeFolding({ placeholderText: "…" }),
    foldGutter({ markerDOM: foldMarker }),
    marks,
    drawSelection(),
    indentOnInput(),
    indentUnit.of("  "),
    bracketMatching(),
    highlightActiveLine(),
    json(),
    selectedLayer,
    codeTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": texts.label, spellcheck: "false" }),
    Prec.highest(EditorView.domEventHandlers({ keydown: historyKeys(events) })),
    keymap.of([...foldKeymap, ...standardKeymap, indentWithTab]),
  ];
}

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.className = isOpen ? "fold-marker open" : "fold-marker";
  return marker;
}
