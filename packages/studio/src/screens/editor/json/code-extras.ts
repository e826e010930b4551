/** Parts of the editor for code that are loaded when somebody needs them, so that the editor opens sooner. */
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, gutter, keymap } from "@codemirror/view";
import type { EditedVariable } from "../../../editor/document/variables.js";
import type * as CodeMarks from "./code-marks.js";
import type { Mark } from "./mark.js";

/** The gutter of marks, empty, so that the text does not move when the first mark appears. */
const NO_MARKS = gutter({ class: "cm-gutter-lint" });

/**
 * The parts that are loaded when they are needed: completion and hints with the first use of the text, the search, and
 * marks of problems.
 */
export class CodeExtras {
  readonly extensions: readonly Extension[];
  /** The gutter of marks, whose place is between the other gutters. */
  readonly gutter: Extension;
  readonly #variables: () => readonly EditedVariable[];
  readonly #assistance = new Compartment();
  readonly #search = new Compartment();
  readonly #marking = new Compartment();
  /** The latest marks, kept while their code is being loaded. */
  #marks: readonly Mark[] = [];
  #marksCode: Promise<typeof CodeMarks> | undefined;
  #isClosed = false;
  #isAssisting = false;

  constructor(variables: () => readonly EditedVariable[]) {
    this.#variables = variables;
    const assist = (_: Event, view: EditorView): void => void this.assist(view);
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

  /** Loads completion and hints, unless they are there or on their way. */
  async assist(view: EditorView): Promise<void> {
    if (this.#isAssisting) return;
    this.#isAssisting = true;
    try {
      const { assistance } = await import("./code-assistance.js");
      view.dispatch({ effects: this.#assistance.reconfigure(assistance(this.#variables)) });
    } catch {
      // The text works without it. The next focus tries again.
      this.#isAssisting = false;
    }
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

  async #find(view: EditorView): Promise<void> {
    const { codeSearch, openSearchPanel } = await import("./code-search.js");
    view.dispatch({ effects: this.#search.reconfigure(codeSearch) });
    openSearchPanel(view);
  }
}
