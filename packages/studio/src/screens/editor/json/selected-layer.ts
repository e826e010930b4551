/** Shows which part of the text is the selected layer. */
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { TextRange } from "../../../editor/json/json-places.js";
import { external } from "./typing-steps.js";

const pointTo = StateEffect.define<TextRange | undefined>();
const layerLine = Decoration.line({ class: "selected-layer" });

/** Marks the lines of the selected layer. */
export const selectedLayer = StateField.define<DecorationSet>({
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

/** The parts of an editor that are needed to show a part of its text. */
export type PointedView = Pick<EditorView, "hasFocus" | "viewport" | "lineBlockAt" | "scrollDOM" | "dispatch">;

/** Shows a range without taking the focus. What is in view already does not move. */
export function pointAt(view: PointedView, range: TextRange | undefined): void {
  const effects: StateEffect<unknown>[] = [pointTo.of(range)];
  if (range !== undefined && !view.hasFocus) {
    const { from, to } = view.viewport;
    const isInView = range.from >= from && range.from <= to && isVisible(view, range.from);
    if (!isInView) effects.push(EditorView.scrollIntoView(range.from, { y: "start", yMargin: 40 }));
  }
  view.dispatch({ effects, annotations: external.of(true) });
}

function isVisible(view: PointedView, offset: number): boolean {
  const block = view.lineBlockAt(offset);
  const { scrollTop, clientHeight } = view.scrollDOM;
  return block.top >= scrollTop && block.bottom <= scrollTop + clientHeight;
}
