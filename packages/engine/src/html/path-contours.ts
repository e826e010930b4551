/** Reads the contours of path data that a layout engine writes. */
import { END, NUMBER, NumberScanner } from "../document/svg/number-scanner.js";

/** A closed line of a path, and the box around its points. A curve never leaves the box around its control points. */
export interface Contour {
  readonly data: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The commands that are followed by points in absolute coordinates, by character code. */
const POINTS = new Set(["M", "L", "Q", "C", "T", "S"].map((letter) => letter.charCodeAt(0)));
const CLOSE = "Z".charCodeAt(0);

/**
 * Returns the contours of path data in order. Returns undefined if it has commands other than those of letters, which
 * are absolute and followed by points.
 */
export function contoursOf(data: string): readonly Contour[] | undefined {
  const contours: Contour[] = [];
  let start = data.indexOf("M");
  if (start === -1 || data.slice(0, start).trim() !== "") return undefined;
  while (start !== -1) {
    const next = data.indexOf("M", start + 1);
    const contour = measured(data.slice(start, next === -1 ? undefined : next));
    if (contour === undefined) return undefined;
    contours.push(contour);
    start = next;
  }
  return contours;
}

function measured(data: string): Contour | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const scanner = new NumberScanner(data);
  let isX = true;
  for (let found = scanner.next(); found !== END; found = scanner.next()) {
    if (found !== NUMBER) {
      if (!POINTS.has(found) && found !== CLOSE) return undefined;
      isX = true;
      continue;
    }
    const { value } = scanner;
    if (isX) {
      if (value < left) left = value;
      if (value > right) right = value;
    } else {
      if (value < top) top = value;
      if (value > bottom) bottom = value;
    }
    isX = !isX;
  }
  return { data, left, top, right, bottom };
}
