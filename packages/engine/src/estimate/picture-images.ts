/** The images and SVGs of one picture. The estimate reads each of them once, and not more than it has time for. */
import { MAX_SVG_CHARACTERS, MAX_SVG_ELEMENTS } from "../limits/picture-limits.js";
import { countElements } from "../document/svg/count-elements.js";
import { type SvgFacts, svgFacts } from "../document/svg/read-svg.js";
import type { SvgUse } from "../document/svg/svg-vocabulary.js";
import { type ImageSize, readImageSize } from "./image-pixels.js";

/** Keeps what the estimate has read of one picture's images. */
export class PictureImages {
  readonly #sizes = new Map<string, ImageSize>();
  readonly #counted = { layer: new Set<string>(), lettered: new Set<string>(), file: new Set<string>() };
  #charactersLeft = MAX_SVG_CHARACTERS;
  #elementsLeft = MAX_SVG_ELEMENTS;

  /** Whether the picture has any image or SVG. */
  get isUsed(): boolean {
    const { layer, lettered, file } = this.#counted;
    return this.#sizes.size + layer.size + lettered.size + file.size > 0;
  }

  /** Returns the size of an image at an address. */
  sizeOf(url: string): ImageSize {
    const known = this.#sizes.get(url) ?? readImageSize(url);
    this.#sizes.set(url, known);
    return known;
  }

  /** Returns the facts of an SVG, or the reason why it is not read: the picture has too much SVG. */
  factsOf(source: string, use: SvgUse): SvgFacts | { readonly excess: string } {
    const counted = this.#counted[use];
    if (!counted.has(source)) this.#count(source, use);
    counted.add(source);
    if (this.#charactersLeft < 0) return { excess: `over ${MAX_SVG_CHARACTERS} characters of SVG in the picture` };
    if (this.#elementsLeft < 0) return { excess: `over ${MAX_SVG_ELEMENTS} elements of SVG in the picture` };
    return svgFacts(source, use);
  }

  #count(source: string, use: SvgUse): void {
    this.#charactersLeft -= source.length;
    if (this.#charactersLeft >= 0) this.#elementsLeft -= countElements(source, use);
  }
}
