/**
 * Makes an author's SVG safe to draw. What is drawn is written anew from lists of known elements and attributes, so
 * nothing passes that is not known to be harmless. What would act or reach out (scripts, event handlers, foreign objects,
 * references to other files, pictures inside) is a fault; what is merely not drawn here (texts, filters, animations, the
 * notes of editors) is left out.
 */
import { faultSentence, SyntaxFault } from "../scanner.js";
import { parseXml, type XmlElement } from "./parse-xml.js";
import { type SafeElement, type SafeSvg } from "./safe-svg.js";
import { assertBoundedCost } from "./svg-cost.js";
import { presentationOf, readStyleRules, type StyleRules } from "./svg-style.js";

export type ReadSvg = { readonly svg: SafeSvg } | { readonly fault: string };

/** Reads an SVG, or a data URI of one. It never throws. */
export function readSvg(text: string): ReadSvg {
  try {
    return { svg: sanitize(parseXml(sourceOf(text))) };
  } catch (error) {
    if (error instanceof SyntaxFault) return { fault: faultSentence(error) };
    throw error;
  }
}

/** The sentence that says why an SVG can't be used, or undefined. */
export function svgFault(text: string): string | undefined {
  const read = readSvg(text);
  return "fault" in read ? read.fault : undefined;
}

/** The sentence that says why drawing an SVG file would cost too much, or undefined. Nothing else is asked of it. */
export function svgCostFault(text: string): string | undefined {
  try {
    assertBoundedCost([parseXml(text)]);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxFault) return faultSentence(error);
    throw error;
  }
}

/** Writes a drawing as a file of its own; `color` is what it calls `currentColor`. */
export function writeSvgFile({ viewBox, children, attributes }: SafeSvg, color: string): string {
  const { x, y, width, height } = viewBox;
  const root = new Map([
    ["xmlns", "http://www.w3.org/2000/svg"],
    ["xmlns:xlink", "http://www.w3.org/1999/xlink"],
    ["width", String(width)],
    ["height", String(height)],
    ["viewBox", [x, y, width, height].join(" ")],
    ["color", color],
    ...[...attributes].filter(([name]) => name !== "color"),
  ]);
  return writeElement({ name: "svg", attributes: root, children });
}

const DATA_URI = "data:image/svg+xml";

function sourceOf(text: string): string {
  const source = text.trim();
  if (source.slice(0, DATA_URI.length).toLowerCase() !== DATA_URI) return source;
  const comma = source.indexOf(",");
  const head = source.slice(0, comma).toLowerCase();
  const body = source.slice(comma + 1);
  if (comma === -1) throw new SyntaxFault("The data URI has no content", 0);
  if (head.endsWith(";base64")) return Buffer.from(body, "base64").toString("utf8");
  try {
    return decodeURIComponent(body);
  } catch {
    throw new SyntaxFault("The data URI is not encoded as it should be", comma);
  }
}

const DRAWN: ReadonlySet<string> = new Set(
  (
    "g defs symbol use path rect circle ellipse line polyline polygon " +
    "linearGradient radialGradient stop clipPath mask pattern svg"
  ).split(" "),
);

const REFUSED: ReadonlyMap<string, string> = new Map([
  ["script", "Scripts are not allowed"],
  ["foreignobject", "Foreign objects are not allowed"],
  ["iframe", "Foreign content is not allowed"],
  ["image", "Pictures inside of an SVG are not drawn; place them as image layers"],
]);

function sanitize(root: XmlElement): SafeSvg {
  if (localName(root.name) !== "svg") throw new SyntaxFault("The root element must be <svg>", 0);
  const rules = readStyleRules(root);
  const children = root.children.flatMap((child) => sanitizeElement(child, rules));
  const attributes = new Map([...presentationOf(root, rules)].filter(([name]) => !ROOT_ONLY.has(name)));
  assertBoundedCost(children);
  refuseHandlers(root);
  return { viewBox: viewBoxOf(root), children, attributes };
}

/** Attributes of the root that say where it lies rather than how its content looks. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"]);

function sanitizeElement(element: XmlElement, rules: StyleRules): SafeElement[] {
  const name = localName(element.name);
  const refusal = REFUSED.get(name.toLowerCase());
  if (refusal !== undefined) throw new SyntaxFault(refusal, 0);
  refuseHandlers(element);
  const isDrawn = DRAWN.has(name) && element.name === name;
  const children = element.children.flatMap((child) => sanitizeElement(child, rules));
  // A link is not drawn, but what stands in it is.
  if (!isDrawn) return name === "a" || name === "switch" ? children : [];
  return [{ name, attributes: presentationOf(element, rules), children }];
}

function refuseHandlers({ attributes }: XmlElement): void {
  for (const name of attributes.keys()) {
    if (name.toLowerCase().startsWith("on")) throw new SyntaxFault(`Event handlers such as ${name} are not allowed`, 0);
  }
}

/** The view box, or one from the size; 100 × 100 if neither says anything. */
function viewBoxOf({ attributes }: XmlElement): SafeSvg["viewBox"] {
  const numbers = (attributes.get("viewBox") ?? "").split(",").join(" ").split(" ").filter(Boolean).map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  const isRight = numbers.length === 4 && numbers.every(isReasonable) && width > 0 && height > 0;
  if (isRight) return { x, y, width, height };
  return { x: 0, y: 0, width: lengthOf(attributes.get("width")), height: lengthOf(attributes.get("height")) };
}

function lengthOf(text: string | undefined): number {
  const length = Number.parseFloat(text ?? "");
  return isReasonable(length) && length > 0 && text?.endsWith("%") !== true ? length : 100;
}

/** No artboard is larger, and beyond it the numbers of a rasterizer lose their grain. */
function isReasonable(number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) <= 1_000_000;
}

function localName(name: string): string {
  return name.startsWith("svg:") ? name.slice("svg:".length) : name;
}

function writeElement({ name, attributes, children }: SafeElement): string {
  const written = [...attributes].map(([key, value]) => {
    // Readers of SVG 1.1 know the older name alone.
    const attribute = key === "href" ? "xlink:href" : key;
    return ` ${attribute}="${escapeAttribute(value)}"`;
  });
  if (children.length === 0) return `<${name}${written.join("")}/>`;
  return `<${name}${written.join("")}>${children.map(writeElement).join("")}</${name}>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
