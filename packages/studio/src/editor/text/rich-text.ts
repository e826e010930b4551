/** Applies shortcuts, typing and deletions to a rich text, so that its marks stay in pairs. */
import { atomsOf, graphemesOf, type TextAtom, type TextMark } from "./rich-atoms.js";
import { isSpace, writeAtoms, type WrittenText } from "./write-atoms.js";

/** A text with marks, or a text without marks that may get some. */
export interface RichText {
  readonly text: string;
  readonly isRich: boolean;
  /** Returns whether a bracket can have this name: a color, or a style of the layer. */
  readonly isLook: (name: string) => boolean;
}

/** A text with its selection. */
export interface SelectedText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the selected characters bold or italic, or removes the mark if all of them have it. A caret without a selection
 * means the word around it. The returned text is rich.
 * @returns undefined if no word is selected
 */
export function toggleMark(rich: RichText, from: number, to: number, mark: TextMark): SelectedText | undefined {
  const atoms = atomsIn(rich);
  const [first, end] = from === to ? wordAround(atoms, from) : selected(atoms, from, to);
  const words = atoms.slice(first, end).filter((atom) => !isSpace(atom));
  if (words.length === 0) return undefined;
  const isOn = !words.every((atom) => atom[mark]);
  const changed = atoms.map((atom, index) => (index >= first && index < end ? { ...atom, [mark]: isOn } : atom));
  const written = writeAtoms(changed, rich.isLook);
  if (written === undefined) return undefined;
  const { text, places } = written;
  if (from === to) {
    const caret = caretAfter(written, atomsBefore(atoms, from));
    return { text, from: caret, to: caret };
  }
  return { text, from: places[first]?.start ?? 0, to: places[end - 1]?.end ?? text.length };
}

/**
 * Replaces a part of a rich text. What is typed looks like the character before it, or like what it replaces.
 * @returns undefined if the text has no marks, so that the field can do it itself
 */
export function replaceRich(rich: RichText, from: number, to: number, typed: string): SelectedText | undefined {
  const atoms = atomsIn(rich);
  if (!hasMarks(rich, atoms)) return undefined;
  const [first, end] = from === to ? [atomsBefore(atoms, from), atomsBefore(atoms, from)] : selected(atoms, from, to);
  const model = from === to ? atoms[first - 1] : atoms[first];
  const { bold = false, italic = false, brackets = [] } = model ?? {};
  const added = graphemesOf(typed).map((text) => ({ text, raw: text, start: 0, end: 0, bold, italic, brackets }));
  const written = writeAtoms(atoms.toSpliced(first, end - first, ...added), rich.isLook);
  if (written === undefined) return undefined;
  const caret = caretAfter(written, first + added.length);
  return { text: written.text, from: caret, to: caret };
}

/** Moves the caret by one character over all marks. Undefined at the end, or without marks. */
export function stepRich(rich: RichText, caret: number, direction: "backward" | "forward"): number | undefined {
  const beside = atomBeside(rich, caret, direction);
  return direction === "backward" ? beside?.start : beside?.end;
}

/** Deletes the character beside the caret, and marks that become empty. Undefined if the text has no marks. */
export function deleteRich(rich: RichText, caret: number, direction: "backward" | "forward"): SelectedText | undefined {
  const beside = atomBeside(rich, caret, direction);
  return beside === undefined ? undefined : replaceRich(rich, beside.start, beside.end, "");
}

/** Returns a selection of the same characters in another form of a text, for example after an undo. */
export function sameSelection(before: RichText, after: RichText, from: number, to: number): SelectedText {
  const [old, now] = [atomsIn(before), atomsIn(after)];
  const { text } = after;
  if (from === to) {
    const count = atomsBefore(old, from);
    const caret = count === 0 ? 0 : (now[Math.min(count, now.length) - 1]?.end ?? 0);
    return { text, from: caret, to: caret };
  }
  const [first, end] = selected(old, from, to);
  const [start, last] = [now[first], now[Math.min(end, now.length) - 1]];
  return { text, from: start?.start ?? text.length, to: Math.max(start?.start ?? text.length, last?.end ?? 0) };
}

function atomsIn({ text, isRich, isLook }: RichText): readonly TextAtom[] {
  return atomsOf(text, isRich, isLook);
}

/** Returns whether a text has marks: characters that belong to no atom. */
function hasMarks({ text }: RichText, atoms: readonly TextAtom[]): boolean {
  return atoms.reduce((sum, { raw }) => sum + raw.length, 0) < text.length;
}

function atomBeside(rich: RichText, caret: number, direction: "backward" | "forward"): TextAtom | undefined {
  const atoms = atomsIn(rich);
  if (!hasMarks(rich, atoms)) return undefined;
  return direction === "backward"
    ? atoms.findLast(({ end }) => end <= caret)
    : atoms.find(({ start }) => start >= caret);
}

function selected(atoms: readonly TextAtom[], from: number, to: number): readonly [first: number, end: number] {
  const first = atoms.findIndex(({ end }) => end > from);
  const end = atoms.findIndex(({ start }) => start >= to);
  return [first === -1 ? atoms.length : first, end === -1 ? atoms.length : end];
}

function wordAround(atoms: readonly TextAtom[], caret: number): readonly [first: number, end: number] {
  const at = atomsBefore(atoms, caret);
  const first = atoms.slice(0, at).findLastIndex(isSpace) + 1;
  const end = atoms.findIndex((atom, index) => index >= at && isSpace(atom));
  return [first, end === -1 ? atoms.length : end];
}

function atomsBefore(atoms: readonly TextAtom[], caret: number): number {
  return atoms.findLastIndex(({ end }) => end <= caret) + 1;
}

/** Returns the offset after a character and before its closing marks, so that what is typed next looks the same. */
function caretAfter({ places }: WrittenText, count: number): number {
  return places[count - 1]?.end ?? places[0]?.start ?? 0;
}
