import { MAX_HTML_CHARACTERS } from "../limits.js";
import { htmlLength } from "../template/html/html-length.js";

/** The different HTML of one picture, as far as the estimate has time to read it. */
export class PictureHtml {
  readonly #counted = new Set<string>();
  #charactersLeft = MAX_HTML_CHARACTERS;

  /** Whether there is time to read HTML. It counts once. */
  isRead(html: string): boolean {
    if (!this.#counted.has(html)) this.#charactersLeft -= htmlLength(html);
    this.#counted.add(html);
    return this.#charactersLeft >= 0;
  }
}
