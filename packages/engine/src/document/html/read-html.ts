/** Reads and checks the HTML of a layer. */
import { MAX_STYLE_STEPS } from "../../limits/picture-limits.js";
import { Hints } from "../../suggestions/suggest.js";
import { cascade, rulesFor, type Style } from "./cascade.js";
import { CustomProperties, type CustomValues } from "./custom-properties.js";
import { DEFAULT_FAMILY, familyNames, resolveFamily } from "../attributes/font-family.js";
import { clipsByText, HtmlCounts, shadowsIn } from "./html-counts.js";
import { HtmlIssues } from "./html-issues.js";
import type { HtmlElement, HtmlNode, HtmlText } from "./html-nodes.js";
import { HtmlPictures } from "./html-pictures.js";
import { CELLS, HTML_LIMITS, LETTER_STYLES, VOID_ELEMENTS } from "./html-vocabulary.js";
import { jsxMessage } from "./jsx.js";
import type { CssContext, StyleRule } from "./css-context.js";
import { inheritedStyle, inheritedWeight } from "./letter-style.js";
import { readStyleAttribute, readStyleSheet } from "./parse-css.js";
import { parseHtml } from "./parse-html.js";
import { type PlaceholderPlace, PlaceholderUse } from "./placeholder-use.js";
import type {
  CellSpans,
  LetterStyle,
  NamedFamily,
  SafeHtml,
  SafeHtmlElement,
  SafeHtmlNode,
  SafeHtmlText,
} from "./safe-html.js";
import { safeStyle } from "./safe-style.js";
import type { PseudoElement, SelectedElement } from "./selectors.js";

export interface ReadHtml {
  /** The checked HTML. It is drawn only if there are no issues. */
  readonly html: SafeHtml;
  /** Messages that begin with the line and column of the problem. */
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
  const html = reader.read(uses.masked, source);
  uses.refuseOthers(issues);
  const { places } = uses;
  const urlPlaceholders = [...places].flatMap(([at, place]) => (place === "url" ? [at] : []));
  return { html, issues: issues.sentences(source), places, urlPlaceholders };
}

interface Inherited extends LetterStyle {
  readonly color: string;
  readonly around: readonly SelectedElement[];
  readonly custom: CustomValues;
  readonly textShadows: number;
  /** Counts the characters of the surrounding element with `background-clip: text`. */
  readonly clipping: { characters: number } | undefined;
}

const ROOT: Inherited = {
  families: [DEFAULT_FAMILY],
  weight: 400,
  style: "normal",
  color: "#000000",
  around: [],
  custom: new Map(),
  textShadows: 0,
  clipping: undefined,
};

const ROOT_ELEMENT: SelectedElement = {
  name: ":root",
  classes: new Set(),
  id: "",
  attributes: new Map(),
  number: 1,
  siblings: 1,
};

class HtmlReader {
  readonly #issues: HtmlIssues;
  readonly #uses: PlaceholderUse;
  readonly #context: CssContext;
  readonly #custom: CustomProperties;
  readonly #counts = new HtmlCounts();
  readonly #pictures: HtmlPictures;
  #rules: readonly StyleRule[] = [];
  #generated: readonly (readonly [PseudoElement, readonly StyleRule[]])[] = [];
  readonly #families: NamedFamily[] = [];
  readonly #texts: SafeHtmlText[] = [];
  #steps = 0;
  #elements = 0;
  /** Elements whose content gets an element of its own in the layout. */
  #wrapped = 0;
  #clippingCharacters = 0;
  #repeatedCharacters = 0;

  constructor(issues: HtmlIssues, uses: PlaceholderUse) {
    this.#issues = issues;
    this.#uses = uses;
    this.#context = { issues, uses, hints: new Hints(), spend: this.#spend, ignored: new Set() };
    this.#custom = new CustomProperties(this.#context);
    this.#pictures = new HtmlPictures(issues, uses, this.#counts.urls);
  }

  readonly #spend = (count: number): boolean => {
    this.#steps += count;
    return this.#steps <= MAX_STYLE_STEPS;
  };

  /** Reads a source. `original` is the source with its placeholders. */
  read(source: string, original: string): SafeHtml {
    const { children, sheets, elements, jsxAt } = parseHtml(source, this.#issues, original);
    if (jsxAt !== undefined) this.#issues.only(jsxAt, jsxMessage(original, jsxAt));
    this.#elements = elements;
    const rules = this.#withinLimit(sheets.flatMap((sheet) => readStyleSheet(sheet, this.#context)));
    this.#rules = rulesFor(rules, undefined);
    this.#generated = (["before", "after"] as const).map((pseudo) => [pseudo, rulesFor(rules, pseudo)] as const);
    const root = this.#rootStyle(rulesFor(rules, "root"));
    const safe = this.#readAll(children, root.inner);
    const textCharacters = this.#texts.reduce((sum, { text }) => sum + lengthOf(text), 0);
    this.#checkTotals(textCharacters);
    const { boxShadows, textShadows, groups, gradients, conics, filters, changesCase, urls } = this.#counts;
    const facts = {
      elements: this.#elements + this.#wrapped,
      textCharacters,
      clippingCharacters: this.#clippingCharacters,
      repeatedCharacters: this.#repeatedCharacters,
      ...{ boxShadows, textShadows, groups, gradients, conics, filters },
      // Exceeding the maximum is an issue of its own.
      styleSteps: Math.min(this.#steps, MAX_STYLE_STEPS),
    };
    const found = { texts: this.#texts, urls: [...urls], families: this.#families };
    const notDrawn = { ignored: [...this.#context.ignored].sort(), omitted: this.#pictures.omitted };
    return { ...facts, ...found, ...notDrawn, children: safe, root: root.style, changesCase };
  }

  /** Returns the style that `:root` gives to the layer, and what its elements inherit. */
  #rootStyle(rules: readonly StyleRule[]) {
    const own = cascade(rules, [], ROOT_ELEMENT, [], this.#spend);
    const { style, custom } = this.#custom.resolve(own, ROOT.custom);
    this.#counts.count(style);
    const inner = { ...this.#inside("", style, ROOT, custom), around: [] };
    return { style: safeStyle(style, inner.weight), inner };
  }

  /** Returns the rules, or none if they have too many selectors. Each selector is compared with each element. */
  #withinLimit(rules: readonly StyleRule[]): readonly StyleRule[] {
    const selectors = rules.reduce((sum, rule) => sum + rule.selectors.length, 0);
    if (selectors <= HTML_LIMITS.selectors) return rules;
    this.#issues.add(0, `There are more than ${HTML_LIMITS.selectors} selectors in <style>`);
    return [];
  }

  #checkTotals(textCharacters: number): void {
    if (this.#steps > MAX_STYLE_STEPS) {
      this.#issues.add(0, "Its styles take too much work. Use fewer rules, fewer declarations and fewer elements");
    }
    this.#counts.check(textCharacters, this.#issues);
    if (this.#elements > HTML_LIMITS.elements) {
      this.#issues.add(0, `With ::before and ::after, there are more than ${HTML_LIMITS.elements} elements`);
    }
  }

  #readAll(nodes: readonly HtmlNode[], inherited: Inherited): SafeHtmlNode[] {
    const siblings = nodes.reduce((sum, node) => sum + ("text" in node ? 0 : 1), 0);
    let number = 0;
    return nodes.flatMap((node): SafeHtmlNode[] => {
      if ("text" in node) return this.#readText(node, inherited);
      number += 1;
      return [this.#readElement(node, inherited, { number, siblings })];
    });
  }

  #readText({ text, at, end }: HtmlText, inherited: Inherited): SafeHtmlText[] {
    if (text === "") return [];
    this.#uses.note(at, end, "text");
    return [this.#text(text, inherited)];
  }

  #text(text: string, { families, weight, style, textShadows, clipping }: Inherited): SafeHtmlText {
    if (text.trim() !== "") this.#counts.textShadows += textShadows;
    if (clipping !== undefined) {
      this.#clippingCharacters += lengthOf(text);
      clipping.characters += lengthOf(text);
    }
    const read = { text, letters: { families, weight, style } };
    this.#texts.push(read);
    return read;
  }

  #readElement(
    element: HtmlElement,
    inherited: Inherited,
    place: { readonly number: number; readonly siblings: number },
  ): SafeHtmlElement {
    const { name, attributes } = element;
    const text = (key: string) => attributes.get(key)?.text.trim() ?? "";
    const classes = new Set(text("class").split(/\s+/));
    const selected = { name, classes, id: text("id"), attributes, ...place };
    const own = attributes.get("style");
    const declarations = own === undefined ? [] : readStyleAttribute(own, this.#context);
    const declared = cascade(this.#rules, declarations, selected, inherited.around, this.#spend);
    const { style, custom } = this.#custom.resolve(declared, inherited.custom);
    this.#notePlainAttributes(element);
    this.#counts.count(style);
    if (CELLS.has(name) || name === "button") this.#wrapped += 1;
    const inner = this.#inside(name, style, inherited, custom);
    const isImage = name === "img" || name === "svg";
    const around = { ...inner, around: [...inherited.around, selected] };
    const children = isImage || VOID_ELEMENTS.has(name) ? [] : this.#content(element, selected, inherited, around);
    this.#repeatedCharacters += inner.clipping?.characters ?? 0;
    return {
      name: name === "svg" ? "img" : name,
      style: safeStyle(style, inner.weight),
      children,
      ...(isImage && this.#pictures.read(element, inner.color)),
      ...(CELLS.has(name) && { spans: this.#spansOf(element) }),
      ...((text("dir") === "rtl" || text("dir") === "ltr") && { dir: text("dir") as "rtl" | "ltr" }),
    };
  }

  /** Returns the content of an element, with that of its pseudo-elements. */
  #content(element: HtmlElement, selected: SelectedElement, { around }: Inherited, inner: Inherited): SafeHtmlNode[] {
    const pseudo = (name: PseudoElement) => this.#pseudoElement(name, selected, around, inner);
    return [...pseudo("before"), ...this.#readAll(element.children, inner), ...pseudo("after")];
  }

  #pseudoElement(
    pseudo: PseudoElement,
    selected: SelectedElement,
    around: readonly SelectedElement[],
    inherited: Inherited,
  ): SafeHtmlElement[] {
    const [, rules = []] = this.#generated.find(([name]) => name === pseudo) ?? [];
    if (rules.length === 0) return [];
    const declared = cascade(rules, [], selected, around, this.#spend);
    const { style, custom } = this.#custom.resolve(declared, inherited.custom);
    const content = style.get("content")?.value ?? "none";
    if (!content.startsWith('"')) return [];
    this.#elements += 1;
    this.#counts.count(style);
    const inner = this.#inside("span", style, inherited, custom);
    const children = content === '"' ? [] : [this.#text(content.slice(1), inner)];
    this.#repeatedCharacters += inner.clipping?.characters ?? 0;
    return [{ name: "span", style: safeStyle(style, inner.weight), children }];
  }

  #spansOf({ attributes }: HtmlElement): CellSpans {
    const span = (key: string) => {
      const given = attributes.get(key);
      const count = Number(given?.text.trim() ?? 1);
      if (Number.isInteger(count) && count >= 1 && count <= MAX_SPAN) return count;
      this.#issues.add(given?.at ?? 0, `The ${key} of a cell is a whole number from 1 to ${MAX_SPAN}`);
      return 1;
    };
    return { columns: span("colspan"), rows: span("rowspan") };
  }

  /** Returns the values that the elements inside inherit. */
  #inside(name: string, style: Style, inherited: Inherited, custom: CustomValues): Inherited {
    const [key, usual] = LETTER_STYLES.get(name) ?? [];
    const of = (property: string) => style.get(property)?.value ?? (key === property ? usual : undefined);
    const families = familyNames(of("font-family") ?? "")
      .filter((family) => family !== "inherit")
      .map(resolveFamily);
    const at = style.get("font-family")?.at ?? 0;
    for (const family of families) this.#families.push({ name: family, at, list: families });
    return {
      families: families.length === 0 ? inherited.families : families,
      weight: inheritedWeight(of("font-weight"), inherited.weight),
      style: inheritedStyle(of("font-style"), inherited.style),
      color: of("color") ?? inherited.color,
      around: inherited.around,
      custom,
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
}

/** The largest number of columns or rows that a cell covers. */
const MAX_SPAN = 60;

/** Returns the number of visible characters of a text. */
function lengthOf(text: string): number {
  return text.trim().length;
}
