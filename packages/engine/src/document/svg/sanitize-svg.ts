/**
 * Makes an untrusted SVG safe to draw. The result contains only elements and attributes from allow lists, so everything
 * in it is known to be harmless. A layer's drawing is refused if it contains something active or external: scripts,
 * event handlers, foreign objects, references to other files, or embedded images. In a file, such parts are left out,
 * but embedded raster images are kept. Parts that are harmless but not drawn, such as animations and editors' metadata,
 * are left out of both.
 */
import { TEXT_NODE, type XmlDocument, type XmlElement } from "./xml-tree.js";
import { rasterPixels } from "./raster-pixels.js";
import type { SafeElement } from "./safe-element.js";
import type { SafeSvg } from "./safe-svg.js";
import { assertBoundedNumbers, isReasonable } from "./svg-bounds.js";
import { costOfSvg } from "./cost-of-svg.js";
import { SvgError } from "./svg-error.js";
import { SvgStyles } from "./svg-style.js";
import { DRAWN, LEFT_OUT, REFUSED_IN_LAYERS, type SvgUse } from "./svg-vocabulary.js";

/**
 * Sanitizes an SVG. @throws SvgError if the drawing contains something that is not allowed, or costs too much to draw.
 */
export function sanitizeSvg(document: XmlDocument, use: SvgUse): SafeSvg {
  const { root } = document;
  if (!root.isSvg || root.name !== "svg") throw new SvgError("The root element must be <svg>", root.at);
  const styles = new SvgStyles(document, use);
  const viewBox = viewBoxOf(root);
  const children = sanitizeChildren(root, styles, false);
  const own = styles.attributesOf(root);
  const attributes = new Map([...own].filter(([name]) => use === "file" || !ROOT_ONLY.has(name)));
  refuseHandlers(root, use);
  assertBoundedNumbers("svg", attributes, root.at);
  return { viewBox, children, attributes, cost: costOfSvg({ name: "svg", attributes, children }, viewBox) };
}

/** Attributes that position the root. They do not affect the look of its content. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"]);

/** Shared, because most elements have no children, and there can be thousands of elements. */
const NO_CHILDREN: readonly SafeElement[] = [];

/**
 * Sanitizes children. `isInside` says whether they are inside of an element that is left out. Unknown elements are
 * allowed there.
 */
function sanitizeChildren({ children }: XmlElement, styles: SvgStyles, isInside: boolean): readonly SafeElement[] {
  if (children.length === 0) return NO_CHILDREN;
  const safe: SafeElement[] = [];
  for (const child of children) sanitizeElement(child, styles, isInside, safe);
  return safe;
}

/** Adds the safe part of an element to a list: the element itself, its children, or nothing. */
function sanitizeElement(element: XmlElement, styles: SvgStyles, isInside: boolean, safe: SafeElement[]): void {
  const { use } = styles;
  const { name, isSvg, at } = element;
  if (name === TEXT_NODE) {
    if (use === "file") safe.push({ name, attributes: element.attributes, children: NO_CHILDREN, text: element.text });
    return;
  }
  const isDrawn = isSvg && DRAWN[use].has(name);
  if (!isDrawn) refuseElement(element, use);
  refuseHandlers(element, use);
  const isKnown = isDrawn || !isSvg || isInside || LEFT_OUT.has(name);
  if (!isKnown) throw new SvgError(`SVG has no element <${name.slice(0, 40)}>`, at);
  // A link itself is not drawn, but its content is.
  const isTransparent = isSvg && (name === "a" || name === "switch");
  // The content of an element that is left out is checked too, because authors expect that scripts are refused
  // everywhere.
  const isLeftOut = !isDrawn && !isTransparent;
  const children = sanitizeChildren(element, styles, isInside || isLeftOut);
  if (isDrawn) safe.push({ name, attributes: safeAttributes(element, styles), children });
  else if (isTransparent) safe.push(...children);
}

function safeAttributes(element: XmlElement, styles: SvgStyles): ReadonlyMap<string, string> {
  const { name, at } = element;
  const attributes = styles.attributesOf(element);
  if (attributes.size === 0) return attributes;
  assertBoundedNumbers(name, attributes, at);
  const href = attributes.get("href");
  if (href === undefined) return attributes;
  if (name === "image") assertRaster(href, at);
  else if (!href.startsWith("#")) return new Map([...attributes].filter(([key]) => key !== "href"));
  return attributes;
}

/** Refuses an image that is not a raster image, because a nested SVG would be drawn without any of these checks. */
function assertRaster(href: string, at: number): void {
  if (rasterPixels(href) !== undefined) return;
  throw new SvgError("An image inside of an SVG must be a PNG, JPEG or GIF data URI", at);
}

function refuseElement({ name, isSvg, at }: XmlElement, use: SvgUse): void {
  const refusal = use === "layer" && isSvg ? REFUSED_IN_LAYERS.get(name.toLowerCase()) : undefined;
  if (refusal !== undefined) throw new SvgError(refusal, at);
}

function refuseHandlers({ attributes, at }: XmlElement, use: SvgUse): void {
  if (use === "file") return;
  for (const name of attributes.keys()) {
    if (/^on/i.test(name)) throw new SvgError(`Event handlers such as ${name} are not allowed`, at);
  }
}

/** Returns the view box. If there is none, derives it from width and height, which are 100 by default. */
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
