/**
 * Reads HTML into a tree. The tokenizer follows HTML, but the tree is stricter than a browser's: each element must be
 * closed inside of its parent. So the author learns of a mistake, and no source creates more elements than it names.
 */
import { Tokenizer } from "htmlparser2";
import { Hints, quote } from "../../suggestions/suggest.js";
import type { HtmlIssues } from "./html-issues.js";
import { type HtmlNode, type SourcePiece, SourceText } from "./html-nodes.js";
import { isJsx } from "./jsx.js";
import { attributesOf, ELEMENTS, hasAttribute, HTML_LIMITS, VOID_ELEMENTS } from "./html-vocabulary.js";

/** The characters after the name of an attribute that tell JSX from HTML. */
const JSX_START = 60;

interface OpenElement {
  readonly name: string;
  readonly at: number;
  readonly attributes: Map<string, SourceText>;
  readonly children: HtmlNode[];
}

export interface ParsedHtml {
  readonly children: readonly HtmlNode[];
  /** The contents of the `style` elements. */
  readonly sheets: readonly SourceText[];
  readonly elements: number;
  /** The place of the first attribute that is JSX. */
  readonly jsxAt: number | undefined;
}

/** Reads HTML. Anything that it cannot read becomes an issue. `original` is the source with its placeholders. */
export function parseHtml(source: string, issues: HtmlIssues, original = source): ParsedHtml {
  const builder = new TreeBuilder(source, issues, original);
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(source);
  tokenizer.end();
  return builder.result();
}

class TreeBuilder {
  readonly #source: string;
  readonly #original: string;
  readonly #issues: HtmlIssues;
  readonly #hints = new Hints();
  readonly #root: OpenElement = { name: "", at: 0, attributes: new Map(), children: [] };
  readonly #open: OpenElement[] = [this.#root];
  readonly #sheets: SourceText[] = [];
  #pieces: SourcePiece[] = [];
  /** The start tag that is being read. */
  #tag: OpenElement = this.#root;
  #attribute = { name: "", at: 0 };
  #value: SourcePiece[] = [];
  #elements = 0;
  /** The number of open `svg` elements. Their content is not HTML. */
  #svgDepth = 0;
  #svgAt = 0;
  #isStopped = false;
  #jsxAt: number | undefined;

  constructor(source: string, issues: HtmlIssues, original: string) {
    this.#source = source;
    this.#original = original;
    this.#issues = issues;
  }

  result(): ParsedHtml {
    return { children: this.#root.children, sheets: this.#sheets, elements: this.#elements, jsxAt: this.#jsxAt };
  }

  ontext(start: number, end: number): void {
    if (this.#isRead()) this.#pieces.push({ text: this.#source.slice(start, end), at: start });
  }

  ontextentity(codepoint: number, end: number): void {
    const at = Math.max(0, this.#source.lastIndexOf("&", end - 1));
    if (this.#isRead()) this.#pieces.push({ text: String.fromCodePoint(codepoint), at });
  }

  onopentagname(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    this.#tag = { name, at: start - 1, attributes: new Map(), children: [] };
  }

  onattribname(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    this.#attribute = { name, at: start };
    this.#value = [];
    if (this.#isRead() && isJsx(name, this.#original.slice(end, end + JSX_START))) this.#jsxAt ??= start;
  }

  onattribdata(start: number, end: number): void {
    this.#value.push({ text: this.#source.slice(start, end), at: start });
  }

  onattribentity(codepoint: number): void {
    const last = this.#value.at(-1);
    const at = last === undefined ? this.#attribute.at + this.#attribute.name.length + 2 : last.at + last.text.length;
    this.#value.push({ text: String.fromCodePoint(codepoint), at });
  }

  onattribend(): void {
    if (!this.#isRead()) return;
    const { name, at } = this.#attribute;
    const { name: element, attributes } = this.#tag;
    if (attributes.has(name)) this.#issues.add(at, `The attribute ${quote(name)} is there twice`);
    else if (element !== "svg" && ELEMENTS.has(element) && !hasAttribute(element, name)) {
      const hint = this.#hints.didYouMean(name, attributesOf(element));
      this.#issues.add(at, `The attribute ${quote(name)} is not supported at <${element}>.${hint}`);
    }
    attributes.set(name, new SourceText(this.#value[0]?.at ?? at, this.#value));
  }

  onopentagend(): void {
    this.#enter(VOID_ELEMENTS.has(this.#tag.name));
  }

  onselfclosingtag(): void {
    const { name, at } = this.#tag;
    const isClosed = VOID_ELEMENTS.has(name) || name === "svg" || !this.#isRead();
    if (!isClosed && ELEMENTS.has(name)) {
      this.#issues.add(at, `HTML does not close an element by "/>". Write <${name}></${name}>`);
    }
    this.#enter(true);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    const at = Math.max(0, this.#source.lastIndexOf("<", start));
    if (this.#isStopped) return;
    if (this.#svgDepth > 0) this.#closeSvg(name, end);
    else this.#close(name, at);
  }

  oncomment(): void {
    // A comment shows nothing.
  }

  oncdata(start: number): void {
    this.#refuse(start);
  }

  ondeclaration(start: number): void {
    this.#refuse(start);
  }

  onprocessinginstruction(start: number): void {
    this.#refuse(start);
  }

  onend(): void {
    this.#flushText();
    if (this.#isStopped) return;
    if (this.#svgDepth > 0) this.#issues.add(this.#svgAt, "The element <svg> is not closed");
    for (const { name, at } of this.#open.slice(1)) this.#issues.add(at, `The element <${name}> is not closed`);
  }

  /** Returns whether the next part is HTML and within the limits. */
  #isRead(): boolean {
    return this.#svgDepth === 0 && !this.#isStopped;
  }

  #refuse(start: number): void {
    if (this.#svgDepth > 0) return;
    this.#issues.add(
      Math.max(0, this.#source.lastIndexOf("<", start)),
      "Write only elements and text here, no document",
    );
  }

  #enter(isClosed: boolean): void {
    const { name } = this.#tag;
    if (this.#isStopped) return;
    if (this.#svgDepth > 0) {
      if (name === "svg" && !isClosed) this.#svgDepth += 1;
      return;
    }
    this.#flushText();
    if (!this.#isAllowed()) return;
    if (name === "svg") this.#openSvg(isClosed);
    else {
      if (name !== "style") this.#parent().children.push(this.#tag);
      if (!isClosed) this.#open.push(this.#tag);
    }
  }

  #parent(): OpenElement {
    return this.#open.at(-1) ?? this.#root;
  }

  /**
   * Counts the element, and returns whether it is within the limits. An unknown element is reported, and then read like
   * a known one.
   */
  #isAllowed(): boolean {
    const { name, at } = this.#tag;
    this.#elements += 1;
    if (!ELEMENTS.has(name)) {
      this.#issues.add(
        at,
        `The element <${name.slice(0, 40)}> is not supported.${this.#hints.didYouMean(name, ELEMENTS)}`,
      );
    }
    if (this.#elements > HTML_LIMITS.elements) {
      this.#stop(at, `There are more than ${HTML_LIMITS.elements} elements`);
    } else if (this.#open.length > HTML_LIMITS.depth) {
      this.#stop(at, `Elements are nested over ${HTML_LIMITS.depth} deep`);
    }
    return !this.#isStopped;
  }

  /** Stops reading a source that exceeds the limits, so that its tree stays small. */
  #stop(at: number, message: string): void {
    this.#issues.add(at, message);
    this.#isStopped = true;
  }

  #openSvg(isClosed: boolean): void {
    this.#svgAt = this.#tag.at;
    if (isClosed) {
      this.#issues.add(this.#svgAt, "The <svg> is empty");
      return;
    }
    this.#svgDepth = 1;
    // This keeps the tag and its attributes while the tags inside it are read.
    this.#open.push(this.#tag);
  }

  #closeSvg(name: string, end: number): void {
    if (name !== "svg") return;
    this.#svgDepth -= 1;
    if (this.#svgDepth > 0) return;
    const svg = this.#open.pop() ?? this.#root;
    const close = this.#source.indexOf(">", end);
    const source = this.#source.slice(this.#svgAt, close === -1 ? undefined : close + 1);
    this.#parent().children.push({ ...svg, source });
  }

  #close(name: string, at: number): void {
    this.#flushText();
    if (VOID_ELEMENTS.has(name)) {
      this.#issues.add(at, `The element <${name}> has no end tag. Leave out </${name}>`);
      return;
    }
    const index = this.#open.findLastIndex((open) => open.name === name);
    if (index <= 0) {
      this.#issues.add(at, `There is no open <${name.slice(0, 40)}> here`);
      return;
    }
    for (const open of this.#open.splice(index).slice(1)) {
      this.#issues.add(open.at, `The element <${open.name}> is not closed before </${name}>`);
    }
  }

  /** Adds the text before a tag to the surrounding element. */
  #flushText(): void {
    const pieces = this.#pieces;
    this.#pieces = [];
    if (pieces.length === 0) return;
    const text = new SourceText(pieces[0]?.at ?? 0, pieces);
    if (this.#parent().name === "style") this.#sheets.push(text);
    else this.#parent().children.push({ text: text.text, at: text.at, end: text.end });
  }
}
