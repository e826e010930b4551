/** Variables in a text, such as `Hello {{ guest }}`: where they are, how one is completed, and how one is deleted. */

/** A pair of braces in a text. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  /** The text between the braces. */
  readonly expression: string;
}

/** A text and the place of its caret. */
export interface EditedText {
  readonly text: string;
  readonly caret: number;
}

/** Lists the placeholders of a text. */
export function placeholdersOf(text: string): readonly Placeholder[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(({ 0: found, 1: expression = "", index }) => ({
    start: index,
    end: index + found.length,
    expression: expression.trim(),
  }));
}

/** Returns the beginning of a name that is typed after two braces, or undefined if the caret is elsewhere. */
export function typedName({ text, caret }: EditedText): string | undefined {
  const found = /\{\{\s*([A-Za-z]\w*)?$/.exec(text.slice(0, caret));
  return found === null ? undefined : (found[1] ?? "");
}

/** Completes the name that is typed, and closes the braces. */
export function completeName(edited: EditedText, name: string): EditedText {
  const { text, caret } = edited;
  const typed = typedName(edited) ?? "";
  const before = text.slice(0, caret - typed.length).replace(/\{\{\s*$/, "{{ ");
  const rest = text.slice(caret).replace(/^\w*/, "");
  const isClosed = /^\s*\}\}/.test(rest);
  const end = `${before}${name} }}`;
  return { text: end + (isClosed ? rest.replace(/^\s*\}\}/, "") : rest), caret: end.length };
}

/** Inserts a placeholder in place of what is selected. */
export function insertName(text: string, from: number, to: number, name: string): EditedText {
  const before = `${text.slice(0, from)}{{ ${name} }}`;
  return { text: before + text.slice(to), caret: before.length };
}

/**
 * Deletes a placeholder like one character.
 * @returns undefined if there is none beside the caret
 */
export function deletePlaceholder(
  { text, caret }: EditedText,
  direction: "backward" | "forward",
): EditedText | undefined {
  const found = placeholdersOf(text).find(({ start, end }) => (direction === "backward" ? end : start) === caret);
  if (found === undefined) return undefined;
  return { text: text.slice(0, found.start) + text.slice(found.end), caret: found.start };
}

/** Moves the caret over a placeholder in one step. Returns undefined if there is none beside it. */
export function stepOver({ text, caret }: EditedText, direction: "backward" | "forward"): number | undefined {
  const found = placeholdersOf(text).find(({ start, end }) => (direction === "backward" ? end : start) === caret);
  return direction === "backward" ? found?.start : found?.end;
}
