/** Writes outlines of boxes as SVG path data. */
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
export function roundedRectangle(radius: number): Outline {
  return {
    path: (box, inset = 0) => {
      const inner = inflate(box, -inset);
      const { x, y, width, height } = inner;
      const rounding = Math.min(insetRadius(radius, box, inset), width / 2, height / 2);
      if (rounding > 0) return curvedPath(inner, rounding, rounding);
      return `M${num(x)} ${num(y)}H${num(x + width)}V${num(y + height)}H${num(x)}Z`;
    },
  };
}

export const RECTANGLE = roundedRectangle(0);

export const ELLIPSE: Outline = {
  path: (box, inset = 0) => {
    const inner = inflate(box, -inset);
    return curvedPath(inner, inner.width / 2, inner.height / 2);
  },
};

/** Returns the corner radius inside a border, for the corner radius of a box. */
export function insetRadius(radius: number, { width, height }: Box, inset: number): number {
  return Math.max(0, Math.min(radius, width / 2, height / 2) - inset);
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
