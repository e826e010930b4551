/** Joins the editor for code, the text and the state of the editor. */
import { batch, effect, signal, untracked } from "@preact/signals";
import { isDark } from "../../../design/theme.js";
import { formatJson } from "../../../editor/json/format-json.js";
import { layerAt, rangeOfLayer, unreadableRanges } from "../../../editor/json/json-places.js";
import { variablesOf } from "../../../editor/document/variables.js";
import { editor } from "../../../messages/en/editor.js";
import type { DraftPreview } from "../preview/draft-preview.js";
import type { EditorState } from "../state/editor-state.js";
import { type CodeEditor, openCodeEditor } from "./code-editor.js";
import type { Mark } from "./mark.js";
import { markOfProblem, marksOfService } from "./marks-of.js";
import { changesBetween, TextSync } from "./text-sync.js";

/** A mark with its line, counted from 1. */
export interface PlacedMark extends Mark {
  readonly line: number;
}

export class JsonWork {
  readonly marks = signal<readonly PlacedMark[]>([]);
  /** Whether the text is not valid, so that the canvas shows the last valid one. */
  readonly isStale = signal(false);
  readonly #state: EditorState;
  readonly #sync: TextSync;
  readonly #code: CodeEditor;
  readonly #stops: readonly (() => void)[];
  /** Steps of typing that belong together have the same number. */
  #step = 0;
  /** Whether the selection follows the cursor of the text right now. */
  #isSelecting = false;

  constructor(host: HTMLElement, state: EditorState, preview: DraftPreview) {
    this.#state = state;
    this.#sync = new TextSync(state.history.peek().present.document);
    this.#code = openCodeEditor(
      host,
      this.#sync.shown,
      {
        onType: (changes, isNew) => {
          if (isNew) this.#step++;
          this.#take(this.#sync.typed(changes));
        },
        onCursor: (offset) => this.#select(offset),
        onUndo: () => this.#undo(),
        onRedo: () => this.#redo(),
        variables: () => variablesOf(state.document.peek()),
      },
      isDark.peek(),
    );
    this.#fold();
    this.#stops = [
      effect(() => {
        const { document } = state.history.value.present;
        untracked(() => this.#follow(document));
      }),
      effect(() => this.#mark(preview)),
      effect(() => this.#point(state.selection.value)),
      effect(() => this.#code.setDark(isDark.value)),
    ];
  }

  /** Writes the document in the usual way. */
  tidy(): void {
    const { document } = this.#state.history.peek().present;
    const changes = changesBetween(this.#sync.shown.toString(), `${formatJson(document)}\n`);
    if (changes === undefined) return;
    this.#sync.typed(changes);
    this.#code.apply(changes);
    this.#fold();
  }

  goTo(offset: number): void {
    this.#code.goTo(offset);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#code.close();
  }

  #take(document: ReturnType<TextSync["typed"]>): void {
    batch(() => {
      this.isStale.value = this.#sync.problem !== undefined;
      this.#showProblem();
      if (document !== undefined) this.#state.replace(editor.steps.json, document, `json ${this.#step}`);
    });
  }

  #follow(document: Parameters<TextSync["follow"]>[0]): void {
    const followed = this.#sync.follow(document);
    if (followed === undefined) return;
    this.#code.apply(followed.changes);
    this.#fold();
    this.#take(followed.document);
  }

  #fold(): void {
    const { root } = this.#sync;
    if (root !== undefined) this.#code.fold(unreadableRanges(root));
  }

  #undo(): void {
    const back = this.#sync.takeBack();
    if (back === undefined) {
      this.#state.undo();
      return;
    }
    this.#code.apply(back);
    this.#take(undefined);
  }

  #redo(): void {
    const again = this.#sync.repeat();
    if (again === undefined) this.#state.redo();
    else this.#code.retype(again);
  }

  #mark(preview: DraftPreview): void {
    const [error, warnings, isStale] = [preview.error.value, preview.warnings.value, this.isStale.value];
    const { document } = this.#state.history.value.present;
    const { root } = this.#sync;
    if (isStale || root === undefined) this.#showProblem();
    else this.#show(marksOfService(root, { document, error, warnings }));
  }

  #showProblem(): void {
    const { problem } = this.#sync;
    if (problem !== undefined) this.#show([markOfProblem(problem)]);
  }

  #show(marks: readonly Mark[]): void {
    const { shown } = this.#sync;
    const placed = marks.map((mark) => ({ ...mark, line: shown.lineAt(Math.min(mark.from, shown.length)).number }));
    this.marks.value = placed.toSorted((first, second) => first.from - second.from);
    this.#code.mark(marks);
  }

  /** Selects the layer that the cursor is in. */
  #select(offset: number): void {
    const { root } = this.#sync;
    const id = root === undefined ? undefined : layerAt(root, offset);
    const { selection } = this.#state;
    if (id === undefined || (selection.peek().size === 1 && selection.peek().has(id))) return;
    this.#isSelecting = true;
    this.#state.select([id]);
    this.#isSelecting = false;
  }

  #point(selection: ReadonlySet<string>): void {
    const { root } = this.#sync;
    const [id] = selection;
    const range = root === undefined || id === undefined || selection.size > 1 ? undefined : rangeOfLayer(root, id);
    if (!this.#isSelecting || range !== undefined) this.#code.point(range);
  }
}
