/** Reads the images and drawings of HTML. */
import { imageUrlIssue } from "../attributes/image-url.js";
import { formatColor } from "../attributes/color.js";
import { readSvg } from "../svg/read-svg.js";
import { writeSvgFile } from "../svg/write-svg-file.js";
import { parseHtmlColor } from "./html-color.js";
import type { HtmlIssues } from "./html-issues.js";
import type { HtmlElement } from "./html-nodes.js";
import type { PlaceholderUse } from "./placeholder-use.js";

/** The maximum side of an image, in CSS pixels. */
const MAX_SIDE = 16_384;

/** Reads the attributes of `img` and `svg` elements. */
export class HtmlPictures {
  readonly #issues: HtmlIssues;
  readonly #uses: PlaceholderUse;
  readonly #urls: Set<string>;
  readonly #omitted = new Set<string>();

  /** @param urls gets the address of each image */
  constructor(issues: HtmlIssues, uses: PlaceholderUse, urls: Set<string>) {
    this.#issues = issues;
    this.#uses = uses;
    this.#urls = urls;
  }

  /** The names of the elements that are left out of all drawings, in order. */
  get omitted(): readonly string[] {
    return [...this.#omitted].sort();
  }

  /** Returns the address and the sides of an image. */
  read(element: HtmlElement, color: string) {
    return {
      src: this.#sourceOf(element, color),
      width: this.#side(element, "width"),
      height: this.#side(element, "height"),
    };
  }

  #sourceOf(element: HtmlElement, color: string): string {
    const { at, attributes, source } = element;
    if (source !== undefined) return this.#drawing(source, at, color);
    const src = attributes.get("src");
    if (src === undefined) this.#issues.add(at, "An <img> needs a src with the address of an image");
    const url = src?.text.trim() ?? "";
    // A variable without a value shows no image, as in image layers.
    if (src === undefined || url === "") return "";
    const start = src.at + src.text.indexOf(url);
    if (this.#uses.isWhole(start, start + url.length, "url")) return "";
    const issue = imageUrlIssue(url);
    if (issue !== undefined && !this.#uses.overlaps(start, start + url.length)) {
      this.#issues.add(start, `The image cannot be used: ${issue}`);
    }
    this.#urls.add(url);
    return url;
  }

  /** Returns the drawing of an `svg` as a data URI of a sanitized file. */
  #drawing(source: string, at: number, color: string): string {
    const read = readSvg(source);
    if ("issue" in read) {
      this.#issues.add(at, `The <svg> cannot be used: ${read.issue}`);
      return "";
    }
    for (const name of read.svg.omitted) this.#omitted.add(name);
    const file = writeSvgFile(read.svg, formatColor(parseHtmlColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 1 }));
    const url = `data:image/svg+xml;base64,${Buffer.from(file).toString("base64")}`;
    this.#urls.add(url);
    return url;
  }

  #side({ name, attributes }: HtmlElement, key: "width" | "height"): number | undefined {
    const side = attributes.get(key);
    if (side === undefined || this.#uses.overlaps(side.at, side.at + side.text.length)) return undefined;
    const pixels = Number(side.text.trim().replace(/px$/, ""));
    if (side.text.trim() !== "" && pixels >= 0 && pixels <= MAX_SIDE) return pixels;
    // The size of an `svg` can be any SVG length, for example 1em.
    if (name !== "svg") this.#issues.add(side.at, `The ${key} of an image is a number of pixels, at most ${MAX_SIDE}`);
    return undefined;
  }
}
