/** Writes outlines of boxes as SVG path data. */
import type { CornerRadii } from "../document/attributes/corner-radii.js";
import { type Box, inflate } from "./fragment.js";
import { num } from "./svg.js";

/** The shape that a box is clipped to. */
export interface Outline {
  /** Returns the path of the shape in a box. An `inset` moves the whole outline inwards. The default is 0. */
  readonly path: (box: Box, inset?: number) => string;
  /** Returns the box around the shape in a box. @default the box itself */
  readonly bounds?: (box: Box) => Box;
}

/** The distance of a Bézier curve's handles for a quarter of a circle. */
const KAPPA = 0.5522847498;

/** Returns a rectangle with rounded corners. In an inset outline, the corners keep their centers. */
export function roundedRectangle(radii: CornerRadii): Outline {
  return {
    path: (box, inset = 0) => {
      const inner = inflate(box, -inset);
      const fitting = fittingRadii(insetRadii(radii, box, inset), inner);
      if (fitting.every((radius) => radius === 0)) return sharpPath(inner);
      return isUniform(fitting) ? curvedPath(inner, fitting[0], fitting[0]) : cornersPath(inner, fitting);
    },
  };
}

export const RECTANGLE = roundedRectangle([0, 0, 0, 0]);

export const ELLIPSE: Outline = {
  path: (box, inset = 0) => {
    const inner = inflate(box, -inset);
    return curvedPath(inner, inner.width / 2, inner.height / 2);
  },
};

/** Returns the corner radii inside a border, for the corner radii of a box. */
export function insetRadii(radii: CornerRadii, box: Box, inset: number): CornerRadii {
  return mapRadii(fittingRadii(radii, box), (radius) => Math.max(0, radius - inset));
}

/**
 * Returns the radii that fit in a box. If two corners would overlap, all radii shrink by the same factor (CSS
 * Backgrounds 3, section 4.5).
 */
function fittingRadii(radii: CornerRadii, { width, height }: Box): CornerRadii {
  if (isUniform(radii)) return mapRadii(radii, (radius) => Math.min(radius, width / 2, height / 2));
  const [topLeft, topRight, bottomRight, bottomLeft] = radii;
  const across = width / Math.max(topLeft + topRight, bottomLeft + bottomRight);
  const down = height / Math.max(topLeft + bottomLeft, topRight + bottomRight);
  const factor = Math.min(1, across, down);
  return mapRadii(radii, (radius) => radius * factor);
}

function isUniform([first, ...others]: CornerRadii): boolean {
  return others.every((radius) => radius === first);
}

function mapRadii([one, two, three, four]: CornerRadii, map: (radius: number) => number): CornerRadii {
  return [map(one), map(two), map(three), map(four)];
}

function sharpPath({ x, y, width, height }: Box): string {
  return `M${num(x)} ${num(y)}H${num(x + width)}V${num(y + height)}H${num(x)}Z`;
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

/** Returns a rectangle whose corners differ. A corner without a radius is a point of the path. */
function cornersPath({ x, y, width, height }: Box, radii: CornerRadii): string {
  const [right, bottom] = [x + width, y + height];
  const [topLeft, topRight, bottomRight, bottomLeft] = radii;
  const [flat1, flat2, flat3, flat4] = mapRadii(radii, (radius) => radius * (1 - KAPPA));
  const curve = (radius: number, ...values: number[]) => (radius > 0 ? `C${values.map(num).join(" ")}` : "");
  return (
    `M${num(x + topLeft)} ${num(y)}H${num(right - topRight)}` +
    `${curve(topRight, right - flat2, y, right, y + flat2, right, y + topRight)}V${num(bottom - bottomRight)}` +
    curve(bottomRight, right, bottom - flat3, right - flat3, bottom, right - bottomRight, bottom) +
    `H${num(x + bottomLeft)}` +
    `${curve(bottomLeft, x + flat4, bottom, x, bottom - flat4, x, bottom - bottomLeft)}V${num(y + topLeft)}` +
    `${curve(topLeft, x, y + flat1, x + flat1, y, x + topLeft, y)}Z`
  );
}
