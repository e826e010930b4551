/** Keeps only the letters and images of HTML that its layer shows. */
import type { SafeElement } from "../document/svg/safe-element.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { numbersIn } from "../document/svg/svg-bounds.js";
import { contoursOf } from "./path-contours.js";
import { MAX_PATH_LENGTH, piecesOf } from "./path-pieces.js";
import { IDENTITY, placedBy, type SvgMatrix } from "./svg-matrix.js";

type ViewBox = SafeSvg["viewBox"];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Elements that are drawn at their own place. All others, such as masks, are drawn at the place of another element. */
const CONTAINERS: ReadonlySet<string> = new Set(["g", "svg"]);
/** All shapes of a clip path are drawn as one path, so dividing them does not help. */
const CLIP = "clipPath";
/** The number of pixels around the view box that antialiasing can reach. */
const EDGE = 2;
/** The edge of a stroke is at most this many stroke widths away from its line: half of SVG's miter limit of 4. */
const STROKE_REACH = 2;

/**
 * Removes the images and the letters of long paths that are outside of the view box from a drawing of satori. It also
 * divides long paths between letters. satori 0.63 writes all letters of a text with one style as one path, however long
 * it is.
 */
export function withinView(elements: readonly SafeElement[], view: ViewBox): readonly SafeElement[] {
  return elements.flatMap((element) => shown(element, view, IDENTITY));
}

/**
 * Returns the element without its invisible parts.
 *
 * @param around the matrix from the element's coordinates to those of the drawing, or undefined if it is not known
 */
function shown(element: SafeElement, view: ViewBox, around: SvgMatrix | undefined): readonly SafeElement[] {
  const { name, attributes, children } = element;
  // A filter can move pixels from outside into the view, such as the shadow of a text.
  const isMoved = attributes.has("filter") || attributes.has("id");
  const matrix = isMoved || around === undefined ? undefined : placedBy(around, attributes.get("transform"));
  if (name === "path") return [boundedPath(element, view, matrix)];
  if (name === "image") return matrix === undefined || isSeen(boxOf(attributes), matrix, view) ? [element] : [];
  if (children.length === 0 || name === CLIP) return [element];
  const inside = CONTAINERS.has(name) ? matrix : undefined;
  return [{ ...element, children: children.flatMap((child) => shown(child, view, inside)) }];
}

function boundedPath(element: SafeElement, view: ViewBox, matrix: SvgMatrix | undefined): SafeElement {
  const { attributes } = element;
  const data = attributes.get("d") ?? "";
  // A gradient or pattern fills the box of the whole path.
  if (data.length <= MAX_PATH_LENGTH || attributes.get("fill")?.includes("url(") === true) return element;
  const contours = contoursOf(data);
  if (contours === undefined) return element;
  const reach = STROKE_REACH * (numbersIn(attributes.get("stroke-width") ?? "1")[0] ?? 1);
  const seen = matrix === undefined ? contours : contours.filter((contour) => isSeen(contour, matrix, view, reach));
  const pieces = piecesOf(seen);
  if (pieces.length <= 1) return { ...element, attributes: new Map([...attributes, ["d", pieces[0] ?? ""]]) };
  // The group has all other attributes, so an opacity or a mask applies to the letters together.
  const others = new Map([...attributes].filter(([name]) => name !== "d"));
  const children = pieces.map((piece) => ({ name: "path", attributes: new Map([["d", piece]]), children: [] }));
  return { name: "g", attributes: others, children };
}

function boxOf(attributes: SafeElement["attributes"]): Box {
  const of = (name: string) => Number.parseFloat(attributes.get(name) ?? "0") || 0;
  const [left, top] = [of("x"), of("y")];
  return { left, top, right: left + of("width"), bottom: top + of("height") };
}

/** Returns whether a box with a margin can reach into the view. */
function isSeen({ left, top, right, bottom }: Box, matrix: SvgMatrix, view: ViewBox, margin = 0): boolean {
  const [a, b, c, d, e, f] = matrix;
  const [centerX, centerY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfWidth, halfHeight] = [(right - left) / 2 + margin, (bottom - top) / 2 + margin];
  const [x, y] = [a * centerX + c * centerY + e, b * centerX + d * centerY + f];
  const width = Math.abs(a) * halfWidth + Math.abs(c) * halfHeight + EDGE;
  const height = Math.abs(b) * halfWidth + Math.abs(d) * halfHeight + EDGE;
  const isAcross = x + width >= view.x && x - width <= view.x + view.width;
  return isAcross && y + height >= view.y && y - height <= view.y + view.height;
}
