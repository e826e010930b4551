/**
 * Reads the XML of an SVG in one pass. The source is untrusted: it is refused if it is not well-formed, and the only
 * entities are the five of XML itself.
 *
 * We have a reader of our own because an estimate may take at most 50 ms. Libraries take longer to read the SVG that a
 * picture can have: see docs/decisions/0099-reading-svg-in-50-ms.md.
 */
import { notWellFormed, SvgError } from "./svg-error.js";
import { Upcoming } from "./upcoming.js";
import { forbiddenCharacter, isSpace, nameEnd, spaceEnd, startsName } from "./xml-characters.js";
import { type XmlDocument, XmlTree } from "./xml-tree.js";
import { XmlValues } from "./xml-values.js";

const [BANG, QUOTE, APOSTROPHE, SLASH, EQUALS, GREATER, QUESTION] = [33, 34, 39, 47, 61, 62, 63];

const BYTE_ORDER_MARK = "\uFEFF";
const DECLARATION =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/y;
/** The content of a document type, up to its end or a bracket. */
const DOCUMENT_TYPE = /(?:[^>"'[]+|"[^"]*"|'[^']*')*/y;

/** Reads a source. @throws SvgError if the source is not well-formed XML, declares entities, or exceeds a limit. */
export function parseXml(source: string): XmlDocument {
  return new XmlReader(source).read();
}

class XmlReader {
  readonly #source: string;
  readonly #tree = new XmlTree();
  readonly #values: XmlValues;
  readonly #tags: Upcoming;
  readonly #sectionEnds: Upcoming;
  #at = 0;
  #hasDocumentType = false;

  constructor(source: string) {
    this.#source = source;
    this.#values = new XmlValues(source);
    this.#tags = new Upcoming(source, "<");
    this.#sectionEnds = new Upcoming(source, "]]>");
  }

  read(): XmlDocument {
    const forbidden = forbiddenCharacter(this.#source);
    if (forbidden !== -1) throw notWellFormed("disallowed character.", forbidden);
    this.#readDeclaration();
    for (;;) {
      const tag = this.#tags.from(this.#at);
      if (tag > this.#at) this.#readText(tag);
      if (tag === this.#source.length) break;
      this.#readMarkup(tag);
    }
    const { root, openName, styleSheets } = this.#tree;
    if (root === undefined || openName !== undefined) this.#refuseEnd();
    return { root, styleSheets, characters: this.#source.length };
  }

  #readDeclaration(): void {
    if (this.#source.startsWith(BYTE_ORDER_MARK)) this.#at = 1;
    if (!this.#source.startsWith("<?xml", this.#at) || nameEnd(this.#source, this.#at + 2) !== this.#at + 5) return;
    DECLARATION.lastIndex = this.#at;
    if (!DECLARATION.test(this.#source)) throw notWellFormed("the XML declaration is not correct.", this.#at);
    this.#at = DECLARATION.lastIndex;
  }

  #readText(end: number): void {
    const start = this.#at;
    this.#at = end;
    if (this.#tree.openName === undefined) {
      if (spaceEnd(this.#source, start) >= end) return;
      throw notWellFormed("text data outside of root node.", Math.min(end, this.#values.referenceFrom(start)));
    }
    const section = this.#sectionEnds.from(start);
    const stop = Math.min(end, section);
    if (this.#tree.keepsText || this.#values.hasReference(start, stop)) {
      this.#tree.addText(this.#values.text(start, stop) ?? this.#refuseEnd(), start);
    }
    if (section < end) throw notWellFormed('the string "]]>" is disallowed in char data.', section + 2);
  }

  #readMarkup(tag: number): void {
    const code = this.#source.charCodeAt(tag + 1);
    if (code === SLASH) this.#readClosingTag(tag);
    else if (code === BANG) this.#readSection(tag);
    else if (code === QUESTION) this.#readInstruction(tag);
    else this.#readOpeningTag(tag);
  }

  #readOpeningTag(at: number): void {
    const source = this.#source;
    const start = at + 1;
    if (start === source.length) this.#refuseEnd();
    if (!startsName(source, start)) throw notWellFormed("disallowed character in tag name", start);
    const end = nameEnd(source, start);
    if (end === source.length) this.#refuseEnd();
    const isSecond = this.#tree.root !== undefined && this.#tree.openName === undefined;
    this.#tree.begin(source.slice(start, end), at);
    if (isSecond) throw notWellFormed("documents may contain only one root.", end);
    const code = source.charCodeAt(end);
    if (code !== GREATER && code !== SLASH && !isSpace(code)) {
      throw notWellFormed("disallowed character in tag name.", end);
    }
    const close = this.#readAttributes(end);
    const isEmpty = source.charCodeAt(close) === SLASH;
    const last = isEmpty ? close + 1 : close;
    if (last === source.length) this.#refuseEnd();
    if (source.charCodeAt(last) !== GREATER) {
      throw notWellFormed("forward-slash in opening tag not followed by >.", last);
    }
    this.#tree.finish(isEmpty, last);
    this.#at = last + 1;
  }

  /** Reads the attributes of an opening tag. Returns the place of the character that ends them. */
  #readAttributes(start: number): number {
    const source = this.#source;
    for (let from = start; ;) {
      const at = spaceEnd(source, from);
      if (at === source.length) this.#refuseEnd();
      const code = source.charCodeAt(at);
      if (code === GREATER || code === SLASH) return at;
      if (!startsName(source, at)) throw notWellFormed("disallowed character in attribute name.", at);
      if (at === from) throw notWellFormed("no whitespace between attributes.", at);
      const end = nameEnd(source, at);
      const quote = this.#quoteAfter(end);
      from = this.#readValue(source.slice(at, end), quote);
    }
  }

  /**
   * Returns the place of the quote that begins the value of an attribute. `name` is the place after the attribute's
   * name.
   */
  #quoteAfter(name: number): number {
    const source = this.#source;
    const equals = spaceEnd(source, name);
    if (equals === source.length) this.#refuseEnd();
    const code = source.charCodeAt(equals);
    if (code !== EQUALS) {
      const isName = code === GREATER || equals > name;
      throw notWellFormed(isName ? "attribute without value." : "disallowed character in attribute name.", equals);
    }
    const at = spaceEnd(source, equals + 1);
    if (at === source.length) this.#refuseEnd();
    const quote = source.charCodeAt(at);
    if (quote !== QUOTE && quote !== APOSTROPHE) throw notWellFormed("unquoted attribute value.", at);
    return at;
  }

  /** Reads the value of an attribute. Returns the place after it. */
  #readValue(name: string, quote: number): number {
    const source = this.#source;
    const start = quote + 1;
    const found = source.indexOf(source.charCodeAt(quote) === QUOTE ? '"' : "'", start);
    const end = found === -1 ? source.length : found;
    const tag = this.#tags.from(start);
    const value = this.#values.attribute(start, Math.min(end, tag)) ?? this.#refuseEnd();
    if (tag < end) throw notWellFormed("disallowed character.", tag);
    if (found === -1) this.#refuseEnd();
    this.#tree.addAttribute(name, value);
    return end + 1;
  }

  #readClosingTag(tag: number): void {
    const source = this.#source;
    const start = tag + 2;
    const end = nameEnd(source, start);
    const last = spaceEnd(source, end);
    if (last >= source.length) this.#refuseEnd();
    if (source.charCodeAt(last) !== GREATER) throw notWellFormed("disallowed character in closing tag.", last);
    const name = this.#tree.openName;
    if (end === start) throw notWellFormed("weird empty close tag.", last);
    if (name === undefined) throw notWellFormed(`unmatched closing tag: ${source.slice(start, end)}.`, last);
    if (end - start !== name.length || !source.startsWith(name, start)) {
      throw notWellFormed("unexpected close tag.", last);
    }
    this.#tree.close();
    this.#at = last + 1;
  }

  /** Reads markup that begins with an exclamation mark: a comment, a CDATA section, or a document type. */
  #readSection(tag: number): void {
    const source = this.#source;
    if (source.startsWith("<!--", tag)) this.#readComment(tag + 4);
    else if (source.startsWith("<![CDATA[", tag)) this.#readCharacterData(tag + 9);
    else if (source.startsWith("<!DOCTYPE", tag)) this.#readDocumentType(tag + 9);
    else if (source.length < tag + 9) this.#refuseEnd();
    else throw notWellFormed("incorrect syntax.", tag + 8);
  }

  #readComment(start: number): void {
    const dashes = this.#source.indexOf("--", start);
    const last = dashes + 2;
    if (dashes === -1 || last === this.#source.length) this.#refuseEnd();
    if (this.#source.charCodeAt(last) !== GREATER) throw notWellFormed("malformed comment.", last);
    this.#at = last + 1;
  }

  #readCharacterData(start: number): void {
    if (this.#tree.openName === undefined) throw notWellFormed("text data outside of root node.", start - 1);
    const end = this.#sectionEnds.from(start);
    if (end === this.#source.length) this.#refuseEnd();
    this.#tree.addText(this.#values.plainText(start, end), start);
    this.#at = end + 3;
  }

  /**
   * Reads a document type. Editors write the document type of SVG. Brackets contain declarations, for example of
   * entities, and are refused.
   */
  #readDocumentType(start: number): void {
    const source = this.#source;
    if (this.#hasDocumentType || this.#tree.hasElements) {
      throw notWellFormed("inappropriately located doctype declaration.", start - 1);
    }
    this.#hasDocumentType = true;
    DOCUMENT_TYPE.lastIndex = start;
    DOCUMENT_TYPE.test(source);
    const end = DOCUMENT_TYPE.lastIndex;
    const bracket = source.slice(start, end + 1).indexOf("[");
    if (bracket !== -1) throw new SvgError("Entity declarations are not allowed", start + bracket);
    if (source.charCodeAt(end) !== GREATER) this.#refuseEnd();
    this.#at = end + 1;
  }

  #readInstruction(tag: number): void {
    const source = this.#source;
    const start = tag + 2;
    if (start === source.length) this.#refuseEnd();
    const first = source.charCodeAt(start);
    if (first === QUESTION || isSpace(first)) throw notWellFormed("processing instruction without a target.", start);
    const end = startsName(source, start) ? nameEnd(source, start) : start;
    if (end === source.length) this.#refuseEnd();
    const code = source.charCodeAt(end);
    if (end === start || (code !== QUESTION && !isSpace(code))) {
      throw notWellFormed("disallowed character in processing instruction name.", end);
    }
    const isDeclaration = source.slice(start, end).toLowerCase() === "xml";
    if (isDeclaration) throw notWellFormed("an XML declaration must be at the start of the document.", end);
    const close = source.indexOf("?>", end);
    if (close === -1) this.#refuseEnd();
    this.#at = close + 2;
  }

  /** Refuses a source that ends too early. */
  #refuseEnd(): never {
    const { openName, hasElements } = this.#tree;
    const unclosed = openName === undefined ? "unexpected end." : `unclosed tag: ${openName}`;
    const message = hasElements ? unclosed : "document must contain a root element.";
    throw notWellFormed(message, Math.max(0, this.#source.length - 1));
  }
}
