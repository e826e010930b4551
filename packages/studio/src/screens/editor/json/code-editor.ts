/** The editor for the JSON of a document, in a shadow root, because the policy of the page refuses style elements. */
import { standardKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  codeFolding,
  foldedRanges,
  foldEffect,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from "@codemirror/language";
import {
  Annotation,
  type ChangeSet,
  Compartment,
  EditorState as CodeState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Text,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  gutter,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from "@codemirror/view";
import type { EditedVariable } from "../../../editor/document/variables.js";
import type { TextRange } from "../../../editor/json/json-places.js";
import { editorJson as texts } from "../../../messages/en/editor-json.js";
import type * as CodeMarks from "./code-marks.js";
import { codeTheme } from "./code-theme.js";
import type { Mark } from "./mark.js";

/** What the editor for code reports, and what it asks for. */
export interface CodeEvents {
  /** Somebody has changed the text. `isNew` begins another step of the history. */
  readonly onType: (changes: ChangeSet, isNew: boolean) => void;
  /** Somebody has put the cursor somewhere. */
  readonly onCursor: (offset: number) => void;
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

/** Marks a change that is not typing. */
const external = Annotation.define<boolean>();
/** Typing that goes on after this pause is another step of the history. */
const STEP_PAUSE_MS = 1_000;

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
  const extras = new Extras(events.variables);
  const state = CodeState.create({
    doc: text,
    extensions: [
      ...extras.extensions,
      ...writing(events, extras.gutter),
      look.of(EditorView.darkTheme.of(isDark)),
      EditorView.updateListener.of(listen(events)),
    ],
  });
  const view = new EditorView({ state, parent, root });
  return {
    apply: (changes) => view.dispatch({ changes, annotations: external.of(true), scrollIntoView: false }),
    retype: (changes) => view.dispatch({ changes, userEvent: "redo" }),
    mark: (marks) => extras.mark(view, marks),
    point: (range) => point(view, range),
    fold: (ranges) => fold(view, ranges),
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

/** The gutter of marks, empty, so that the text does not move when the first mark appears. */
const NO_MARKS = gutter({ class: "cm-gutter-lint" });

/** What is loaded when it is needed: completion and hints with the first use of the text, the search, and marks of problems. */
class Extras {
  readonly extensions: readonly Extension[];
  /** The gutter of marks, whose place is between the other gutters. */
  readonly gutter: Extension;
  readonly #assistance = new Compartment();
  readonly #search = new Compartment();
  readonly #marking = new Compartment();
  /** The latest marks, kept while their code is being loaded. */
  #marks: readonly Mark[] = [];
  #marksCode: Promise<typeof CodeMarks> | undefined;
  #isClosed = false;
  #isAssisting = false;

  constructor(variables: CodeEvents["variables"]) {
    const assist = (_: Event, view: EditorView): void => {
      if (!this.#isAssisting) void this.#assist(view, variables);
    };
    this.gutter = this.#marking.of(NO_MARKS);
    this.extensions = [
      this.#assistance.of([]),
      this.#search.of([]),
      EditorView.domEventHandlers({ focus: assist, pointermove: assist }),
      keymap.of([{ key: "Mod-f", run: (view) => (void this.#find(view), true), preventDefault: true }]),
    ];
  }

  /** Replaces all marks. */
  mark(view: EditorView, marks: readonly Mark[]): void {
    this.#marks = marks;
    // A text without a problem needs no code for marks, unless it has some to remove.
    if (marks.length > 0 || this.#marksCode !== undefined) void this.#mark(view);
  }

  close(): void {
    this.#isClosed = true;
  }

  async #mark(view: EditorView): Promise<void> {
    this.#marksCode ??= import("./code-marks.js");
    try {
      const { codeMarks, setMarks } = await this.#marksCode;
      if (this.#isClosed) return;
      if (this.#marking.get(view.state) !== codeMarks) view.dispatch({ effects: this.#marking.reconfigure(codeMarks) });
      view.dispatch(setMarks(view.state, this.#marks));
    } catch {
      // The list below the text names the problems as well. The next problem tries to load the code again.
      this.#marksCode = undefined;
    }
  }

  async #assist(view: EditorView, variables: CodeEvents["variables"]): Promise<void> {
    this.#isAssisting = true;
    try {
      const { assistance } = await import("./code-assistance.js");
      view.dispatch({ effects: this.#assistance.reconfigure(assistance(variables)) });
    } catch {
      // The text works without it. The next focus tries again.
      this.#isAssisting = false;
    }
  }

  async #find(view: EditorView): Promise<void> {
    const { codeSearch, openSearchPanel } = await import("./code-search.js");
    view.dispatch({ effects: this.#search.reconfigure(codeSearch) });
    openSearchPanel(view);
  }
}

function writing({ onUndo, onRedo }: CodeEvents, marks: Extension): Extension[] {
  // A keymap finds the letter of a shifted key by its keyboard layout. The history has its keys on every layout.
  const onKey = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return false;
    if (key === "y" || event.shiftKey) onRedo();
    else onUndo();
    event.preventDefault();
    return true;
  };
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
    Prec.highest(EditorView.domEventHandlers({ keydown: onKey })),
    keymap.of([...foldKeymap, ...standardKeymap, indentWithTab]),
  ];
}

/** Reports what was typed, and where the cursor went. */
function listen({ onType, onCursor }: CodeEvents): (update: ViewUpdate) => void {
  let typedAt = 0;
  let isMoved = true;
  return (update) => {
    const isOutside = update.transactions.some((transaction) => transaction.annotation(external) === true);
    if (isOutside) return;
    if (update.docChanged) {
      const now = performance.now();
      onType(update.changes, isMoved || now - typedAt > STEP_PAUSE_MS);
      typedAt = now;
      isMoved = false;
    } else if (update.selectionSet && update.view.hasFocus) isMoved = true;
    const isFound = update.selectionSet && update.view.hasFocus;
    if (isFound) onCursor(update.state.selection.main.head);
  };
}

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement("span");
  marker.className = isOpen ? "fold-marker open" : "fold-marker";
  return marker;
}

function fold(view: EditorView, ranges: readonly TextRange[]): void {
  const folded = foldedRanges(view.state);
  const effects = ranges.flatMap((range) => {
    const found: number[] = [];
    folded.between(range.from, range.to, (from) => void found.push(from));
    return found.length > 0 ? [] : [foldEffect.of({ ...range })];
  });
  if (effects.length > 0) view.dispatch({ effects, annotations: external.of(true) });
}

const pointTo = StateEffect.define<TextRange | undefined>();
const layerLine = Decoration.line({ class: "selected-layer" });

/** Marks the lines of the selected layer. */
const selectedLayer = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) => {
    const effect = transaction.effects.find((one) => one.is(pointTo));
    if (effect === undefined) return marks.map(transaction.changes);
    const range = effect.value;
    if (range === undefined) return Decoration.none;
    const { doc } = transaction.state;
    const first = doc.lineAt(Math.min(range.from, doc.length)).number;
    const last = doc.lineAt(Math.min(range.to, doc.length)).number;
    const lines = Array.from({ length: last - first + 1 }, (_, index) => doc.line(first + index).from);
    return Decoration.set(lines.map((from) => layerLine.range(from)));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Shows a range without taking the focus. What is in view already does not move. */
function point(view: EditorView, range: TextRange | undefined): void {
  const effects: StateEffect<unknown>[] = [pointTo.of(range)];
  if (range !== undefined && !view.hasFocus) {
    const { from, to } = view.viewport;
    const isInView = range.from >= from && range.from <= to && isVisible(view, range.from);
    if (!isInView) effects.push(EditorView.scrollIntoView(range.from, { y: "start", yMargin: 40 }));
  }
  view.dispatch({ effects, annotations: external.of(true) });
}

function isVisible(view: EditorView, offset: number): boolean {
  const block = view.lineBlockAt(offset);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return block.top >= scrollTop && block.bottom <= scrollTop + clientHeight;
}
