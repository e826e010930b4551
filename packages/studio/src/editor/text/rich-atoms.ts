/**
 * The characters of a rich text with their looks. The marks of the language are `**bold**`, `*italic*`, `[words]{style}` and a
 * backslash before a literal mark. Offsets are those of the text with its marks.
 */
import { placeholdersOf } from "./placeholders.js";

/** A mark that a shortcut sets. */
export type TextMark = "bold" | "italic";

/** A unit that a reader sees as one character, or a placeholder, whose value is never read as marks. */
export interface TextAtom {
  /** The character, without a backslash before it. */
  readonly text: string;
  /** As it is written, with the backslash. */
  readonly raw: string;
  readonly start: number;
  readonly end: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** The brackets around it, from outside to inside. A bracket is identified by its start. */
  readonly brackets: readonly Bracket[];
}

export interface Bracket {
  readonly at: number;
  /** The color, or the name of a style. */
  readonly name: string;
}

/** A mark that has been opened, and the first atom after it. Until it is closed, it is itself a literal atom. */
interface Opener {
  readonly mark: "**" | "*" | "[";
  /** The index of the literal atom. */
  readonly atom: number;
}

type OpenAtom = { -readonly [Key in keyof TextAtom]: TextAtom[Key] };

/** The longest name of a style or a color. */
const MAX_NAME_LENGTH = 64;
const ESCAPABLE = "\\*[]{}";

/** Reads a text. If it is not rich, each character is itself. `isLook` says whether a bracket can have a name. */
export function atomsOf(text: string, isRich: boolean, isLook: (name: string) => boolean): readonly TextAtom[] {
  const reader = new Reader(text, isRich, isLook);
  reader.run();
  return reader.atoms.filter((atom) => !reader.marks.has(atom));
}

class Reader {
  readonly atoms: OpenAtom[] = [];
  /** The atoms that have become marks. */
  readonly marks = new Set<OpenAtom>();
  readonly #text: string;
  readonly #isRich: boolean;
  readonly #isLook: (name: string) => boolean;
  readonly #open: Opener[] = [];

  constructor(text: string, isRich: boolean, isLook: (name: string) => boolean) {
    this.#text = text;
    this.#isRich = isRich;
    this.#isLook = isLook;
  }

  run(): void {
    let at = 0;
    for (const { start, end } of [
      ...placeholdersOf(this.#text),
      { start: this.#text.length, end: this.#text.length },
    ]) {
      // A name in braces after a bracket cannot be a placeholder, so marks before one never reach into it.
      at = Math.max(at, this.#readUntil(at, start));
      if (end > start && at <= start) {
        this.#push(this.#text.slice(start, end), start, end);
        at = end;
      }
    }
  }

  #readUntil(from: number, end: number): number {
    let at = from;
    const plain: { start: number } = { start: at };
    const flush = (): void => this.#pushPlain(plain.start, at);
    while (at < end) {
      if (!this.#isRich || !"\\*[]".includes(this.#text.charAt(at))) {
        at++;
        continue;
      }
      flush();
      at = this.#readSpecial(at);
      plain.start = at;
    }
    flush();
    return at;
  }

  /** Reads a mark, and returns where the text continues. */
  #readSpecial(at: number): number {
    const [character, following] = [this.#text.charAt(at), this.#text.charAt(at + 1)];
    if (character === "\\") {
      const isEscape = following !== "" && ESCAPABLE.includes(following);
      this.#push(isEscape ? following : "\\", at, at + (isEscape ? 2 : 1));
      return at + (isEscape ? 2 : 1);
    }
    if (character === "[") return this.#begin("[", at);
    if (character === "]") return this.#endBracket(at);
    const isItalicFirst = this.#open.at(-1)?.mark === "*" && this.#text.startsWith("***", at);
    return this.#readStars(following === "*" && !isItalicFirst ? "**" : "*", at);
  }

  #readStars(mark: "**" | "*", at: number): number {
    const inBracket = this.#open.findLastIndex((open) => open.mark === "[") + 1;
    const opener = this.#open.findLastIndex((open, index) => index >= inBracket && open.mark === mark);
    const end = at + mark.length;
    if (opener === -1) {
      if (isVisible(this.#text.charAt(end))) return this.#begin(mark, at);
    } else if (isVisible(this.#text.charAt(at - 1)) && this.#open[opener]?.atom !== this.atoms.length - 1) {
      this.#close(opener, mark === "**" ? { bold: true } : { italic: true });
      return end;
    }
    this.#push(mark, at, end);
    return end;
  }

  #endBracket(at: number): number {
    const opener = this.#open.findLastIndex(({ mark }) => mark === "[");
    const [, name] = /^\{([^}]*)\}/.exec(this.#text.slice(at + 1, at + 3 + MAX_NAME_LENGTH)) ?? [];
    if (opener === -1 || name === undefined || !this.#isLook(name)) {
      this.#push("]", at, at + 1);
      return at + 1;
    }
    const begin = this.atoms[this.#open[opener]?.atom ?? 0];
    this.#close(opener, { bracket: { at: begin?.start ?? at, name } });
    return at + name.length + 3;
  }

  #begin(mark: Opener["mark"], at: number): number {
    this.#open.push({ mark, atom: this.atoms.length });
    this.#push(mark, at, at + mark.length);
    return at + mark.length;
  }

  #close(index: number, look: { readonly bold?: true; readonly italic?: true; readonly bracket?: Bracket }): void {
    const opener = this.#open[index];
    if (opener === undefined) return;
    this.#open.length = index;
    const mark = this.atoms[opener.atom];
    if (mark !== undefined) this.marks.add(mark);
    for (const atom of this.atoms.slice(opener.atom)) {
      atom.bold ||= look.bold ?? false;
      atom.italic ||= look.italic ?? false;
      if (look.bracket !== undefined) atom.brackets = [look.bracket, ...atom.brackets];
    }
  }

  #pushPlain(start: number, end: number): void {
    let at = start;
    for (const segment of graphemesOf(this.#text.slice(start, end))) {
      this.#push(segment, at, at + segment.length);
      at += segment.length;
    }
  }

  #push(text: string, start: number, end: number): void {
    this.atoms.push({ text, raw: this.#text.slice(start, end), start, end, bold: false, italic: false, brackets: [] });
  }
}

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the units of a text without marks that a reader sees as characters. */
export function graphemesOf(text: string): readonly string[] {
  return [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
}

function isVisible(character: string): boolean {
  return character !== "" && !/\s/.test(character);
}
