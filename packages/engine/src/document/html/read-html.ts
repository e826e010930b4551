/** Reads and checks the HTML of a layer. */
import { MAX_STYLE_STEPS } from "../../limits/picture-limits.js";
import { Hints } from "../../suggestions/suggest.js";
import { imageUrlIssue } from "../attributes/image-url.js";
import { readSvg } from "../svg/read-svg.js";
import { writeSvgFile } from "../svg/write-svg-file.js";
import { formatColor, parseColor } from "../attributes/color.js";
import { cascade, type Style } from "./cascade.js";
import { DEFAULT_FAMILY, familyNames, resolveFamily } from "./font-family.js";
import { HtmlIssues } from "./html-issues.js";
import type { HtmlElement, HtmlNode, HtmlText } from "./html-nodes.js";
import { HTML_LIMITS, LETTER_STYLES } from "./html-vocabulary.js";
import { type CssContext, readStyleAttribute, readStyleSheet, type StyleRule } from "./parse-css.js";
import { parseHtml } from "./parse-html.js";
import { type PlaceholderPlace, PlaceholderUse } from "./placeholder-use.js";
import type { LetterStyle, NamedFamily, SafeHtml, SafeHtmlElement, SafeHtmlNode, SafeHtmlText } from "./safe-html.js";
import type { SelectedElement } from "./selectors.js";

export interface ReadHtml {
  /** The checked HTML. It is drawn only if there are no issues. */
  readonly html: SafeHtml;
  /** Sentences with line and column. */
  readonly issues: readonly string[];
  /** The kind of place of each placeholder, by the placeholder's index in the source. */
  readonly places: ReadonlyMap<number, PlaceholderPlace>;
  /** The indexes of the placeholders that are the address of an image. */
  readonly urlPlaceholders: readonly number[];
}

/** Reads HTML. `isTemplate` says whether it can contain placeholders. Does not throw. */
export function readHtml(source: string, isTemplate = false): ReadHtml {
  const issues = new HtmlIssues();
  const uses = new PlaceholderUse(source, isTemplate, issues);
  const reader = new HtmlReader(issues, uses);
  const html = reader.read(uses.masked);
  uses.refuseOthers(issues);
  const { places } = uses;
  const urlPlaceholders = [...places].flatMap(([at, place]) => (place === "url" ? [at] : []));
  return { html, issues: issues.sentences(source), places, urlPlaceholders };
}

interface Inherited extends LetterStyle {
  readonly color: string;
  readonly around: readonly SelectedElement[];
  readonly textShadows: number;
  /** Counts the characters of the surrounding element with `background-clip: text`. */
  readonly clipping: { characters: number } | undefined;
}

const ROOT: Inherited = {
  family: DEFAULT_FAMILY,
  weight: 400,
  style: "normal",
  color: "#000000",
  around: [],
  textShadows: 0,
  clipping: undefined,
};

class HtmlReader {
  readonly #issues: HtmlIssues;
  readonly #uses: PlaceholderUse;
  readonly #context: CssContext;
  #rules: readonly StyleRule[] = [];
  readonly #urls = new Set<string>();
  readonly #families: NamedFamily[] = [];
  readonly #texts: SafeHtmlText[] = [];
  #shadows = 0;
  #boxShadows = 0;
  #textShadows = 0;
  #changesCase = false;
  #steps = 0;
  #groups = 0;
  #gradients = 0;
  #clippingCharacters = 0;
  #repeatedCharacters = 0;

  constructor(issues: HtmlIssues, uses: PlaceholderUse) {
    this.#issues = issues;
    this.#uses = uses;
    this.#context = { issues, uses, hints: new Hints(), spend: this.#spend };
  }

  readonly #spend = (count: number): boolean => {
    this.#steps += count;
    return this.#steps <= MAX_STYLE_STEPS;
  };

  read(source: string): SafeHtml {
    const { children, sheets, elements } = parseHtml(source, this.#issues);
    this.#rules = this.#withinLimit(sheets.flatMap((sheet) => readStyleSheet(sheet, this.#context)));
    const safe = this.#readAll(children, ROOT);
    const textCharacters = this.#texts.reduce((sum, { text }) => sum + lengthOf(text), 0);
    this.#checkTotals(textCharacters);
    const facts = {
      elements,
      textCharacters,
      clippingCharacters: this.#clippingCharacters,
      repeatedCharacters: this.#repeatedCharacters,
      boxShadows: this.#boxShadows,
      textShadows: this.#textShadows,
      groups: this.#groups,
      gradients: this.#gradients,
      // Exceeding the maximum is an issue of its own.
      styleSteps: Math.min(this.#steps, MAX_STYLE_STEPS),
    };
    const found = { texts: this.#texts, urls: [...this.#urls], families: this.#families };
    return { ...facts, ...found, children: safe, changesCase: this.#changesCase };
  }

  /** Returns the rules, or none if they have too many selectors. Each selector is compared with each element. */
  #withinLimit(rules: readonly StyleRule[]): readonly StyleRule[] {
    const selectors = rules.reduce((sum, rule) => sum + rule.selectors.length, 0);
    if (selectors <= HTML_LIMITS.selectors) return rules;
    this.#issues.add(0, `There are more than ${HTML_LIMITS.selectors} selectors in <style>`);
    return [];
  }

  #checkTotals(textCharacters: number): void {
    const limits: [number, number, string][] = [
      [textCharacters, HTML_LIMITS.textCharacters, "characters of text"],
      [this.#shadows, HTML_LIMITS.shadows, "elements with shadows"],
      [this.#groups, HTML_LIMITS.groups, "elements that are faded, turned or cut off"],
      [this.#urls.size, HTML_LIMITS.images, "images"],
    ];
    if (this.#steps > MAX_STYLE_STEPS) {
      this.#issues.add(0, "Its styles take too much work. Use fewer rules, fewer declarations and fewer elements");
    }
    for (const [count, most, what] of limits)
      if (count > most) this.#issues.add(0, `There are more than ${most} ${what}`);
  }

  #readAll(nodes: readonly HtmlNode[], inherited: Inherited): SafeHtmlNode[] {
    return nodes.flatMap((node): SafeHtmlNode[] =>
      "text" in node ? this.#readText(node, inherited) : [this.#readElement(node, inherited)],
    );
  }

  #readText({ text, at, end }: HtmlText, { family, weight, style, textShadows, clipping }: Inherited): SafeHtmlText[] {
    if (text === "") return [];
    this.#uses.note(at, end, "text");
    if (text.trim() !== "") this.#textShadows += textShadows;
    if (clipping !== undefined) {
      this.#clippingCharacters += lengthOf(text);
      clipping.characters += lengthOf(text);
    }
    const read = { text, letters: { family, weight, style } };
    this.#texts.push(read);
    return [read];
  }

  #readElement(element: HtmlElement, inherited: Inherited): SafeHtmlElement {
    const { name, attributes } = element;
    const text = (key: string) => attributes.get(key)?.text.trim() ?? "";
    const selected = { name, classes: new Set(text("class").split(/\s+/)), id: text("id") };
    const own = attributes.get("style");
    const declarations = own === undefined ? [] : readStyleAttribute(own, this.#context);
    const style = cascade(this.#rules, declarations, selected, inherited.around, this.#spend);
    this.#notePlainAttributes(element);
    this.#count(style);
    const inner = this.#inside(name, style, inherited, selected);
    const children = this.#readAll(element.children, inner);
    this.#repeatedCharacters += inner.clipping?.characters ?? 0;
    const isImage = name === "img" || name === "svg";
    return {
      name: name === "svg" ? "img" : name,
      style: new Map([...style].flatMap(([key, { value }]) => (key === "font-family" ? [] : [[key, value] as const]))),
      children,
      ...(isImage && {
        src: this.#sourceOf(element, inner.color),
        width: this.#side(element, "width"),
        height: this.#side(element, "height"),
      }),
      ...((text("dir") === "rtl" || text("dir") === "ltr") && { dir: text("dir") as "rtl" | "ltr" }),
    };
  }

  /** Returns the values that the elements inside inherit. */
  #inside(name: string, style: Style, inherited: Inherited, selected: SelectedElement): Inherited {
    const [key, usual] = LETTER_STYLES[name] ?? [];
    const of = (property: string) => style.get(property)?.value ?? (key === property ? usual : undefined);
    const families = familyNames(of("font-family") ?? "").filter((family) => family !== "inherit");
    const at = style.get("font-family")?.at ?? 0;
    for (const family of families) this.#families.push({ name: resolveFamily(family), at });
    return {
      family: families[0] === undefined ? inherited.family : resolveFamily(families[0]),
      weight: weightOf(of("font-weight"), inherited.weight),
      style: styleOf(of("font-style"), inherited.style),
      color: of("color") ?? inherited.color,
      around: [...inherited.around, selected],
      textShadows: shadowsIn(of("text-shadow")) ?? inherited.textShadows,
      clipping: clipsByText(style) ? { characters: 0 } : inherited.clipping,
    };
  }

  /** Notes the placeholders in attributes that can contain a variable. */
  #notePlainAttributes({ name, attributes }: HtmlElement): void {
    for (const [key, { at, end }] of attributes) {
      if (key === "style" || name === "svg") continue;
      if (key !== "src" && key !== "href") this.#uses.note(at, end, "attribute");
      else if (key === "href") this.#uses.isWhole(at, end, "attribute");
    }
  }

  #count(style: Style): void {
    const value = (property: string) => style.get(property)?.value ?? "";
    const isSet = (property: string, usual: string) => value(property) !== "" && value(property) !== usual;
    const boxShadows = shadowsIn(style.get("box-shadow")?.value) ?? 0;
    this.#boxShadows += boxShadows;
    this.#shadows += boxShadows + (shadowsIn(style.get("text-shadow")?.value) ?? 0);
    const groups = [
      isSet("opacity", "1"),
      isSet("transform", "none"),
      ["overflow", "overflow-x", "overflow-y"].some((property) => isSet(property, "visible")),
      clipsByText(style),
    ];
    this.#groups += groups.filter(Boolean).length;
    this.#gradients += gradientsIn(value("background")) + gradientsIn(value("background-image"));
    if (isSet("text-transform", "none")) this.#changesCase = true;
    for (const { urls } of style.values()) for (const url of urls) this.#urls.add(url);
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
    const file = writeSvgFile(read.svg, formatColor(parseColor(color) ?? { red: 0, green: 0, blue: 0, alpha: 1 }));
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

/** The maximum side of an image, in CSS pixels. */
const MAX_SIDE = 16_384;

function weightOf(value: string | undefined, inherited: number): number {
  if (value === undefined || value === "inherit") return inherited;
  if (value === "bold") return 700;
  return Math.min(1000, Math.max(1, Number.parseInt(value, 10) || 400));
}

function styleOf(value: string | undefined, inherited: "normal" | "italic"): "normal" | "italic" {
  if (value === undefined || value === "inherit") return inherited;
  return value === "italic" ? "italic" : "normal";
}

/** Returns the number of visible characters of a text. */
function lengthOf(text: string): number {
  return text.trim().length;
}

/** Returns the number of shadows of a declaration, or undefined if they are inherited or not declared. */
function shadowsIn(value = "inherit"): number | undefined {
  if (value === "inherit") return undefined;
  if (value === "none" || value === "initial") return 0;
  // Each comma outside of a color starts another shadow.
  return value.replace(/\([^)]*\)/g, "").split(",").length;
}

function gradientsIn(value: string): number {
  return value.match(/gradient\(/gi)?.length ?? 0;
}

function clipsByText(style: Style): boolean {
  return style.get("background-clip")?.value === "text";
}
