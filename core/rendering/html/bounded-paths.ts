/** The texts of HTML, as paths of bounded size. */
import type { SafeElement } from "../../contract/template/svg/safe-element.js";
import type { SafeSvg } from "../../contract/template/svg/safe-svg.js";
import { numbersIn } from "../../contract/template/svg/svg-bounds.js";
import { type Contour, contoursOf } from "./path-contours.js";
import { PIECE, piecesOf } from "./path-pieces.js";

type ViewBox = SafeSvg["viewBox"];

/** What is around an element: where its points are in the drawing, or undefined if that is not known or does not matter. */
type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** What is inside of these is drawn where something else is, or not at all. */
const CONTAINERS: ReadonlySet<string> = new Set(["g", "svg"]);
/** All shapes of a clip path are drawn as one path, so dividing them does not help. */
const WHOLE: ReadonlySet<string> = new Set(["clipPath"]);
/** Pixels around the view box that antialiasing can reach. */
const EDGE = 2;
/** A stroke is as far from its line as its miter limit of 4 allows. */
const STROKE_REACH = 2;

/**
 * A drawing of satori whose long paths are divided between letters, without the letters outside of the view box. satori 0.63
 * writes all letters of a text with one style as one path.
 */
export function withBoundedPaths(elements: readonly SafeElement[], view: ViewBox): readonly SafeElement[] {
  return elements.map((element) => bounded(element, view, IDENTITY));
}

function bounded(element: SafeElement, view: ViewBox, around: Matrix | undefined): SafeElement {
  const { name, attributes, children } = element;
  // A filter can move what is outside into the view, as the shadow of a text.
  const isMoved = attributes.has("filter") || attributes.has("id");
  const matrix = isMoved || around === undefined ? undefined : placed(around, attributes.get("transform"));
  if (name === "path") return boundedPath(element, view, matrix);
  if (children.length === 0 || WHOLE.has(name)) return element;
  const inside = CONTAINERS.has(name) ? matrix : undefined;
  return { ...element, children: children.map((child) => bounded(child, view, inside)) };
}

function boundedPath(element: SafeElement, view: ViewBox, matrix: Matrix | undefined): SafeElement {
  const { attributes } = element;
  const data = attributes.get("d") ?? "";
  // A gradient or pattern fills the box of the whole path.
  if (data.length <= PIECE || attributes.get("fill")?.includes("url(") === true) return element;
  const contours = contoursOf(data);
  if (contours === undefined) return element;
  const reach = STROKE_REACH * (numbersIn(attributes.get("stroke-width") ?? "1")[0] ?? 1);
  const seen = matrix === undefined ? contours : contours.filter((contour) => isSeen(contour, reach, matrix, view));
  const pieces = piecesOf(seen);
  if (pieces.length <= 1) return { ...element, attributes: new Map([...attributes, ["d", pieces[0] ?? ""]]) };
  // The group has everything else, so an opacity or a mask applies to the letters together.
  const others = new Map([...attributes].filter(([name]) => name !== "d"));
  const children = pieces.map((piece) => ({ name: "path", attributes: new Map([["d", piece]]), children: [] }));
  return { name: "g", attributes: others, children };
}

/** The matrix of what is inside of an element. Undefined if its transform is of another form than satori writes. */
function placed(around: Matrix, transform: string | undefined): Matrix | undefined {
  if (transform === undefined) return around;
  const inside = /^\s*matrix\(([^()]*)\)\s*$/.exec(transform)?.[1];
  const numbers = numbersIn(inside ?? "");
  if (numbers.length !== 6) return undefined;
  const [a, b, c, d, e, f] = around;
  const [g, h, i, j, k, l] = numbers as unknown as Matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Whether a contour with a stroke can reach into the view. */
function isSeen({ left, top, right, bottom }: Contour, reach: number, matrix: Matrix, view: ViewBox): boolean {
  const [a, b, c, d, e, f] = matrix;
  const [centerX, centerY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfWidth, halfHeight] = [(right - left) / 2 + reach, (bottom - top) / 2 + reach];
  const [x, y] = [a * centerX + c * centerY + e, b * centerX + d * centerY + f];
  const width = Math.abs(a) * halfWidth + Math.abs(c) * halfHeight + EDGE;
  const height = Math.abs(b) * halfWidth + Math.abs(d) * halfHeight + EDGE;
  const isAcross = x + width >= view.x && x - width <= view.x + view.width;
  return isAcross && y + height >= view.y && y - height <= view.y + view.height;
}
