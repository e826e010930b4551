/**
 * Makes an untrusted SVG safe to draw. The result contains only elements and attributes from allow lists, so everything
 * in it is known to be harmless. A layer's drawing is refused if it contains something active or external: scripts,
 * event handlers, foreign objects, references to other files, or embedded images. In a file, such parts are left out,
 * but embedded raster images are kept. Parts that are harmless but not drawn, such as animations and editors' metadata,
 * are left out of both. The result names the elements without which the drawing can look different.
 */
import { TEXT_NODE, type XmlDocument, type XmlElement } from "./xml-tree.js";
import { rasterPixels } from "./raster-pixels.js";
import type { SafeElement } from "./safe-element.js";
import type { SafeSvg } from "./safe-svg.js";
import { assertBoundedNumbers, isReasonable } from "./svg-bounds.js";
import { costOfSvg } from "./cost-of-svg.js";
import { SvgError } from "./svg-error.js";
import { SvgStyles } from "./svg-style.js";
import { DRAWN, LEFT_OUT, NEVER_SEEN, REFUSED_IN_LAYERS, type SvgUse } from "./svg-vocabulary.js";

/**
 * Sanitizes an SVG. @throws SvgError if the drawing contains something that is not allowed, or costs too much to draw.
 */
export function sanitizeSvg(document: XmlDocument, use: SvgUse): SafeSvg {
  const { root } = document;
  if (!root.isSvg || root.name !== "svg") throw new SvgError("The root element must be <svg>", root.at);
  const styles = new SvgStyles(document, use);
  const reading: Reading = { styles, omitted: new Set() };
  const viewBox = viewBoxOf(root);
  const children = sanitizeChildren(root, reading, false);
  const own = styles.attributesOf(root);
  const attributes = new Map([...own].filter(([name]) => use === "file" || !ROOT_ONLY.has(name)));
  refuseHandlers(root, use);
  assertBoundedNumbers("svg", attributes, root.at);
  const cost = costOfSvg({ name: "svg", attributes, children }, viewBox);
  return { viewBox, children, attributes, cost, omitted: [...reading.omitted] };
}

/** The state of sanitizing one SVG. */
interface Reading {
  readonly styles: SvgStyles;
  /** The names of the elements that are left out although they can be seen. */
  readonly omitted: Set<string>;
}

/** Attributes that position the root. They do not affect the look of its content. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"]);

/** Shared, because most elements have no children, and there can be thousands of elements. */
const NO_CHILDREN: readonly SafeElement[] = [];

/**
 * Sanitizes children. `isInside` says whether they are inside of an element that is left out. Unknown elements are
 * allowed there.
 */
function sanitizeChildren(parent: XmlElement, reading: Reading, isInside: boolean): readonly SafeElement[] {
  const { children } = parent;
  if (children.length === 0) return NO_CHILDREN;
  const safe: SafeElement[] = [];
  for (const child of children) sanitizeElement(child, parent, reading, isInside, safe);
  return safe;
}

/** Adds the safe part of an element to a list: the element itself, its children, or nothing. */
function sanitizeElement(
  element: XmlElement,
  parent: XmlElement,
  reading: Reading,
  isInside: boolean,
  safe: SafeElement[],
): void {
  const { use } = reading.styles;
  const { name, isSvg, at } = element;
  if (name === TEXT_NODE) {
    if (use !== "layer") safe.push({ name, attributes: element.attributes, children: NO_CHILDREN, text: element.text });
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
  // The tree has no characters of a link.
  const losesText = isSvg && name === "a" && (parent.name === "text" || parent.name === "tspan");
  if (losesText || (isLeftOut && !isInside && canBeSeen(element, parent))) reading.omitted.add(name.slice(0, 40));
  const children = sanitizeChildren(element, reading, isInside || isLeftOut);
  if (isDrawn) safe.push({ name, attributes: safeAttributes(element, reading), children });
  else if (isTransparent) safe.push(...children);
}

/**
 * Returns whether a picture can look different without an element. A foreign object that needs an extension is an
 * editor's own copy of the drawing beside it.
 */
function canBeSeen({ name, isSvg, attributes }: XmlElement, parent: XmlElement): boolean {
  if (!isSvg || NEVER_SEEN.has(name)) return false;
  return !(name === "foreignObject" && parent.name === "switch" && attributes.has("requiredExtensions"));
}

function safeAttributes(element: XmlElement, { styles, omitted }: Reading): ReadonlyMap<string, string> {
  const { name, at } = element;
  const attributes = styles.attributesOf(element);
  // A file's reference to another file is left out.
  if (name === "use" && element.attributes.has("href") && !attributes.has("href")) omitted.add(name);
  if (attributes.size === 0) return attributes;
  assertBoundedNumbers(name, attributes, at);
  const href = attributes.get("href");
  if (href === undefined) return attributes;
  if (name === "image") assertRaster(href, at);
  else if (!href.startsWith("#")) {
    if (name === "use") omitted.add(name);
    return new Map([...attributes].filter(([key]) => key !== "href"));
  }
  return attributes;
}

/** Refuses an image that is not a raster image, because a nested SVG would be drawn without any of these checks. */
function assertRaster(href: string, at: number): void {
  if (rasterPixels(href) !== undefined) return;
  throw new SvgError("An image inside of an SVG must be a PNG, JPEG or GIF data URI", at);
}

function refuseElement({ name, isSvg, at }: XmlElement, use: SvgUse): void {
  const refusal = use !== "file" && isSvg ? REFUSED_IN_LAYERS.get(name.toLowerCase()) : undefined;
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
