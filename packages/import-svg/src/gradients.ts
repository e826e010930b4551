/** Converts the gradients of SVG. An angle and positions express every linear gradient, wherever its line begins. */
import type { Color } from "@image-render/engine/colors";
import type { Gradient } from "@image-render/engine/document";
import type { XmlElement } from "@image-render/engine/svg";
import { round } from "./layer.js";
import { type Box, invert, type Matrix, multiply, placeBox, transformPoint } from "./matrix.js";
import { colorOf, colorText } from "./paint.js";
import { fractionOf, lengthOf, referenceOf, transformOf } from "./read-values.js";
import type { Source } from "./source.js";
import { ROOT_STYLE, styleOf } from "./style.js";

interface Stop {
  readonly at: number;
  readonly color: Color;
}

/** The place of a gradient: the box of the shape in its own coordinates, and the transform from these to the layer. */
export interface GradientPlace {
  readonly shape: Box;
  readonly toLayer: Matrix;
  /** The size of the layer. */
  readonly size: { readonly width: number; readonly height: number };
}

const MAX_STOPS = 16;
/** No exported gradient takes its stops from more than a few others. */
const MAX_LINKS = 8;

/** Returns the gradient of a layer that looks like a gradient of SVG. Returns undefined if no gradient of a layer does. */
export function gradientOf(
  element: XmlElement,
  opacity: number,
  { shape, toLayer, size }: GradientPlace,
  source: Source,
): Gradient | undefined {
  const { attributes, stops } = resolve(element, opacity, source);
  if ((attributes.get("spreadMethod") ?? "pad") !== "pad" || stops.length === 0) return undefined;
  const isRelative = attributes.get("gradientUnits") !== "userSpaceOnUse";
  const units: Matrix = [shape.width, 0, 0, shape.height, shape.x, shape.y];
  const own = transformOf(attributes.get("gradientTransform"));
  const matrix = multiply(toLayer, isRelative ? multiply(units, own) : own);
  const number = (name: string, otherwise: number) =>
    lengthOf(attributes.get(name), { whole: isRelative ? 1 : undefined }) ?? otherwise;
  return element.name === "linearGradient"
    ? linear(stops, matrix, size, [number("x1", 0), number("y1", 0), number("x2", 1), number("y2", 0)])
    : radial(stops, matrix, size, attributes, [number("cx", 0.5), number("cy", 0.5), number("r", 0.5)]);
}

/** Returns the attributes and stops of a gradient, which can come from the gradient that it links to. */
function resolve(element: XmlElement, opacity: number, source: Source) {
  const attributes = new Map<string, string>();
  let stops: Stop[] = [];
  let next: XmlElement | undefined = element;
  for (let links = 0; next !== undefined && links < MAX_LINKS; links++) {
    for (const [name, value] of source.styles.attributesOf(next))
      if (!attributes.has(name)) attributes.set(name, value);
    if (stops.length === 0) stops = stopsOf(next, opacity, source);
    next = source.byId.get(referenceOf(next.attributes.get("href")) ?? "");
  }
  return { attributes, stops };
}

function stopsOf(element: XmlElement, opacity: number, source: Source): Stop[] {
  let last = 0;
  return element.children
    .filter(({ name }) => name === "stop")
    .map((child) => {
      const style = styleOf(child, source.styles, ROOT_STYLE);
      const color = colorOf(style.get("stop-color") ?? "#000000", style) ?? { red: 0, green: 0, blue: 0, alpha: 1 };
      last = Math.max(last, Math.min(1, fractionOf(style.get("offset"), 0)));
      return { at: last, color: { ...color, alpha: color.alpha * fractionOf(style.get("stop-opacity")) * opacity } };
    });
}

function linear(
  stops: readonly Stop[],
  matrix: Matrix,
  { width, height }: GradientPlace["size"],
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): Gradient | undefined {
  const back = invert(matrix);
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  if (length === 0) return undefined;
  /** The offset of the gradient at a point of the layer. It is a linear function of the point. */
  const offsetAt = (x: number, y: number) => {
    const point = transformPoint(back, { x, y });
    return ((point.x - x1) * dx + (point.y - y1) * dy) / length;
  };
  const origin = offsetAt(0, 0);
  const [slopeX, slopeY] = [offsetAt(1, 0) - origin, offsetAt(0, 1) - origin];
  const slope = Math.hypot(slopeX, slopeY);
  const angle = Math.atan2(slopeX, -slopeY);
  const reach = (Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle))) * slope;
  if (!(reach > 0)) return undefined;
  const middle = offsetAt(width / 2, height / 2);
  const placed = within(stops.map(({ at, color }) => ({ at: 0.5 + (at - middle) / reach, color })));
  if (placed === undefined) return undefined;
  return { type: "linear-gradient", angle: round((angle * 180) / Math.PI, 2), stops: written(placed) };
}

function radial(
  stops: readonly Stop[],
  matrix: Matrix,
  { width, height }: GradientPlace["size"],
  attributes: ReadonlyMap<string, string>,
  [cx, cy, r]: readonly [number, number, number],
): Gradient | undefined {
  const isFocal = ["fx", "fy"].some((name, index) => {
    const value = fractionOf(attributes.get(name), Number.NaN);
    return Math.abs(value - (index === 0 ? cx : cy)) > 1e-3;
  });
  const circle = placeBox(matrix, { x: cx - r, y: cy - r, width: 2 * r, height: 2 * r });
  if (isFocal || circle === undefined || Math.abs(circle.width / circle.height - 1) > 0.01) return undefined;
  const center = transformPoint(matrix, { x: cx, y: cy });
  const corner = Math.hypot(Math.max(center.x, width - center.x), Math.max(center.y, height - center.y));
  const [x, y, radius] = [center.x / width, center.y / height, circle.width / 2 / corner];
  const isPossible = [x, y].every((share) => share >= 0 && share <= 1) && radius >= 0.01 && radius <= 4;
  const placed = within(stops);
  if (!isPossible || placed === undefined) return undefined;
  return {
    type: "radial-gradient",
    center_x: round(x),
    center_y: round(y),
    radius: round(radius),
    stops: written(placed),
  };
}

/** Cuts stops to the positions from 0 to 1. Adds stops where the cut is between two of them. */
function within(stops: readonly Stop[]): Stop[] | undefined {
  const inside = stops.filter(({ at }) => at >= 0 && at <= 1);
  const before = stops.findLast(({ at }) => at < 0);
  const after = stops.find(({ at }) => at > 1);
  if (before !== undefined)
    inside.unshift({ at: 0, color: mix(before, stops[stops.lastIndexOf(before) + 1] ?? before, 0) });
  if (after !== undefined) inside.push({ at: 1, color: mix(stops[stops.indexOf(after) - 1] ?? after, after, 1) });
  const [only] = inside;
  const all = inside.length === 1 && only !== undefined ? [only, only] : inside;
  return all.length >= 2 && all.length <= MAX_STOPS ? all : undefined;
}

function mix(from: Stop, to: Stop, at: number): Color {
  const share = to.at === from.at ? 1 : (at - from.at) / (to.at - from.at);
  const between = (key: keyof Color) => from.color[key] + (to.color[key] - from.color[key]) * share;
  return { red: between("red"), green: between("green"), blue: between("blue"), alpha: between("alpha") };
}

function written(stops: readonly Stop[]) {
  return stops.map(({ at, color }) => ({ color: colorText(color), position: round(at, 4) }));
}
