/**
 * Reads the XML of an SVG into a tree. The source is untrusted: the parser expands no entities but the five of XML itself,
 * and the limits apply while it reads.
 */
import { SaxesParser } from "saxes";
import { SvgError } from "./svg-error.js";

export interface XmlElement {
  readonly name: string;
  /** The place of its opening tag in the source, counted in characters from 0. */
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, without markup. */
  readonly text: string;
}

export const MAX_XML_ELEMENTS = 5000;
const MAX_XML_DEPTH = 64;

interface OpenElement extends XmlElement {
  attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The root element. @throws SvgError if the source is not well-formed XML, declares entities, or exceeds a limit. */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser({ position: false });
  const root = newElement("", 0);
  const open = [root];
  let count = 0;
  const innermost = () => open.at(-1) ?? root;
  const addText = (text: string) => {
    innermost().text += text;
  };

  parser.on("error", ({ message }) => {
    throw new SvgError(`This is not well-formed XML: ${message}`, Math.max(0, parser.position - 1));
  });
  parser.on("doctype", (declaration) => {
    // Editors write a document type that names SVG's own. Brackets hold declarations, for example of entities.
    if (declaration.includes("[")) throw new SvgError("Entity declarations are not allowed", parser.position - 1);
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("opentagstart", ({ name }) => {
    const element = newElement(name, Math.max(0, parser.position - name.length - 2));
    if (++count > MAX_XML_ELEMENTS) throw new SvgError(`There are more than ${MAX_XML_ELEMENTS} elements`, element.at);
    if (open.length > MAX_XML_DEPTH) throw new SvgError(`Elements are nested over ${MAX_XML_DEPTH} deep`, element.at);
    innermost().children.push(element);
    open.push(element);
  });
  parser.on("opentag", ({ attributes }) => {
    innermost().attributes = new Map(Object.entries(attributes));
  });
  parser.on("closetag", () => {
    open.pop();
  });

  parser.write(source).close();
  const [element] = root.children;
  if (element === undefined) throw new SvgError("There is no element");
  return element;
}

function newElement(name: string, at: number): OpenElement {
  return { name, at, attributes: new Map(), children: [], text: "" };
}
