/**
 * Finds the next occurrence of a text in a source. It searches again only for a place after the last occurrence. So
 * asking for each place from left to right takes one pass over the source.
 */
export class Upcoming {
  readonly #source: string;
  readonly #text: string;
  #next = -1;

  constructor(source: string, text: string) {
    this.#source = source;
    this.#text = text;
  }

  /** Returns the first occurrence at or after a place, or the length of the source. Places must not decrease. */
  from(at: number): number {
    if (this.#next >= at) return this.#next;
    const found = this.#source.indexOf(this.#text, at);
    this.#next = found === -1 ? this.#source.length : found;
    return this.#next;
  }
}
