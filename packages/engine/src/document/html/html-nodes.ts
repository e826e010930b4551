/** The tree of HTML that was read: elements and texts with their places. */

export type HtmlNode = HtmlElement | HtmlText;

export interface HtmlText {
  readonly text: string;
  /** The position in the source in characters, from 0, and the place after it. */
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
  /** The index in the text where each piece begins. Each character reference is a piece, so there can be thousands. */
  readonly #starts: readonly number[];

  constructor(at: number, pieces: readonly SourcePiece[]) {
    this.at = at;
    this.text = pieces.map(({ text }) => text).join("");
    this.#pieces = pieces;
    let length = 0;
    this.#starts = pieces.map(({ text }) => (length += text.length) - text.length);
  }

  /** The place after the last piece. */
  get end(): number {
    const last = this.#pieces.at(-1);
    return last === undefined ? this.at : last.at + last.text.length;
  }

  /** Returns the place of a character in the source. */
  placeOf(index: number): number {
    if (index >= this.text.length) return this.end + index - this.text.length;
    const found = lastUpTo(this.#starts, index);
    return (this.#pieces[found]?.at ?? this.at) + index - (this.#starts[found] ?? 0);
  }
}

/** Returns the index of the last number in an ascending list that is not larger than a limit. */
function lastUpTo(ascending: readonly number[], limit: number): number {
  let [from, to] = [0, ascending.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) <= limit) from = middle;
    else to = middle;
  }
  return from;
}

export interface SourcePiece {
  readonly text: string;
  readonly at: number;
}
