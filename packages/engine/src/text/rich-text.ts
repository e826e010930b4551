/**
 * Reads the marks in the text of a layer with `rich: true`:
 *
 * **bold**   *italic*   [red words]{#ff0000}   [words]{name of a style}   \* a literal mark
 *
 * Marks can be nested. There are no syntax errors: a mark without its counterpart, or with an unknown style and an invalid
 * color, is plain text. A mark opens only before a character that is not a space, and closes only after such a character. So `5 * 3` is
 * text.
 */
import type { TextStyle } from "../document/attributes/text-styles.js";
import { parseColor } from "../document/attributes/color.js";

/** The changes that a bracket makes to a style. An attribute is absent or undefined if the layer's own one applies. */
export type Look = Partial<Omit<TextStyle, "name">>;

/** A part of a text with one style. */
export interface RichSegment extends Look {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly color: string | undefined;
}

/** For each character of a changed text, the start and the end of its characters in the original text. */
export interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

type Mark = "**" | "*" | "[";

interface Piece {
  text: string;
  /** Where the piece begins in the source. */
  readonly at: number;
  /** The number of characters that a piece of one character has in the source. A backslash is one more. */
  readonly length: number;
  bold: boolean;
  italic: boolean;
  look: Look;
}

interface Opener {
  readonly mark: Mark;
  /** The index of the piece that is the mark itself. Its text becomes empty when the mark is closed. */
  readonly at: number;
}

const SPECIAL = /[\\*[\]]/g;
/** The longest name of a style, and the longest color. */
const MAX_NAME_LENGTH = 64;

/** Parses a text with marks. `styles` are those that brackets can name. */
export function parseRichText(source: string, styles: readonly TextStyle[] = []): RichSegment[] {
  const looks = styles.map(({ name, ...look }) => [name, look] as const);
  const parser = new Parser(source, new Map(looks));
  parser.run();
  return merge(parser.pieces);
}

/** Returns where each character of a parsed text is in its source. */
export function richTextPlaces(source: string, styles: readonly TextStyle[] = []): Places {
  const looks = styles.map(({ name, ...look }) => [name, look] as const);
  const parser = new Parser(source, new Map(looks));
  parser.run();
  const places: { starts: number[]; ends: number[] } = { starts: [], ends: [] };
  for (const { text, at, length } of parser.pieces) {
    for (let index = 0; index < text.length; index++) {
      places.starts.push(at + index);
      places.ends.push(at + (text.length === 1 ? length : index + 1));
    }
  }
  return places;
}

/** Puts a backslash before every mark, so that a rich text shows the text unchanged. */
export function escapeRichText(text: string): string {
  return text.replace(/[\\*[\]{}]/g, "\\$&");
}

class Parser {
  readonly pieces: Piece[] = [];
  readonly #source: string;
  readonly #styles: ReadonlyMap<string, Look>;
  readonly #open: Opener[] = [];
  #at = 0;

  constructor(source: string, styles: ReadonlyMap<string, Look>) {
    this.#source = source;
    this.#styles = styles;
  }

  run(): void {
    const source = this.#source;
    while (this.#at < source.length) {
      SPECIAL.lastIndex = this.#at;
      const next = SPECIAL.exec(source)?.index ?? source.length;
      if (next > this.#at) this.#push(source.slice(this.#at, next));
      this.#at = next;
      if (next < source.length) this.#readSpecial(source.charAt(next));
    }
  }

  #readSpecial(character: string): void {
    const following = this.#source.charAt(this.#at + 1);
    switch (character) {
      case "\\":
        this.#literal(/[\\*[\]{}]/.test(following) ? following : "\\", /[\\*[\]{}]/.test(following) ? 2 : 1);
        return;
      case "[":
        this.#openMark("[");
        return;
      case "]":
        this.#closeBracket();
        return;
      default:
        this.#readStars(following === "*" && !this.#endsItalicFirst() ? "**" : "*");
    }
  }

  #readStars(mark: "**" | "*"): void {
    const before = this.#source.charAt(this.#at - 1);
    const after = this.#source.charAt(this.#at + mark.length);
    const opener = this.#findOpener(mark);
    const isEmpty = this.#open[opener]?.at === this.pieces.length - 1;
    if (opener !== -1 && isVisible(before) && !isEmpty)
      this.#close(opener, mark === "**" ? { bold: true } : { italic: true });
    else if (opener === -1 && isVisible(after)) {
      this.#openMark(mark);
      return;
    } else this.#push(mark);
    this.#at += mark.length;
  }

  /** Returns whether the first of three stars closes an italic part, because the last open mark is a star. */
  #endsItalicFirst(): boolean {
    return this.#open.at(-1)?.mark === "*" && this.#source.startsWith("***", this.#at);
  }

  /** Reads `]`, which closes the last bracket if the name of a style or a color follows in braces. */
  #closeBracket(): void {
    const opener = this.#open.findLastIndex(({ mark }) => mark === "[");
    const name = this.#nameAt(this.#at + 1);
    const look = name === undefined ? undefined : this.#lookOf(name);
    if (opener === -1 || name === undefined || look === undefined) {
      this.#literal("]", 1);
      return;
    }
    this.#close(opener, { look });
    this.#at += name.length + 3;
  }

  #nameAt(start: number): string | undefined {
    if (this.#source.charAt(start) !== "{") return undefined;
    const end = this.#source.slice(start, start + MAX_NAME_LENGTH + 2).indexOf("}");
    return end === -1 ? undefined : this.#source.slice(start + 1, start + end);
  }

  #lookOf(name: string): Look | undefined {
    return this.#styles.get(name) ?? (parseColor(name) === undefined ? undefined : { color: name });
  }

  /** Returns the index of the last open mark of a kind, or -1. A bracket that was opened later hides it. */
  #findOpener(mark: Mark): number {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const open = this.#open[index]?.mark;
      if (open === mark) return index;
      if (open === "[") return -1;
    }
    return -1;
  }

  #openMark(mark: Mark): void {
    this.#open.push({ mark, at: this.pieces.length });
    this.#literal(mark, mark.length);
  }

  /** Styles all pieces since the opener. Marks that were opened since then and not closed stay plain text. */
  #close(index: number, style: Partial<Piece>): void {
    const opener = this.#open[index];
    if (opener === undefined) return;
    this.#open.length = index;
    const mark = this.pieces[opener.at];
    if (mark !== undefined) mark.text = "";
    for (const piece of this.pieces.slice(opener.at)) {
      piece.bold ||= style.bold ?? false;
      piece.italic ||= style.italic ?? false;
      // Inner marks have priority.
      if (style.look !== undefined) piece.look = { ...style.look, ...piece.look };
    }
  }

  #literal(text: string, length: number): void {
    this.#push(text, length);
    this.#at += length;
  }

  #push(text: string, length = text.length): void {
    this.pieces.push({ text, at: this.#at, length, bold: false, italic: false, look: {} });
  }
}

function isVisible(character: string): boolean {
  return character !== "" && !/\s/.test(character);
}

/** Joins neighbors of the same style, which a mark without its counterpart separates. */
function merge(pieces: readonly Piece[]): RichSegment[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (piece.text === "") continue;
    if (last?.bold === piece.bold && last.italic === piece.italic && isSameLook(last.look, piece.look)) {
      last.text += piece.text;
    } else merged.push({ ...piece });
  }
  return merged.map(({ text, bold, italic, look }) => ({ text, bold, italic, color: undefined, ...look }));
}

const LOOK_KEYS = ["color", "font_size", "font_weight", "font_style", "font_family"] as const;

function isSameLook(one: Look, other: Look): boolean {
  return one === other || LOOK_KEYS.every((key) => one[key] === other[key]);
}
