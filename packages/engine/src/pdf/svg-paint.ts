/** The paints of paths: plain colors and gradients. */
import type { XmlElement } from "../document/svg/xml-tree.js";
import type { Box } from "../paint/fragment.js";
import { type Canvas, maskState, type PdfOutput, toStream } from "./canvas.js";
import { type Matrix, multiply, readMatrix } from "./matrix.js";
import { numberOf, referenceOf, type SvgTree } from "./svg-tree.js";
import { matrixText, num, nums } from "./syntax.js";
import { Unsupported } from "./unsupported.js";

/** A color or a gradient, for fills and strokes. */
export type Paint = SolidPaint | GradientPaint;

/** A color with channels from 0 to 1. */
export interface SolidPaint {
  readonly color: string;
  readonly opacity: number;
}

/** A gradient. */
export interface GradientPaint {
  readonly gradient: XmlElement;
  readonly opacity: number;
}

/** Reads the paint of a path. Returns undefined if it paints nothing. */
export function readPaint(
  { attributes }: XmlElement,
  property: "fill" | "stroke",
  { definitions }: SvgTree,
): Paint | { readonly pattern: XmlElement; readonly opacity: number } | undefined {
  // SVG fills paths by default, and does not stroke them.
  const value = attributes.get(property) ?? (property === "fill" ? "#000000" : "none");
  const opacity = Number(attributes.get(`${property}-opacity`) ?? 1);
  if (value === "none" || opacity === 0) return undefined;
  if (value.startsWith("#")) return { color: rgb(value), opacity };
  const found = definitions.get(referenceOf(value) ?? "");
  if (found === undefined) throw new Unsupported(`The paint ${value} is not known.`);
  return found.name === "pattern" ? { pattern: found, opacity } : { gradient: found, opacity };
}

function rgb(hex: string): string {
  return nums(
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255),
    4,
  );
}

/** Writes the operators that select a paint. `bounds` is the box of the path, in the current coordinates. */
export async function selectPaint(
  output: PdfOutput,
  canvas: Canvas,
  paint: Paint,
  property: "fill" | "stroke",
  bounds: Box,
): Promise<void> {
  const { operators } = canvas;
  if ("color" in paint) {
    if (paint.opacity < 1) operators.push(`${output.resources.opacity(paint.opacity)} gs`);
    operators.push(`${paint.color} ${property === "fill" ? "rg" : "RG"}`);
    return;
  }
  const stops = stopsOf(paint.gradient);
  const [first] = stops;
  const opacities = new Set(stops.map(({ opacity }) => opacity));
  const opacity = paint.opacity * (opacities.size === 1 ? (first?.opacity ?? 1) : 1);
  if (opacity < 1) operators.push(`${output.resources.opacity(opacity)} gs`);
  if (opacities.size > 1) {
    const mask = await maskState(output, canvas, async (inner) => {
      const gray = stops.map((stop) => ({ ...stop, color: num(stop.opacity, 4) }));
      const name = pattern(output, inner, paint.gradient, gray, "DeviceGray", bounds);
      const { x, y, width, height } = output.view;
      const all = `q ${matrixText(inner.fromDocument)} cm ${nums([x, y, width, height])} re f Q`;
      inner.operators.push(`/Pattern cs ${name} scn ${all}`);
      await Promise.resolve();
    });
    if (mask !== undefined) operators.push(`${mask} gs`);
  }
  const name = pattern(output, canvas, paint.gradient, stops, "DeviceRGB", bounds);
  operators.push(property === "fill" ? `/Pattern cs ${name} scn` : `/Pattern CS ${name} SCN`);
}

interface Stop {
  readonly offset: number;
  readonly color: string;
  readonly opacity: number;
}

function stopsOf(gradient: XmlElement): Stop[] {
  const stops = gradient.children.map((stop) => ({
    offset: numberOf(stop, "offset"),
    color: rgb(stop.attributes.get("stop-color") ?? "#000000"),
    opacity: numberOf(stop, "stop-opacity", 1),
  }));
  if (stops.length < 2) throw new Unsupported("The gradient has fewer than two stops.");
  return stops;
}

/** Returns the name of a pattern with the colors of a gradient. */
function pattern(
  { file, resources }: PdfOutput,
  canvas: Canvas,
  gradient: XmlElement,
  stops: readonly Stop[],
  space: "DeviceGray" | "DeviceRGB",
  bounds: Box,
): string {
  if ((gradient.attributes.get("spreadMethod") ?? "pad") !== "pad") throw new Unsupported("The gradient repeats.");
  const matrix = matrixText(multiply(toStream(canvas), gradientMatrix(gradient, bounds)));
  const shape = coordinates(gradient);
  const shading = `<<${shape}/ColorSpace/${space}/Extend[true true]/Function ${functionOf(stops)}>>`;
  return resources.add("Pattern", file.add(`<</Type/Pattern/PatternType 2/Matrix[${matrix}]/Shading${shading}>>`));
}

/** Returns the transform from the coordinates of a gradient to those of the path. */
function gradientMatrix({ attributes }: XmlElement, { x, y, width, height }: Box): Matrix {
  const own = readMatrix(attributes.get("gradientTransform"));
  if (attributes.get("gradientUnits") === "userSpaceOnUse") return own;
  return multiply([width, 0, 0, height, x, y], own);
}

function coordinates(gradient: XmlElement): string {
  const number = (name: string, otherwise = 0) => numberOf(gradient, name, otherwise);
  if (gradient.name === "linearGradient") {
    return `/ShadingType 2/Coords[${nums([number("x1"), number("y1"), number("x2", 1), number("y2")], 6)}]`;
  }
  const [cx, cy, r] = [number("cx", 0.5), number("cy", 0.5), number("r", 0.5)];
  const inner = [number("fx", cx), number("fy", cy), number("fr")];
  return `/ShadingType 3/Coords[${nums([...inner, cx, cy, r], 6)}]`;
}

/** Returns the function from 0 to 1 that mixes the colors of stops. */
function functionOf(stops: readonly Stop[]): string {
  const [first, last] = [stops[0], stops.at(-1)];
  if (first === undefined || last === undefined) throw new Unsupported("The gradient has no stops.");
  const padded = [{ ...first, offset: 0 }, ...stops, { ...last, offset: 1 }];
  const pieces: string[] = [];
  const bounds: number[] = [];
  padded.slice(1).forEach((to, index) => {
    const from = padded[index];
    // Two stops in one place are a hard edge, which has no length.
    if (from === undefined || to.offset <= from.offset) return;
    if (pieces.length > 0) bounds.push(from.offset);
    pieces.push(`<</FunctionType 2/Domain[0 1]/N 1/C0[${from.color}]/C1[${to.color}]>>`);
  });
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const encode = pieces.map(() => "0 1").join(" ");
  return `<</FunctionType 3/Domain[0 1]/Bounds[${nums(bounds, 6)}]/Encode[${encode}]/Functions[${pieces.join("")}]>>`;
}
