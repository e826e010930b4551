/** Outlines of boxes as SVG path data. */
import { type Box, inflate } from "./fragment.js";
import { num } from "./svg.js";

/** What a layer's box is cut to. */
export type Outline = { readonly kind: "rectangle"; readonly radius: number } | { readonly kind: "ellipse" };

/** How far a Bézier curve's handles reach to follow a quarter of a circle. */
const KAPPA = 0.5522847498;

/** The path of an outline in a box. */
export function outlinePath(outline: Outline, box: Box): string {
  const { x, y, width, height } = box;
  if (outline.kind === "ellipse") return curvedPath(box, width / 2, height / 2);
  const radius = Math.min(outline.radius, width / 2, height / 2);
  if (radius > 0) return curvedPath(box, radius, radius);
  return `M${num(x)} ${num(y)}H${num(x + width)}V${num(y + height)}H${num(x)}Z`;
}

/** The outline as it is, moved inwards on all sides: its corners keep their common centre. */
export function insetPath(outline: Outline, box: Box, inset: number): string {
  const inner = inflate(box, -inset);
  return outlinePath(insetOutline(outline, box, inset), inner);
}

/** The outline that is left inside a border. */
export function insetOutline(outline: Outline, box: Box, inset: number): Outline {
  if (outline.kind === "ellipse") return outline;
  const radius = Math.min(outline.radius, box.width / 2, box.height / 2);
  return { kind: "rectangle", radius: Math.max(0, radius - inset) };
}

function curvedPath({ x, y, width, height }: Box, radiusX: number, radiusY: number): string {
  const [right, bottom] = [x + width, y + height];
  const [flatX, flatY] = [radiusX * (1 - KAPPA), radiusY * (1 - KAPPA)];
  const p = (...values: number[]) => values.map(num).join(" ");
  return (
    `M${p(x + radiusX, y)}H${num(right - radiusX)}` +
    `C${p(right - flatX, y, right, y + flatY, right, y + radiusY)}V${num(bottom - radiusY)}` +
    `C${p(right, bottom - flatY, right - flatX, bottom, right - radiusX, bottom)}H${num(x + radiusX)}` +
    `C${p(x + flatX, bottom, x, bottom - flatY, x, bottom - radiusY)}V${num(y + radiusY)}` +
    `C${p(x, y + flatY, x + flatX, y, x + radiusX, y)}Z`
  );
}
