/** The geometry of the shapes of SVG in their own coordinates. */
import { type Box, boxAround, type Point } from "./matrix.js";
import { pathPoints } from "./path-points.js";
import { lengthOf, numbersOf } from "./read-values.js";

/** The geometry of a shape. */
export type Outline =
  | { readonly kind: "box" | "ellipse"; readonly box: Box; readonly radiusX: number; readonly radiusY: number }
  | { readonly kind: "line"; readonly box: Box; readonly from: Point; readonly to: Point }
  | { readonly kind: "polygon"; readonly box: Box; readonly points: readonly Point[] }
  | { readonly kind: "path"; readonly box: Box };

/** The names of the elements that have an outline. */
export const SHAPES = new Set(["rect", "circle", "ellipse", "line", "polygon", "polyline", "path"]);

/** Returns the geometry of a shape. `size` is what percentages refer to. */
export function outlineOf(
  name: string,
  attributes: ReadonlyMap<string, string>,
  size: { readonly width: number; readonly height: number },
): Outline {
  const of = (key: string, whole: number) => lengthOf(attributes.get(key), { whole });
  const across = (key: string) => of(key, size.width) ?? 0;
  const down = (key: string) => of(key, size.height) ?? 0;
  switch (name) {
    case "rect": {
      const box = { x: across("x"), y: down("y"), width: across("width"), height: down("height") };
      const [rx, ry] = [of("rx", size.width), of("ry", size.height)];
      const radiusX = Math.min(rx ?? ry ?? 0, box.width / 2);
      return { kind: "box", box, radiusX, radiusY: Math.min(ry ?? rx ?? 0, box.height / 2) };
    }
    case "circle":
    case "ellipse": {
      const r = of("r", size.width) ?? 0;
      const [radiusX, radiusY] = name === "circle" ? [r, r] : [across("rx"), down("ry")];
      const box = { x: across("cx") - radiusX, y: down("cy") - radiusY, width: 2 * radiusX, height: 2 * radiusY };
      return { kind: "ellipse", box, radiusX, radiusY };
    }
    case "line": {
      const [from, to] = [
        { x: across("x1"), y: down("y1") },
        { x: across("x2"), y: down("y2") },
      ];
      return { kind: "line", box: boxAround([from, to]), from, to };
    }
    case "path":
      return outlineOfPath(attributes.get("d") ?? "");
    default:
      return outlineOfPoints(pairsOf(numbersOf(attributes.get("points"))));
  }
}

function outlineOfPath(data: string): Outline {
  const { points, subpaths, isStraight } = pathPoints(data);
  const [only, ...others] = subpaths;
  if (isStraight && only !== undefined && others.length === 0) return outlineOfPoints(only);
  return { kind: "path", box: boxAround(points) };
}

function outlineOfPoints(given: readonly Point[]): Outline {
  const points = given.filter((point, index) => !isSame(point, given[(index + 1) % given.length]));
  return { kind: "polygon", box: boxAround(given), points };
}

function isSame(one: Point, other: Point | undefined): boolean {
  return other !== undefined && Math.hypot(one.x - other.x, one.y - other.y) < 1e-6;
}

function pairsOf(numbers: readonly number[]): Point[] {
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, index) => ({
    x: numbers[2 * index] ?? 0,
    y: numbers[2 * index + 1] ?? 0,
  }));
}
