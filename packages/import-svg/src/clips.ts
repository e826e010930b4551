/** Recognizes clip paths and masks that a group can have: rectangles, rounded rectangles and circles. */
import type { XmlElement } from "@image-render/engine/svg";
import { type Matrix, multiply, placeBox, type PlacedBox, scaleOf } from "./matrix.js";
import { outlineOf, SHAPES } from "./outlines.js";
import { paintOf } from "./paint.js";
import { lengthOf, referenceOf, transformOf } from "./read-values.js";
import { rectangleOf } from "./regular-polygon.js";
import type { Source } from "./source.js";
import { ROOT_STYLE, type Style, styleOf } from "./style.js";

/** The visible area of a group, in the coordinates around it. */
export interface ClipBox {
  readonly kind: "box";
  readonly placed: PlacedBox;
  readonly radius: number;
}

/** A clip path or mask with another shape, as an attribute of a drawing. */
export interface OtherClip {
  readonly kind: "other";
  readonly attribute: "clip-path" | "mask";
  readonly id: string;
}

/** Returns the clip of an element, or undefined if it has none. */
export function clipOf(
  style: Style,
  matrix: Matrix,
  size: PlacedSize,
  source: Source,
): ClipBox | OtherClip | undefined {
  for (const attribute of ["clip-path", "mask"] as const) {
    const id = referenceOf(style.get(attribute));
    const element = id === undefined ? undefined : source.byId.get(id);
    if (id === undefined || element === undefined) continue;
    return boxOf(element, attribute, matrix, size, source) ?? { kind: "other", attribute, id };
  }
  return undefined;
}

interface PlacedSize {
  readonly width: number;
  readonly height: number;
}

function boxOf(
  element: XmlElement,
  attribute: "clip-path" | "mask",
  outer: Matrix,
  size: PlacedSize,
  source: Source,
): ClipBox | undefined {
  const [only, ...others] = element.children.filter(({ isSvg }) => isSvg);
  if (only === undefined || others.length > 0 || isRelative(element)) return undefined;
  const style = styleOf(element, source.styles, ROOT_STYLE);
  const inner = styleOf(only, source.styles, style);
  const matrix = multiply(multiply(outer, transformOf(style.get("transform"))), transformOf(inner.get("transform")));
  if (inner.has("clip-path") || inner.has("mask") || inner.has("filter")) return undefined;
  // Figma and Canva wrap the shape of a mask in a group.
  if (only.name === "g" && fractionIsFull(inner))
    return boxOf({ ...element, children: only.children }, attribute, matrix, size, source);
  if (!SHAPES.has(only.name) || (attribute === "mask" && !isSolid(element, inner, source))) return undefined;
  const outline = outlineOf(only.name, inner, size);
  const { width, height } = outline.box;
  if (!(width > 0 && height > 0)) return undefined;
  const rectangle = outline.kind === "polygon" ? rectangleOf(outline.points) : undefined;
  const placed = placeBox(
    rectangle === undefined ? matrix : multiply(matrix, rectangle.matrix),
    rectangle?.box ?? outline.box,
  );
  if (placed === undefined) return undefined;
  if (rectangle !== undefined) return { kind: "box", placed, radius: 0 };
  if (outline.kind === "ellipse" && Math.abs(placed.width / placed.height - 1) < 0.01) {
    return { kind: "box", placed, radius: placed.width / 2 };
  }
  if (outline.kind !== "box" || Math.abs(outline.radiusX - outline.radiusY) > 0.01 * width) return undefined;
  return { kind: "box", placed, radius: outline.radiusX * scaleOf(matrix) };
}

function isRelative({ attributes }: XmlElement): boolean {
  return [attributes.get("clipPathUnits"), attributes.get("maskContentUnits")].includes("objectBoundingBox");
}

function fractionIsFull(style: Style): boolean {
  return (lengthOf(style.get("opacity"), { whole: 1 }) ?? 1) >= 1;
}

/** Returns whether a shape shows everything inside of it. A luminance mask must be white, and an alpha mask opaque. */
function isSolid(mask: XmlElement, style: Style, source: Source): boolean {
  const fill = paintOf(style, "fill", source);
  const own = styleOf(mask, source.styles, ROOT_STYLE);
  if (fill.kind !== "color" || fill.color.alpha < 1 || !fractionIsFull(style)) return false;
  const { red, green, blue } = fill.color;
  const isAlpha = own.get("mask-type") === "alpha" || /mask-type\s*:\s*alpha/.test(mask.attributes.get("style") ?? "");
  return isAlpha || Math.min(red, green, blue) >= 250;
}
