/** Caches the results for the last texts, as long as the total length of these texts is not too large. */
export class RecentTexts<Made> {
  readonly #mostCharacters: number;
  readonly #known = new Map<string, Made>();
  #characters = 0;

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
  }

  /** Returns the cached result for a text, or the result of `make`. */
  get(text: string, make: () => Made): Made {
    const found = this.#known.get(text);
    if (found !== undefined) return found;
    const made = make();
    if (text.length > this.#mostCharacters) return made;
    if (this.#characters + text.length > this.#mostCharacters) this.#clear();
    this.#known.set(text, made);
    this.#characters += text.length;
    return made;
  }

  #clear(): void {
    this.#known.clear();
    this.#characters = 0;
  }
}
