/** Handles keys in a text on the canvas. A placeholder counts as one character for all of them. */
import { caretAt, offsetBeside, type TextLine } from "../../../editor/text/caret.js";
import { deletePlaceholder, type EditedText, stepOver } from "../../../editor/text/placeholders.js";
import type { TextMark } from "../../../editor/text/rich-atoms.js";
import { deleteRich, type RichText, type SelectedText, stepRich, toggleMark } from "../../../editor/text/rich-text.js";
import { type ShownPlaceholder, toShown, toTemplate } from "../../../editor/text/shown-text.js";

/** A text field with its selection. */
export interface FieldState {
  readonly text: string;
  /** The end of the selection that stays. */
  readonly tail: number;
  /** The end of the selection that moves. */
  readonly head: number;
}

/** A text that a shortcut has marked. */
export interface MarkedText extends SelectedText {
  readonly mark: TextMark;
}

/** Switches the underline of a whole text. The template language cannot underline a part of a text. */
export interface UnderlineSwitch {
  readonly underline: true;
}

/** A new selection, or a new text. */
export type FieldChange =
  { readonly tail: number; readonly head: number } | EditedText | SelectedText | MarkedText | UnderlineSwitch;

/** Reads the state of a field. */
export function stateOfField(field: HTMLTextAreaElement): FieldState {
  const { value: text, selectionStart, selectionEnd } = field;
  return field.selectionDirection === "backward"
    ? { text, tail: selectionEnd, head: selectionStart }
    : { text, tail: selectionStart, head: selectionEnd };
}

interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The lines of the picture, and the placeholders of the text. */
export interface TextPlaces {
  readonly lines: readonly TextLine[];
  readonly placeholders: readonly ShownPlaceholder[];
  /** How the text of the field is read. */
  readonly rich: RichText;
  /** Whether the caret moves to the left when the text continues. */
  readonly isRtl: boolean;
}

/** Returns the change that a key causes, or undefined if the field handles the key itself. */
export function changeOfKey(field: FieldState, press: KeyPress, places: TextPlaces): FieldChange | undefined {
  const vertical = ({ ArrowUp: -1, ArrowDown: 1 } as const)[press.key];
  if (vertical !== undefined) return byLine(field, vertical, press.shiftKey, places);
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return byShortcut(field, press, places);
  if (press.altKey) return undefined;
  const { text, tail, head } = field;
  const isBack = press.key === "Backspace" || press.key === (places.isRtl ? "ArrowRight" : "ArrowLeft");
  const direction = isBack ? "backward" : "forward";
  if (press.key === "Backspace" || press.key === "Delete") {
    if (tail !== head) return undefined;
    return deleteRich(places.rich, head, direction) ?? deletePlaceholder({ text, caret: head }, direction);
  }
  if (press.key !== "ArrowLeft" && press.key !== "ArrowRight") return undefined;
  if (tail !== head && !press.shiftKey) return undefined;
  const next = stepRich(places.rich, head, direction) ?? stepOver({ text, caret: head }, direction);
  return next === undefined ? undefined : { tail: press.shiftKey ? tail : next, head: next };
}

const MARKS: Readonly<Record<string, TextMark>> = { b: "bold", i: "italic" };

/** Ctrl or Command with B, I or U. */
function byShortcut({ tail, head }: FieldState, press: KeyPress, { rich }: TextPlaces): FieldChange | undefined {
  if (press.shiftKey) return undefined;
  const key = press.key.toLowerCase();
  if (key === "u") return { underline: true };
  const mark = MARKS[key];
  if (mark === undefined) return undefined;
  const marked = toggleMark(rich, Math.min(tail, head), Math.max(tail, head), mark);
  // Even if there is no word to mark, the browser must not run its own command for the key.
  return marked === undefined ? { tail, head } : { ...marked, mark };
}

/** The lines of the field are not those of the picture. */
function byLine(
  { text, tail, head }: FieldState,
  direction: 1 | -1,
  isExtending: boolean,
  { lines, placeholders }: TextPlaces,
): FieldChange {
  const shown = toShown(placeholders, head);
  const beside = offsetBeside(lines, shown, direction, caretAt(lines, shown)?.x ?? 0);
  const next = beside === undefined ? (direction === 1 ? text.length : 0) : toTemplate(placeholders, beside);
  return { tail: isExtending ? tail : next, head: next };
}
