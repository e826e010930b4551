/** The tree that the XML reader builds. */
import { localName, NamespaceScope } from "./namespace-scope.js";
import { notWellFormed, SvgError } from "./svg-error.js";

export interface XmlElement {
  /** The name without a prefix. */
  readonly name: string;
  /** Whether it belongs to SVG. The elements of editors are in namespaces of their own. */
  readonly isSvg: boolean;
  /** The position of its opening tag in the source in characters, from 0. */
  readonly at: number;
  /**
   * The attributes of SVG, without a prefix. A link of XLink is named `href`. Attributes of other namespaces are left
   * out.
   */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The characters of a piece of text, or those directly inside of a style sheet. Other text is not kept. */
  readonly text: string;
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** The elements named `style`, in order. */
  readonly styleSheets: readonly XmlElement[];
  /** The length of the source. */
  readonly characters: number;
}

/**
 * The name of a child that is a piece of text. Only text elements have such children, because the order of the pieces
 * matters there.
 */
export const TEXT_NODE = "#text";

const MAX_XML_ELEMENTS = 5000;
const MAX_XML_DEPTH = 64;

interface OpenElement extends XmlElement {
  children: XmlElement[];
  text: string;
}

interface OpenTag {
  /** The name with its prefix. */
  readonly name: string;
  readonly element: OpenElement;
  readonly declaresNamespaces: boolean;
}

/** Shared, because most elements have no children, and there can be thousands of elements. */
const NO_CHILDREN: XmlElement[] = [];
const NO_ATTRIBUTES = new Map<string, string>();

/** Builds the tree of a source from its tags, in order. */
export class XmlTree {
  readonly #open: OpenTag[] = [];
  readonly #scope = new NamespaceScope();
  readonly styleSheets: XmlElement[] = [];
  #count = 0;
  #root: XmlElement | undefined;
  /** The opening tag that is being read, with the prefixes of its names. */
  #name = "";
  #at = 0;
  #attributes = NO_ATTRIBUTES;
  #hasPrefixes = false;
  #duplicate: string | undefined;

  /** Whether an opening tag has begun, even if it is incomplete. */
  get hasElements(): boolean {
    return this.#count > 0;
  }

  /** The outermost element, as soon as its opening tag has been read. */
  get root(): XmlElement | undefined {
    return this.#root;
  }

  /** The name of the innermost open element, with its prefix. */
  get openName(): string | undefined {
    return this.#open.at(-1)?.name;
  }

  /** Begins an opening tag. @throws SvgError if there are too many elements, or if they are nested too deeply. */
  begin(name: string, at: number): void {
    this.#count += 1;
    if (this.#count > MAX_XML_ELEMENTS) throw new SvgError(`There are more than ${MAX_XML_ELEMENTS} elements`, at);
    if (this.#open.length >= MAX_XML_DEPTH) throw new SvgError(`Elements are nested over ${MAX_XML_DEPTH} deep`, at);
    this.#name = name;
    this.#at = at;
    this.#attributes = NO_ATTRIBUTES;
    this.#hasPrefixes = name.includes(":");
  }

  /** Adds an attribute to the tag. */
  addAttribute(name: string, value: string): void {
    if (this.#attributes === NO_ATTRIBUTES) this.#attributes = new Map();
    else if (this.#attributes.has(name)) this.#duplicate ??= name;
    this.#attributes.set(name, value);
    if (name.includes(":") || name === "xmlns") this.#hasPrefixes = true;
  }

  /**
   * Ends the tag at its last character. An element that is not empty stays open until it is closed. @throws SvgError
   */
  finish(isEmpty: boolean, end: number): void {
    if (this.#duplicate !== undefined) throw notWellFormed(`duplicate attribute: ${this.#duplicate}.`, end);
    const declaresNamespaces = this.#hasPrefixes && this.#scope.enter(this.#attributes);
    const element = this.#newElement();
    this.#add(element);
    if (element.name === "style") this.styleSheets.push(element);
    if (!isEmpty) this.#open.push({ name: this.#name, element, declaresNamespaces });
    else if (declaresNamespaces) this.#scope.leave();
  }

  /** Closes the innermost element. */
  close(): void {
    if (this.#open.pop()?.declaresNamespaces === true) this.#scope.leave();
  }

  /** Whether a text at this place is kept. */
  get keepsText(): boolean {
    const name = this.#open.at(-1)?.element.name;
    return name === "text" || name === "tspan" || name === "style";
  }

  /** Adds a text to the innermost element, if the text is kept. */
  addText(text: string, at: number): void {
    const around = this.#open.at(-1)?.element;
    if (around === undefined || !this.keepsText || text === "") return;
    if (around.name === "style") {
      around.text += text;
      return;
    }
    // Comments and CDATA sections divide a text, but the rasterizer treats it as one.
    const before = around.children.at(-1) as OpenElement | undefined;
    if (before?.name === TEXT_NODE) before.text += text;
    else this.#add({ name: TEXT_NODE, isSvg: false, at, attributes: NO_ATTRIBUTES, children: NO_CHILDREN, text });
  }

  #newElement(): OpenElement {
    const hasPrefixes = this.#hasPrefixes;
    return {
      name: hasPrefixes ? localName(this.#name) : this.#name,
      isSvg: hasPrefixes ? this.#scope.isSvg(this.#name) : this.#scope.isSvgByDefault,
      at: this.#at,
      attributes: hasPrefixes ? this.#scope.attributesOf(this.#attributes) : this.#attributes,
      children: NO_CHILDREN,
      text: "",
    };
  }

  #add(element: OpenElement): void {
    const around = this.#open.at(-1)?.element;
    if (around === undefined) this.#root = element;
    else if (around.children === NO_CHILDREN) around.children = [element];
    else around.children.push(element);
  }
}
