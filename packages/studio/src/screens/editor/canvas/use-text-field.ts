/** The field of a text on the canvas: its selection, and what keys do to the document. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { toast } from "../../../components/toasts.js";
import { type EditedLayer, isExpression } from "../../../editor/document/edited-document.js";
import { findLayer } from "../../../editor/document/layer-tree.js";
import { setAttributes } from "../../../editor/document/operations.js";
import type { TextMark } from "../../../editor/text/rich-atoms.js";
import { sameSelection } from "../../../editor/text/rich-text.js";
import { type ShownPlaceholder, wholePlaceholders } from "../../../editor/text/shown-text.js";
import { editor as texts } from "../../../messages/en/editor.js";
import type { EditorState } from "../state/editor-state.js";
import { richTextOf, textIn } from "./rich-layer.js";
import { type FieldChange, stateOfField } from "./text-keys.js";

interface FieldSettings {
  readonly id: string;
  readonly layer: EditedLayer;
  readonly name: string;
  readonly text: string;
  readonly placeholders: readonly ShownPlaceholder[];
  readonly state: EditorState;
}

/** The field with its selection, and what changes its text. */
export function useTextField(settings: FieldSettings) {
  const { id, layer, text, state } = settings;
  const selection = useSelection(settings);
  const { field, range, select, selectNext } = selection;
  const change = (changed: FieldChange): void => {
    if ("head" in changed) select(changed.tail, changed.head);
    else if ("underline" in changed) switchUnderline(state, layer, range, text);
    else {
      selectNext("caret" in changed ? [changed.caret, changed.caret] : [changed.from, changed.to]);
      // The field has what was typed. If the text is the same as before once its marks are in pairs, no render sets it.
      if (field.current !== null && field.current.value !== changed.text) field.current.value = changed.text;
      setText(settings, changed.text, "mark" in changed ? changed.mark : undefined);
    }
  };
  /** Undo and redo. The field cannot do it itself, because it does not know what shortcuts have done. */
  const travel = (event: KeyboardEvent): boolean => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return false;
    event.preventDefault();
    if (key === "y" || event.shiftKey) state.redo();
    else state.undo();
    const found = findLayer(state.document.value, id)?.layer;
    if (found === undefined) return true;
    const now = richTextOf(found, textIn(state.document.value, id));
    const { from, to } = sameSelection(richTextOf(layer, text), now, ...range);
    selectNext([from, to]);
    return true;
  };
  return { ...selection, change, travel };
}

/** The selection in the field. A selection never ends inside of a placeholder. */
function useSelection({ text, placeholders }: Pick<FieldSettings, "text" | "placeholders">) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** The selection in the text that was set last. */
  const next = useRef<readonly [from: number, to: number] | undefined>(undefined);
  const [range, setRange] = useState<readonly [number, number]>([0, text.length]);
  const select = (tail: number, head: number): void => {
    const [from, to] = wholePlaceholders(placeholders, Math.min(tail, head), Math.max(tail, head));
    field.current?.setSelectionRange(from, to, tail <= head ? "forward" : "backward");
    setRange([from, to]);
  };
  const read = (): void => {
    const { current } = field;
    // The text of the field may be newer than that of this render.
    if (current === null || current.value !== text) return;
    const { tail, head } = stateOfField(current);
    const [from, to] = wholePlaceholders(placeholders, Math.min(tail, head), Math.max(tail, head));
    if (from !== current.selectionStart || to !== current.selectionEnd)
      select(tail <= head ? from : to, tail <= head ? to : from);
    else setRange([from, to]);
  };
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    field.current?.setSelectionRange(...next.current);
    setRange(next.current);
    next.current = undefined;
  });
  /** Selects a part of the text that is set now, after it is in the field. */
  const selectNext = (chosen: readonly [from: number, to: number]): void => {
    next.current = chosen;
    // The text may be the same, so the range alone must cause a render.
    setRange([...chosen]);
  };
  return { field, range, read, select, selectNext };
}

/** Sets the text of the layer. A shortcut is a step of its own, and makes the text rich, as the switch in the panel does. */
function setText({ id, layer, name, state }: FieldSettings, text: string, mark: TextMark | undefined): void {
  const label = mark === undefined ? (texts.types["text"] ?? "") : texts.marks[mark];
  // If data decides whether the marks are read, it still does afterwards.
  const rich = isExpression(layer["rich"]) ? layer["rich"] : true;
  state.change(
    texts.steps.set(label, name),
    (before) => setAttributes(before, [id], mark === undefined ? { text } : { text, rich }),
    mark === undefined ? `in place ${id}` : undefined,
  );
}

/** Switches the underline of the whole text. If only a part is selected, a message says that all of it has a line. */
function switchUnderline(
  state: EditorState,
  layer: EditedLayer,
  [from, to]: readonly [number, number],
  text: string,
): void {
  const { id, name = id, text_decoration: decoration } = layer;
  if (isExpression(decoration)) return;
  state.change(texts.steps.set(texts.marks.underline, name), (before) =>
    setAttributes(before, [id], { text_decoration: decoration === "underline" ? undefined : "underline" }),
  );
  if (from !== to && to - from < text.length) toast(texts.marks.underlineAll);
}
