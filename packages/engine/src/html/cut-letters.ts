/** Finds letters of HTML that its layer cuts off. The layout engine does not report text that is too long. */
import type { SafeElement } from "../document/svg/safe-element.js";
import type { SafeSvg } from "../document/svg/safe-svg.js";
import { contoursOf } from "./path-contours.js";
import { IDENTITY, placedBy, type SvgMatrix } from "./svg-matrix.js";

/** The lengths by which letters extend beyond a layer, in pixels. 0 if no letter does. */
export interface CutLetters {
  readonly right: number;
  readonly bottom: number;
}

/**
 * The part of a letter that an edge can cut off unnoticed, as a share of its size, and in pixels. Boxes of curves are
 * larger than their letters.
 */
const TOLERANCE = { share: 0.15, pixels: 1 };
/** Letters with less opacity are an ornament. */
const ORNAMENT_OPACITY = 0.5;
/** The length of path data that is read. The last elements are read first, because a long text is cut at its end. */
const MAX_READ = 2_000_000;

/**
 * Returns how far letters extend beyond the right and the lower edge, where a text that is too long continues. Large
 * ornamental letters that are rotated, translucent or clipped often extend beyond an edge on purpose, so they do not
 * count.
 */
export function cutLetters(elements: readonly SafeElement[], view: SafeSvg["viewBox"]): CutLetters {
  const found = { right: 0, bottom: 0, left: MAX_READ };
  for (const element of elements.toReversed()) find(element, IDENTITY, view, found);
  return { right: found.right, bottom: found.bottom };
}

interface Found {
  right: number;
  bottom: number;
  /** The number of characters that may still be read. */
  left: number;
}

const HIDING = ["clip-path", "mask", "filter", "opacity", "id"];

function find(element: SafeElement, around: SvgMatrix, view: SafeSvg["viewBox"], found: Found): void {
  const { name, attributes, children } = element;
  if (HIDING.some((key) => attributes.has(key) && attributes.get(key) !== "1")) return;
  const matrix = placedBy(around, attributes.get("transform"));
  if (matrix === undefined || matrix[1] !== 0 || matrix[2] !== 0) return;
  if (name === "g" || name === "svg") for (const child of children.toReversed()) find(child, matrix, view, found);
  if (name === "path") measure(attributes, matrix, view, found);
}

function measure(
  attributes: SafeElement["attributes"],
  [scaleX, , , scaleY, moveX, moveY]: SvgMatrix,
  view: SafeSvg["viewBox"],
  found: Found,
): void {
  const data = attributes.get("d") ?? "";
  const fill = attributes.get("fill");
  // The opacity of an element is the opacity of its fill.
  if (Number(attributes.get("fill-opacity") ?? 1) < ORNAMENT_OPACITY) return;
  // Only letters have curves and no arcs. Invisible letters belong to a background that text clips.
  if (fill === "none" || fill === "transparent" || !/[QC]/.test(data) || data.length > found.left) return;
  found.left -= data.length;
  for (const contour of contoursOf(data) ?? []) {
    const [width, height] = [(contour.right - contour.left) * scaleX, (contour.bottom - contour.top) * scaleY];
    const right = contour.right * scaleX + moveX - view.x - view.width;
    const bottom = contour.bottom * scaleY + moveY - view.y - view.height;
    if (right > TOLERANCE.pixels + TOLERANCE.share * width) found.right = Math.max(found.right, right);
    if (bottom > TOLERANCE.pixels + TOLERANCE.share * height) found.bottom = Math.max(found.bottom, bottom);
  }
}
