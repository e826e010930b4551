import type { SafeHtml } from "../document/html/safe-html.js";
import { readSvgFile } from "../document/svg/read-svg.js";
import type { FontLibrary } from "../fonts/font-library.js";
import { decodeDataUri } from "../images/data-uri.js";
import type { LoadedImage } from "../images/loaded-image.js";
import type { Labeled, RenderWarning } from "../shared/warnings.js";
import { type Meter, UNLIMITED } from "../shared/work.js";
import { drawableFile, type SvgFindings, svgFindings } from "../svg-text/drawable-file.js";
import { svgWarnings } from "../svg-text/svg-warnings.js";

/** An HTML layer, as far as its SVGs need it. */
interface HtmlLayer extends Labeled {
  readonly content: Pick<SafeHtml, "omitted">;
  readonly language: string;
}

/** The SVGs of an HTML layer: elements in its source, and files of its images. */
export class HtmlDrawings {
  readonly #layer: HtmlLayer;
  readonly #fonts: FontLibrary;
  readonly #findings: SvgFindings[] = [];

  constructor(layer: HtmlLayer, fonts: FontLibrary) {
    this.#layer = layer;
    this.#fonts = fonts;
  }

  /** The warnings about all SVGs so far. One of them names everything that is not drawn. */
  get warnings(): RenderWarning[] {
    const all = this.#findings;
    const findings: SvgFindings = {
      omitted: unique([...this.#layer.content.omitted, ...all.flatMap(({ omitted }) => omitted)]).sort(),
      ignored: unique(all.flatMap(({ ignored }) => ignored)),
      missing: unique(all.flatMap(({ missing }) => missing)),
      replacedFamilies: unique(all.flatMap(({ replacedFamilies }) => replacedFamilies)),
      replacedWeights: unique(all.flatMap(({ replacedWeights }) => replacedWeights)),
      textIssue: all.find(({ textIssue }) => textIssue !== undefined)?.textIssue,
    };
    return svgWarnings(this.#layer, findings, this.#fonts.edition);
  }

  /** Returns an image whose texts are outlines, if it is an SVG. The image library has no fonts. */
  async drawable(loaded: LoadedImage, spend: Meter): Promise<LoadedImage> {
    if (!("bytes" in loaded)) return loaded;
    try {
      const { bytes, findings } = await drawableFile(loaded.bytes, this.#fonts, {
        language: this.#layer.language,
        spend,
      });
      this.#findings.push(findings);
      return { ...loaded, bytes };
    } catch (error) {
      // The budget of the render is used up.
      if (error instanceof Error && error.name === "EngineError") throw error;
      // An image that cannot be used becomes a gray box with a warning.
      return loaded;
    }
  }

  /** Looks for the SVGs in data URIs. Other images are only loaded to be drawn. */
  async find(urls: readonly string[]): Promise<void> {
    for (const url of urls) {
      const bytes = /^data:image\/svg/i.test(url) ? decodeDataUri(url) : undefined;
      const read = bytes && readSvgFile(Buffer.from(bytes).toString("utf8"));
      if (read === undefined || !("svg" in read)) continue;
      const options = { language: this.#layer.language, spend: UNLIMITED };
      this.#findings.push(await svgFindings(read.svg, this.#fonts, options));
    }
  }
}

function unique<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
