/** Keeps the text of a document and the document of the editor the same, whichever of the two changes. */
import { ChangeSet, Text } from "@codemirror/state";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { changesTo, type TextChange } from "../../../editor/json/change-json.js";
import { asDocument, type ShapeProblem, shapeProblemOf } from "../../../editor/json/document-shape.js";
import { formatJson } from "../../../editor/json/format-json.js";
import { type JsonError, type JsonNode, parseJson } from "../../../editor/json/parse-json.js";
import { shareSame } from "../../../editor/json/same-json.js";

/** Why a text is not a document. */
export type TextProblem = { readonly syntax: JsonError } | { readonly shape: ShapeProblem; readonly root: JsonNode };

/** The texts that documents were written as, so that undoing also restores their formatting. */
const TEXTS = new WeakMap<EditedDocument, string>();

/** The effect of a document change on the text. */
export interface Followed {
  readonly changes: ChangeSet;
  /** Defined if this has made an invalid text valid again. */
  readonly document?: EditedDocument;
}

/**
 * The text of a document while somebody edits both. A text that is not valid stays, and what changes on the canvas
 * meanwhile is written around it.
 */
export class TextSync {
  #document: EditedDocument;
  /** The last text that was a document, and its values. */
  #valid: string;
  #root: JsonNode;
  /** The text that was typed since then, as long as it is not valid. */
  #pending: ChangeSet;
  #shown: Text;
  #problem: TextProblem | undefined;
  /** The invalid text that was taken back last, so that it can be repeated. */
  #dropped: ChangeSet | undefined;

  constructor(document: EditedDocument) {
    this.#document = document;
    this.#valid = textOf(document);
    this.#root = rootOf(this.#valid);
    this.#shown = asText(this.#valid);
    this.#pending = ChangeSet.empty(this.#valid.length);
  }

  /** The text that is shown. */
  get shown(): Text {
    return this.#shown;
  }

  /** Why the text that is shown is not a document. */
  get problem(): TextProblem | undefined {
    return this.#problem;
  }

  /** The values of the text that is shown with their places, or undefined if it is not valid. */
  get root(): JsonNode | undefined {
    return this.#problem === undefined ? this.#root : undefined;
  }

  /**
   * Takes what somebody has typed.
   * @returns the document of the text (the previous one if nothing has changed), or undefined if the text has none
   */
  typed(changes: ChangeSet): EditedDocument | undefined {
    this.#dropped = undefined;
    this.#shown = changes.apply(this.#shown);
    this.#pending = this.#pending.compose(changes);
    return this.#read();
  }

  /** @returns the changes of the text that follow a change of the document, or undefined if there are none */
  follow(document: EditedDocument): Followed | undefined {
    if (document === this.#document) return undefined;
    this.#document = document;
    const changes = ChangeSet.of([...this.#changesTo(document)], this.#valid.length);
    // The typed text stays where it is, and the changes are written around it.
    const [around, pending] = [changes.map(this.#pending), this.#pending.map(changes, true)];
    this.#take(changes.apply(asText(this.#valid)).toString());
    this.#pending = pending;
    this.#shown = around.apply(this.#shown);
    const read = pending.empty ? undefined : this.#read();
    if (around.empty && read === undefined) return undefined;
    return { changes: around, ...(read !== undefined && { document: read }) };
  }

  /** @returns the changes that take an invalid text back, or undefined if the text is valid */
  takeBack(): ChangeSet | undefined {
    if (this.#problem === undefined) return undefined;
    const back = this.#pending.invert(asText(this.#valid));
    this.#dropped = this.#pending;
    this.#pending = ChangeSet.empty(this.#valid.length);
    this.#shown = asText(this.#valid);
    this.#problem = undefined;
    return back;
  }

  /** @returns the changes that repeat what was taken back, or undefined if something else has happened since */
  repeat(): ChangeSet | undefined {
    return this.#dropped;
  }

  /** Reads the text that is shown. */
  #read(): EditedDocument | undefined {
    const text = this.#shown.toString();
    const parsed = parseJson(text);
    if ("error" in parsed) {
      this.#problem = { syntax: parsed.error };
      return undefined;
    }
    const shape = shapeProblemOf(parsed.root.value);
    if (shape !== undefined) {
      this.#problem = { shape, root: parsed.root };
      return undefined;
    }
    this.#document = shareSame(this.#document, asDocument(parsed.root.value));
    this.#take(text, parsed.root);
    this.#problem = undefined;
    return this.#document;
  }

  #take(text: string, root = rootOf(text)): void {
    this.#valid = text;
    this.#root = root;
    this.#pending = ChangeSet.empty(text.length);
    this.#dropped = undefined;
    TEXTS.set(this.#document, text);
  }

  #changesTo(document: EditedDocument): readonly TextChange[] {
    const known = TEXTS.get(document);
    if (known === undefined) return changesTo(this.#valid, this.#root, document);
    return known === this.#valid ? [] : [differenceOf(this.#valid, known)];
  }
}

/** Returns the text of a document as it was written last, or a new one. */
export function textOf(document: EditedDocument): string {
  const known = TEXTS.get(document);
  if (known !== undefined) return known;
  const text = `${formatJson(document)}\n`;
  TEXTS.set(document, text);
  return text;
}

/** Returns the changes of a text that only its formatting makes, or undefined if it is the same. */
export function changesBetween(before: string, after: string): ChangeSet | undefined {
  return before === after ? undefined : ChangeSet.of(differenceOf(before, after), before.length);
}

/** Returns the one part in which two texts differ. */
function differenceOf(before: string, after: string): TextChange {
  const shortest = Math.min(before.length, after.length);
  let from = 0;
  while (from < shortest && before[from] === after[from]) from++;
  let end = 0;
  while (end < shortest - from && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function rootOf(text: string): JsonNode {
  const parsed = parseJson(text);
  if ("error" in parsed) throw new Error(`The text of a document is not JSON at ${parsed.error.at}.`);
  return parsed.root;
}

function asText(text: string): Text {
  return Text.of(text.split("\n"));
}
