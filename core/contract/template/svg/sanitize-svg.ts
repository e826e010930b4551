/**
 * Makes an untrusted SVG safe to draw. The result contains only elements and attributes from lists of known ones, so
 * nothing passes that is not known to be harmless. A layer's drawing is refused if it contains what could act or reach
 * out: scripts, event handlers, foreign objects, references to other files, embedded images. Of a file, such parts are
 * left out. What is just not drawn is left out of both: animations, editors' metadata.
 */
import { TEXT_NODE, type XmlElement } from "./parse-xml.js";
import { rasterPixels } from "./raster-pixels.js";
import type { SafeElement } from "./safe-element.js";
import type { SafeSvg } from "./safe-svg.js";
import { assertBoundedNumbers, isReasonable } from "./svg-bounds.js";
import { costOfSvg } from "./svg-cost.js";
import { SvgError } from "./svg-error.js";
import { presentationOf, readStyles, type SvgStyles } from "./svg-style.js";
import { DRAWN, LEFT_OUT, REFUSED_IN_LAYERS, type SvgUse } from "./svg-vocabulary.js";

/** @throws SvgError if the drawing contains something that is not allowed, or costs too much to draw. */
export function sanitizeSvg(root: XmlElement, use: SvgUse = "layer"): SafeSvg {
  if (!root.isSvg || root.name !== "svg") throw new SvgError("The root element must be <svg>", root.at);
  const styles = readStyles(root, use);
  const viewBox = viewBoxOf(root);
  const children = root.children.flatMap((child) => sanitizeElement(child, styles, false));
  const own = presentationOf(root, styles);
  const attributes = new Map([...own].filter(([name]) => use === "file" || !ROOT_ONLY.has(name)));
  refuseHandlers(root, use);
  assertBoundedNumbers("svg", attributes, root.at);
  assertUniqueIds([{ name: "svg", attributes, children }]);
  return { viewBox, children, attributes, cost: costOfSvg({ name: "svg", attributes, children }, viewBox) };
}

/** Attributes of the root that place it. They say nothing about the look of its content. */
const ROOT_ONLY: ReadonlySet<string> = new Set(["id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio"]);

/** `isInside` says whether the element is inside of one that is left out, where anything can be. */
function sanitizeElement(element: XmlElement, styles: SvgStyles, isInside: boolean): SafeElement[] {
  const { use } = styles;
  const { name, isSvg, at } = element;
  if (name === TEXT_NODE) return use === "file" ? [{ ...EMPTY, name, text: element.text }] : [];
  const refusal = use === "layer" && isSvg ? REFUSED_IN_LAYERS.get(name.toLowerCase()) : undefined;
  if (refusal !== undefined) throw new SvgError(refusal, at);
  refuseHandlers(element, use);
  const isDrawn = isSvg && DRAWN[use].has(name);
  const isKnown = isDrawn || !isSvg || isInside || LEFT_OUT.has(name);
  if (!isKnown) throw new SvgError(`SVG has no element <${name.slice(0, 40)}>`, at);
  // A link itself is not drawn, but its content is.
  const isTransparent = isSvg && (name === "a" || name === "switch");
  // What is inside of an element that is left out is checked too, because authors expect a refusal of scripts anywhere.
  const isLeftOut = !isDrawn && !isTransparent;
  const children = element.children.flatMap((child) => sanitizeElement(child, styles, isInside || isLeftOut));
  if (!isDrawn) return isTransparent ? children : [];
  const attributes = presentationOf(element, styles);
  assertBoundedNumbers(name, attributes, at);
  if (name === "image") assertRaster(attributes, at);
  else if (attributes.get("href")?.startsWith("#") === false) attributes.delete("href");
  return [{ name, attributes, children }];
}

const EMPTY = { attributes: new Map<string, string>(), children: [] } as const;

/** An image inside must be a raster image: an SVG there would be drawn without any of these checks. */
function assertRaster(attributes: ReadonlyMap<string, string>, at: number): void {
  const href = attributes.get("href");
  if (href === undefined || rasterPixels(href) !== undefined) return;
  throw new SvgError("An image inside of an SVG must be a PNG, JPEG or GIF data URI", at);
}

function refuseHandlers({ attributes, at }: XmlElement, use: SvgUse): void {
  if (use === "file") return;
  for (const name of attributes.keys()) {
    if (name.toLowerCase().startsWith("on")) throw new SvgError(`Event handlers such as ${name} are not allowed`, at);
  }
}

/** Of two elements with one ID, rasterizers disagree which one a reference means. */
function assertUniqueIds(elements: readonly SafeElement[], known = new Set<string>()): void {
  for (const { attributes, children } of elements) {
    const id = attributes.get("id");
    if (id !== undefined && known.has(id)) throw new SvgError(`Two elements have the id "${id.slice(0, 64)}"`);
    if (id !== undefined) known.add(id);
    assertUniqueIds(children, known);
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
