/** The images and SVGs of one picture. The estimate reads each of them once, and not more than it has time for. */
import { MAX_SVG_CHARACTERS, MAX_SVG_ELEMENTS } from "../limits/picture-limits.js";
import { countElements } from "../document/svg/count-elements.js";
import { type SvgFacts, svgFacts } from "../document/svg/read-svg.js";
import type { SvgUse } from "../document/svg/svg-vocabulary.js";
import { imageWork, type ImageWork, type KnownImages } from "./image-work.js";

/** Keeps what the estimate has read of one picture's images. */
export class PictureImages {
  readonly #known: KnownImages;
  readonly #work = new Map<string, ImageWork>();
  readonly #counted = { layer: new Set<string>(), lettered: new Set<string>(), file: new Set<string>() };
  #charactersLeft = MAX_SVG_CHARACTERS;
  #elementsLeft = MAX_SVG_ELEMENTS;

  constructor(known: KnownImages) {
    this.#known = known;
  }

  /** Whether the picture has any image or SVG. */
  get isUsed(): boolean {
    const { layer, lettered, file } = this.#counted;
    return this.#work.size + layer.size + lettered.size + file.size > 0;
  }

  /** Whether the size of an image is not known. */
  get hasUnknown(): boolean {
    return [...this.#work.values()].some(({ isUnknown }) => isUnknown === true);
  }

  /** Returns the work of decoding the image at an address. */
  workOf(url: string): ImageWork {
    const work = this.#work.get(url) ?? imageWork(url, this.#known);
    this.#work.set(url, work);
    return work;
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
