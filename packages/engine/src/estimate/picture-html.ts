import { MAX_HTML_CHARACTERS, MAX_STYLE_STEPS } from "../limits/picture-limits.js";
import { knownHtml } from "../document/html/html-facts.js";
import { htmlLength } from "../document/html/html-length.js";
import type { SafeHtml } from "../document/html/safe-html.js";

/** The different HTML of one picture, as far as the estimate has time to read it. */
export class PictureHtml {
  readonly #counted = new Set<string>();
  #charactersLeft = MAX_HTML_CHARACTERS;
  #stepsLeft = MAX_STYLE_STEPS;

  /** Returns checked HTML, or the reason why it is not read: the picture has too much HTML. */
  read(source: string): SafeHtml | { readonly excess: string } {
    const isNew = !this.#counted.has(source);
    this.#counted.add(source);
    if (isNew) this.#charactersLeft -= htmlLength(source);
    if (this.#charactersLeft < 0) return { excess: `over ${MAX_HTML_CHARACTERS} characters of HTML in the picture` };
    const { html } = knownHtml(source);
    if (isNew) this.#stepsLeft -= html.styleSteps;
    return this.#stepsLeft < 0 ? { excess: "too many styles in the HTML of the picture" } : html;
  }
}
