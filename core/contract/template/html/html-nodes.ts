/** HTML as it was read: elements and texts with their places. */

export type HtmlNode = HtmlElement | HtmlText;

export interface HtmlText {
  readonly text: string;
  /** The place in the source, counted in characters from 0, and the place after it. */
  readonly at: number;
  readonly end: number;
}

export interface HtmlElement {
  /** In lower case. */
  readonly name: string;
  /** The place of its start tag. */
  readonly at: number;
  readonly attributes: ReadonlyMap<string, SourceText>;
  readonly children: readonly HtmlNode[];
  /** The source of an `svg`, with its tags. */
  readonly source?: string;
}

/** A decoded piece of the source that knows where its characters come from. */
export class SourceText {
  readonly text: string;
  /** The place of the whole piece. */
  readonly at: number;
  readonly #pieces: readonly SourcePiece[];

  constructor(at: number, pieces: readonly SourcePiece[]) {
    this.at = at;
    this.text = pieces.map(({ text }) => text).join("");
    this.#pieces = pieces;
  }

  /** The place after the last piece. */
  get end(): number {
    const last = this.#pieces.at(-1);
    return last === undefined ? this.at : last.at + last.text.length;
  }

  /** The place of a character in the source. */
  placeOf(index: number): number {
    let start = 0;
    for (const { text, at } of this.#pieces) {
      if (index < start + text.length) return at + index - start;
      start += text.length;
    }
    return this.end + index - start;
  }
}

export interface SourcePiece {
  readonly text: string;
  readonly at: number;
}
