/** Reads the XML that an SVG is written in, without document types and entities of its own: what bombs are made of. */
import { SyntaxFault } from "../scanner.js";

export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, markup left out. */
  readonly text: string;
}

export const MAX_XML_ELEMENTS = 5000;
const MAX_XML_DEPTH = 64;

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The root element. Throws a `SyntaxFault` where the text is no well-formed XML or holds more than it may. */
export function parseXml(source: string): XmlElement {
  return new XmlReader(source).read();
}

class XmlReader {
  readonly #source: string;
  readonly #open: OpenElement[] = [{ name: "", attributes: new Map(), children: [], text: "" }];
  #at = 0;
  #count = 0;

  constructor(source: string) {
    this.#source = source;
  }

  read(): XmlElement {
    while (this.#at < this.#source.length) this.#readPiece();
    const [document, unclosed] = this.#open;
    if (unclosed !== undefined) throw new SyntaxFault(`<${unclosed.name}> is never closed`, this.#at);
    const [root, second] = document?.children ?? [];
    if (root === undefined) throw new SyntaxFault("There is no element", 0);
    if (second !== undefined) throw new SyntaxFault("There is more than one root element", 0);
    return root;
  }

  #readPiece(): void {
    const start = this.#source.indexOf("<", this.#at);
    const text = this.#source.slice(this.#at, start === -1 ? undefined : start);
    this.#addText(text);
    if (start === -1) {
      this.#at = this.#source.length;
      return;
    }
    this.#at = start;
    if (this.#startsWith("<!--")) this.#skipTo("-->");
    else if (this.#startsWith("<?")) this.#skipTo("?>");
    else if (this.#startsWith("<![CDATA[")) this.#addText(this.#skipTo("]]>").slice("<![CDATA[".length, -"]]>".length));
    else if (this.#startsWith("<!DOCTYPE")) this.#skipDocumentType();
    else if (this.#startsWith("<!")) throw new SyntaxFault("Document types and entities are not allowed", start);
    else if (this.#startsWith("</")) this.#readClosingTag();
    else this.#readOpeningTag();
  }

  /** Editors write one that names SVG's own; what it could bring along, entities, stands in brackets. */
  #skipDocumentType(): void {
    const start = this.#at;
    if (this.#skipTo(">").includes("[")) throw new SyntaxFault("Entities of its own are not allowed", start);
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.text += text;
  }

  #readClosingTag(): void {
    const start = this.#at;
    const name = this.#skipTo(">").slice(2, -1).trim();
    const element = this.#open.length > 1 ? this.#open.pop() : undefined;
    if (element?.name !== name) throw new SyntaxFault(`</${name.slice(0, 40)}> closes nothing`, start);
    this.#open.at(-1)?.children.push(element);
  }

  #readOpeningTag(): void {
    const start = this.#at;
    this.#at += 1;
    const name = this.#takeName();
    const attributes = new Map<string, string>();
    this.#skipSpace();
    while (!this.#startsWith(">") && !this.#startsWith("/>")) {
      this.#readAttribute(attributes);
      this.#skipSpace();
    }
    this.#count += 1;
    if (this.#count > MAX_XML_ELEMENTS)
      throw new SyntaxFault(`There are more than ${MAX_XML_ELEMENTS} elements`, start);
    if (this.#open.length > MAX_XML_DEPTH)
      throw new SyntaxFault(`Elements are nested more than ${MAX_XML_DEPTH} deep`, start);
    const element: OpenElement = { name, attributes, children: [], text: "" };
    const isClosed = this.#startsWith("/>");
    this.#at += isClosed ? 2 : 1;
    if (isClosed) this.#open.at(-1)?.children.push(element);
    else this.#open.push(element);
  }

  #readAttribute(attributes: Map<string, string>): void {
    const start = this.#at;
    const name = this.#takeName();
    this.#skipSpace();
    if (!this.#startsWith("=")) throw new SyntaxFault(`The attribute ${name} has no value`, start);
    this.#at += 1;
    this.#skipSpace();
    const quote = this.#source.charAt(this.#at);
    const end = quote === '"' || quote === "'" ? this.#source.indexOf(quote, this.#at + 1) : -1;
    if (end === -1) throw new SyntaxFault(`The value of ${name} is not in quotes`, start);
    attributes.set(name, decodeEntities(this.#source.slice(this.#at + 1, end), this.#at));
    this.#at = end + 1;
  }

  #takeName(): string {
    const start = this.#at;
    while (isNameCharacter(this.#source.charAt(this.#at))) this.#at += 1;
    if (this.#at === start) throw new SyntaxFault("This is no XML that can be read", start);
    return this.#source.slice(start, this.#at);
  }

  #skipSpace(): void {
    while (this.#at < this.#source.length && this.#source.charAt(this.#at).trim() === "") this.#at += 1;
    if (this.#at >= this.#source.length) throw new SyntaxFault("A tag is never closed", this.#at);
  }

  #startsWith(token: string): boolean {
    return this.#source.startsWith(token, this.#at);
  }

  /** Steps behind a token and answers all that was stepped over. */
  #skipTo(token: string): string {
    const start = this.#at;
    const end = this.#source.indexOf(token, start);
    if (end === -1) throw new SyntaxFault(`"${token}" is missing`, start);
    this.#at = end + token.length;
    return this.#source.slice(start, this.#at);
  }
}

function isNameCharacter(character: string): boolean {
  const isLetterOrDigit =
    (character >= "a" && character <= "z") ||
    (character >= "A" && character <= "Z") ||
    (character >= "0" && character <= "9");
  return isLetterOrDigit || (character !== "" && "_:.-".includes(character));
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function decodeEntities(text: string, at: number): string {
  const [first = "", ...rest] = text.split("&");
  const decoded = rest.map((piece) => {
    const end = piece.indexOf(";");
    const character = end === -1 ? undefined : entityCharacter(piece.slice(0, end));
    if (character === undefined) throw new SyntaxFault("Entities other than those of XML itself are not allowed", at);
    return character + piece.slice(end + 1);
  });
  return first + decoded.join("");
}

function entityCharacter(name: string): string | undefined {
  if (!name.startsWith("#")) return ENTITIES.get(name);
  const code = name.startsWith("#x") ? Number(`0x${name.slice(2)}`) : Number(name.slice(1));
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
