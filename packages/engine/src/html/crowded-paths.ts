/** Estimates the work of letters that are in the same rows of pixels. */
import type { SafeElement } from "../document/svg/safe-element.js";
import { type Contour, contoursOf } from "./path-contours.js";

/**
 * Microseconds of librsvg in sharp 0.35, for the square of the number of characters of path data in one line of text.
 */
const BESIDE_US = 8e-8;
/**
 * The same for the square of the number of pairs of these characters in the same place, where edges cross: 250, 500 and
 * 1,000 letters of 2,000 characters that are 0.05 pixels apart take 0.25, 1.5 and 9.5 s.
 */
const CROSSING_US = 2e-17;
/** A path up to this size takes at most 5 ms. */
const SMALL = 50_000;

interface Row {
  length: number;
  contours: number;
  /** The sum of the widths of all contours. */
  widths: number;
  left: number;
  right: number;
}

/**
 * Returns the processor time in microseconds that the paths of a drawing take because many letters are in the same rows
 * of pixels. Such paths are in clip paths, or their letters are on top of each other: all other paths are divided.
 */
export function crowdedWork(elements: readonly SafeElement[]): number {
  let work = 0;
  for (const { name, attributes, children } of elements) {
    const data = name === "path" ? (attributes.get("d") ?? "") : "";
    if (data.length > SMALL) work += workOf(contoursOf(data) ?? []);
    work += crowdedWork(children);
  }
  return work;
}

function workOf(contours: readonly Contour[]): number {
  let work = 0;
  for (const { length, contours: count, widths, left, right } of rowsOf(contours)) {
    const shared = right > left ? Math.min(1, widths / count / (right - left)) : 1;
    work += length ** 2 * BESIDE_US + (length ** 2 * shared) ** 2 * CROSSING_US;
  }
  return work;
}

/** Groups the contours into rows by their height in the path. */
function rowsOf(contours: readonly Contour[]): Iterable<Row> {
  const height = contours.reduce((sum, { top, bottom }) => sum + bottom - top, 0) / Math.max(1, contours.length);
  // Twice the mean height of a contour is about a line of text.
  const line = Math.max(2 * height, 1);
  const rows = new Map<number, Row>();
  for (const { data, left, right, top, bottom } of contours) {
    const at = Math.floor((top + bottom) / 2 / line);
    const row = rows.get(at) ?? { length: 0, contours: 0, widths: 0, left: Infinity, right: -Infinity };
    row.length += data.length;
    row.contours += 1;
    row.widths += right - left;
    row.left = Math.min(row.left, left);
    row.right = Math.max(row.right, right);
    rows.set(at, row);
  }
  return rows.values();
}
