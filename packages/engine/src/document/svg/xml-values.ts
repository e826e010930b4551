/** Reads texts and attribute values from an XML source. It resolves references, and normalizes line ends. */
import { Upcoming } from "./upcoming.js";
import { referenceText } from "./xml-references.js";

/** Reads values from left to right. */
export class XmlValues {
  readonly #source: string;
  readonly #references: Upcoming;
  readonly #returns: Upcoming;
  readonly #lineFeeds: Upcoming;
  readonly #tabs: Upcoming;

  constructor(source: string) {
    this.#source = source;
    this.#references = new Upcoming(source, "&");
    this.#returns = new Upcoming(source, "\r");
    this.#lineFeeds = new Upcoming(source, "\n");
    this.#tabs = new Upcoming(source, "\t");
  }

  /** Returns the place of the first reference at or after a place, or the length of the source. */
  referenceFrom(at: number): number {
    return this.#references.from(at);
  }

  /** Returns whether there is a reference between two places. */
  hasReference(start: number, end: number): boolean {
    return this.#references.from(start) < end;
  }

  /** Returns the text between two places, or undefined if a reference in it has no end. @throws SvgError */
  text(start: number, end: number): string | undefined {
    if (this.hasReference(start, end)) return this.#decoded(start, end, textOf);
    return textOf(this.#source.slice(start, end));
  }

  /** Returns the text of a CDATA section, in which `&` is an ordinary character. */
  plainText(start: number, end: number): string {
    return textOf(this.#source.slice(start, end));
  }

  /** Returns the value between two quotes, or undefined if a reference in it has no end. @throws SvgError */
  attribute(start: number, end: number): string | undefined {
    if (this.hasReference(start, end)) return this.#decoded(start, end, attributeOf);
    const value = this.#source.slice(start, end);
    const isPlain =
      this.#lineFeeds.from(start) >= end && this.#returns.from(start) >= end && this.#tabs.from(start) >= end;
    return isPlain ? value : attributeOf(value);
  }

  /** Decodes the references, and applies `plain` to the text between them. */
  #decoded(start: number, end: number, plain: (piece: string) => string): string | undefined {
    let decoded = "";
    let from = start;
    for (let at = this.#references.from(start); at < end; at = this.#references.from(from)) {
      const semicolon = this.#source.indexOf(";", at);
      if (semicolon === -1) return undefined;
      decoded += plain(this.#source.slice(from, at)) + referenceText(this.#source.slice(at + 1, semicolon), semicolon);
      from = semicolon + 1;
    }
    return decoded + plain(this.#source.slice(from, end));
  }
}

/** Replaces every line end with a line feed (XML 1.0, section 2.11). */
function textOf(piece: string): string {
  return piece.includes("\r") ? piece.replace(/\r\n?/g, "\n") : piece;
}

/** Replaces every line end and tab with a space (XML 1.0, section 3.3.3). */
function attributeOf(piece: string): string {
  return piece.replace(/\r\n|[\t\n\r]/g, " ");
}
