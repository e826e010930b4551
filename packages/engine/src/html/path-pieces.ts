/** Divides the path of a text between letters. */
import type { Contour } from "./path-contours.js";

/**
 * The number of characters of path data at which a path is divided. The rasterizer's time grows with the square of the
 * edges in a row of pixels: 2 ms for a path of this size in one line of text, and 11 s for a path of 12 million
 * characters. A path of this size is divided where letters do not touch. A path of twice this size is also divided
 * between letters that touch.
 */
export const MAX_PATH_LENGTH = 150_000;
const TOUCHING_PIECE = 2 * MAX_PATH_LENGTH;
/** Letters that are this many pixels apart do not share a pixel. */
const LETTER_GAP_PX = 1;
/** The largest number of contours that can belong to the same letter. */
const MAX_LETTER_CONTOURS = 500;

/** Divides contours into pieces that look the same as all contours together. */
export function piecesOf(contours: readonly Contour[]): string[] {
  const pieces: string[] = [];
  let [piece, length, touched, contained] = [[] as string[], 0, -1, -1];
  for (const [index, contour] of contours.entries()) {
    const reach = reachOf(contours, index, contour);
    touched = Math.max(touched, reach.touched);
    contained = Math.max(contained, reach.contained);
    piece.push(contour.data);
    length += contour.data.length;
    const isDivided = length >= MAX_PATH_LENGTH && touched <= index;
    if (!isDivided && !(length >= TOUCHING_PIECE && contained <= index)) continue;
    pieces.push(piece.join(""));
    [piece, length] = [[], 0];
  }
  if (piece.length > 0) pieces.push(piece.join(""));
  return pieces;
}

/**
 * Returns the indexes of two contours: the last one that a contour touches, and the last one that it contains or that
 * contains it. The second one can be a hole of the letter, which must stay in the same path.
 */
function reachOf(contours: readonly Contour[], index: number, one: Contour) {
  let [touched, contained] = [index, index];
  const end = Math.min(contours.length, index + MAX_LETTER_CONTOURS);
  for (let other = index + 1; other < end; other++) {
    const next = contours[other];
    if (next === undefined || !isTouching(one, next)) continue;
    touched = other;
    if (isInside(one, next) || isInside(next, one)) contained = other;
  }
  return { touched, contained };
}

function isTouching(one: Contour, other: Contour): boolean {
  return (
    one.left - LETTER_GAP_PX < other.right &&
    other.left - LETTER_GAP_PX < one.right &&
    one.top - LETTER_GAP_PX < other.bottom &&
    other.top - LETTER_GAP_PX < one.bottom
  );
}

function isInside(inner: Contour, outer: Contour): boolean {
  return (
    inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
  );
}
