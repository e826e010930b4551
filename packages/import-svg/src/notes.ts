/** A part of the SVG that the template does not show in the same way. */
export interface Note {
  readonly message: string;
  /** The position in the source in characters, from 0. */
  readonly at: number;
}

/** Collects notes. The same sentence is kept once, with its first place. */
export class Notes {
  readonly #byMessage = new Map<string, Note>();

  add(message: string, { at }: { readonly at: number }): void {
    if (!this.#byMessage.has(message)) this.#byMessage.set(message, { message, at });
  }

  /** The notes in the order of their places. */
  get all(): readonly Note[] {
    return [...this.#byMessage.values()].sort((a, b) => a.at - b.at);
  }
}
