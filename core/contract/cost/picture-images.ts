/** The images and SVGs of one picture, as far as the estimate reads them: each once, and not more than it has time for. */
import { MAX_SVG_CHARACTERS } from "../limits.js";
import { type SvgFacts, svgFacts } from "../template/svg/read-svg.js";
import type { SvgUse } from "../template/svg/svg-vocabulary.js";
import { type ImageSize, readImageSize } from "./image-pixels.js";

export class PictureImages {
  readonly #sizes = new Map<string, ImageSize>();
  readonly #counted = { layer: new Set<string>(), file: new Set<string>() };
  #charactersLeft = MAX_SVG_CHARACTERS;

  /** Whether the picture has any image or SVG. */
  get isUsed(): boolean {
    return this.#sizes.size + this.#counted.layer.size + this.#counted.file.size > 0;
  }

  /** The size of an image at an address. */
  sizeOf(url: string): ImageSize {
    const known = this.#sizes.get(url) ?? readImageSize(url);
    this.#sizes.set(url, known);
    return known;
  }

  /** The facts of an SVG. Undefined if the picture has too many characters of SVG. They are then not read. */
  factsOf(source: string, use: SvgUse): SvgFacts | undefined {
    const counted = this.#counted[use];
    if (!counted.has(source)) this.#charactersLeft -= source.length;
    counted.add(source);
    return this.#charactersLeft < 0 ? undefined : svgFacts(source, use);
  }
}
