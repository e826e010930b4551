/**
 * Makes an author's SVG safe to draw. The result contains only elements and attributes from lists of known ones, so
 * nothing passes that is not known to be harmless. What could act or reach out is refused: scripts, event handlers,
 * foreign objects, references to other files, embedded images. What is just not drawn is left out: texts, filters,
 * animations, editors' metadata.
 */
import type { XmlElement } from "./parse-xml.js";
import type { SafeElement, SafeSvg } from "./safe-svg.js";
import { assertBoundedCost } from "./svg-cost.js";
import { SvgError } from "./svg-error.js";
import { presentationOf, readStyleRules, type StyleRules } from "./svg-style.js";

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
  ["image", "Images inside of an SVG are not drawn. Use image layers for them"],
]);

/** @throws SvgError if the drawing contains something that is not allowed, or costs too much to draw. */
export function sanitizeSvg(root: XmlElement): SafeSvg {
  if (localName(root.name) !== "svg") throw new SvgError("The root element must be <svg>", root.at);
  const rules = readStyleRules(root);
  const children = root.children.flatMap((child) => sanitizeElement(child, rules));
  const attributes = new Map([...presentationOf(root, rules)].filter(([name]) => !ROOT_ONLY.has(name)));
  assertBoundedCost(children);
  refuseHandlers(root);
  return { viewBox: viewBoxOf(root), children, attributes };
}

/** Attributes of the root that place it. They say nothing about the look of its content. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"]);

function sanitizeElement(element: XmlElement, rules: StyleRules): SafeElement[] {
  const name = localName(element.name);
  const refusal = REFUSED.get(name.toLowerCase());
  if (refusal !== undefined) throw new SvgError(refusal, element.at);
  refuseHandlers(element);
  const isDrawn = DRAWN.has(name) && element.name === name;
  const children = element.children.flatMap((child) => sanitizeElement(child, rules));
  // A link itself is not drawn, but its content is.
  if (!isDrawn) return name === "a" || name === "switch" ? children : [];
  return [{ name, attributes: presentationOf(element, rules), children }];
}

function refuseHandlers({ attributes, at }: XmlElement): void {
  for (const name of attributes.keys()) {
    if (name.toLowerCase().startsWith("on")) throw new SvgError(`Event handlers such as ${name} are not allowed`, at);
  }
}

/** The view box, or one made from width and height, or 100 × 100. */
function viewBoxOf({ attributes }: XmlElement): SafeSvg["viewBox"] {
  const numbers = (attributes.get("viewBox") ?? "").split(",").join(" ").split(" ").filter(Boolean).map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  const isValid = numbers.length === 4 && numbers.every(isReasonable) && width > 0 && height > 0;
  if (isValid) return { x, y, width, height };
  return { x: 0, y: 0, width: lengthOf(attributes.get("width")), height: lengthOf(attributes.get("height")) };
}

function lengthOf(text: string | undefined): number {
  const length = Number.parseFloat(text ?? "");
  return isReasonable(length) && length > 0 && text?.endsWith("%") !== true ? length : 100;
}

/** No artboard is larger, and rasterizers lose precision beyond it. */
function isReasonable(number: number): boolean {
  return Number.isFinite(number) && Math.abs(number) <= 1_000_000;
}

function localName(name: string): string {
  return name.startsWith("svg:") ? name.slice("svg:".length) : name;
}
