/**
 * Reads the XML of an SVG into a tree. The source is untrusted: the parser expands no entities but the five of XML itself,
 * and the limits apply while it reads.
 */
import { SaxesParser } from "saxes";
import { NamespaceScope } from "./namespace-scope.js";
import { SvgError } from "./svg-error.js";

export interface XmlElement {
  /** The name without a prefix. */
  readonly name: string;
  /** Whether it belongs to SVG. The elements of editors are in namespaces of their own. */
  readonly isSvg: boolean;
  /** The place of its opening tag in the source, counted in characters from 0. */
  readonly at: number;
  /** The attributes of SVG, without a prefix: a link of XLink is `href`. Those of other namespaces are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly inside, without markup. */
  readonly text: string;
}

/** The name of a child that is a piece of text. Only texts have such children, because their order matters there. */
export const TEXT_NODE = "#text";

export const MAX_XML_ELEMENTS = 5000;
const MAX_XML_DEPTH = 64;

interface OpenElement extends XmlElement {
  name: string;
  isSvg: boolean;
  attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** The root element. @throws SvgError if the source is not well-formed XML, declares entities, or exceeds a limit. */
export function parseXml(source: string): XmlElement {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const root = newElement(0);
  const open = [root];
  const scopes = [NamespaceScope.ROOT];
  let count = 0;
  const innermost = () => open.at(-1) ?? root;
  const addText = (text: string) => {
    const { name, children } = innermost();
    if (name === "text" || name === "tspan") children.push({ ...newElement(parser.position), name: TEXT_NODE, text });
    else innermost().text += text;
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
    const element = newElement(Math.max(0, parser.position - name.length - 2));
    if (++count > MAX_XML_ELEMENTS) throw new SvgError(`There are more than ${MAX_XML_ELEMENTS} elements`, element.at);
    if (open.length > MAX_XML_DEPTH) throw new SvgError(`Elements are nested over ${MAX_XML_DEPTH} deep`, element.at);
    innermost().children.push(element);
    open.push(element);
  });
  parser.on("opentag", ({ name, attributes }) => {
    const scope = (scopes.at(-1) ?? NamespaceScope.ROOT).inside(attributes);
    scopes.push(scope);
    Object.assign(innermost(), scope.elementName(name), { attributes: scope.attributesOf(attributes) });
  });
  parser.on("closetag", () => {
    open.pop();
    scopes.pop();
  });

  parser.write(source).close();
  const [element] = root.children;
  if (element === undefined) throw new SvgError("There is no element");
  return element;
}

function newElement(at: number): OpenElement {
  return { name: "", isSvg: false, at, attributes: new Map(), children: [], text: "" };
}
