/** Which part of the document the canvas shows, and how large. Points of the canvas are in CSS pixels. */
import type { Point, Rectangle } from "../../../editor/geometry/box.js";

export interface View {
  /** CSS pixels per document pixel. */
  readonly scale: number;
  /** Where the document's top left corner is on the canvas. */
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The width of a ruler in CSS pixels. */
export const RULER_PX = 18;
const MIN_SCALE = 0.02;
const MAX_SCALE = 32;
/** The room around a document that fits. */
const MARGIN_PX = 40;

export function toDocument({ scale, x, y }: View, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}

export function toScreen({ scale, x, y }: View, point: Point): Point {
  return { x: point.x * scale + x, y: point.y * scale + y };
}

/** Shows all of a rectangle of the document, in the middle. By default, it is never enlarged above its true pixels. */
export function fitView(canvas: Size, shown: Rectangle, largest = 1): View {
  const margin = Math.min(MARGIN_PX, canvas.width / 10);
  const room = { width: canvas.width - 2 * margin, height: canvas.height - 2 * margin };
  const scale = clampScale(Math.min(largest, room.width / shown.width, room.height / shown.height));
  return {
    scale,
    x: Math.round((canvas.width - shown.width * scale) / 2 - shown.x * scale),
    y: Math.round((canvas.height - shown.height * scale) / 2 - shown.y * scale),
  };
}

/** Zooms so that the point of the document under the pointer stays there. */
export function zoomAt(view: View, scale: number, pointer: Point): View {
  const next = clampScale(scale);
  const fixed = toDocument(view, pointer);
  return { scale: next, x: pointer.x - fixed.x * next, y: pointer.y - fixed.y * next };
}

export function panBy(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

function clampScale(scale: number): number {
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}
