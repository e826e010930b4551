/** Pieces of SVG with their bounds, which painting passes to rasterizing. */
import type { Color } from "../document/attributes/color.js";

/** An area in document pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A piece of SVG in document coordinates, with all definitions that it refers to. The ids of the definitions derive
 * from their content.
 */
export interface Fragment {
  readonly svg: string;
  /**
   * The area of everything that is drawn, including shadows, strokes and rotation. It can be too large, but never too
   * small.
   */
  readonly bounds: Box;
  /** The opacity of the fragment as a whole. @default 1 */
  readonly opacity?: number;
  /** The color of a fragment that is one opaque color on all of its bounds. The bounds do not exceed the document. */
  readonly ground?: Color | undefined;
}

/** A fragment that draws nothing. */
export const EMPTY_FRAGMENT: Fragment = { svg: "", bounds: { x: 0, y: 0, width: 0, height: 0 } };

/**
 * Returns the box with every side moved outwards. A negative amount moves the sides inwards, at most until they meet.
 */
export function inflate({ x, y, width, height }: Box, amount: number): Box {
  const inwards = Math.max(amount, -Math.min(width, height) / 2);
  return { x: x - inwards, y: y - inwards, width: width + 2 * inwards, height: height + 2 * inwards };
}

/** Returns the box moved by an offset. */
export function shift(box: Box, byX: number, byY: number): Box {
  return { ...box, x: box.x + byX, y: box.y + byY };
}

/** Returns the smallest box around all boxes that are not empty. */
export function unite(boxes: readonly Box[]): Box {
  const filled = boxes.filter(({ width, height }) => width > 0 && height > 0);
  if (filled.length === 0) return EMPTY_FRAGMENT.bounds;
  const x = Math.min(...filled.map((box) => box.x));
  const y = Math.min(...filled.map((box) => box.y));
  const right = Math.max(...filled.map((box) => box.x + box.width));
  const bottom = Math.max(...filled.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns the area that two boxes share. It is empty if they share none. */
export function intersection(one: Box, other: Box): Box {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const right = Math.min(one.x + one.width, other.x + other.width);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Returns whether two boxes share an area. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Returns whether a box contains another box. */
export function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Returns the center of a box. */
export function centerOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the box around a box that is rotated around a point, clockwise, in degrees. */
export function rotatedBounds(box: Box, degrees: number, about: { x: number; y: number }): Box {
  if (degrees === 0) return box;
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const middle = centerOf(box);
  const [fromX, fromY] = [middle.x - about.x, middle.y - about.y];
  const width = Math.abs(box.width * cosine) + Math.abs(box.height * sine);
  const height = Math.abs(box.width * sine) + Math.abs(box.height * cosine);
  return {
    x: about.x + fromX * cosine - fromY * sine - width / 2,
    y: about.y + fromX * sine + fromY * cosine - height / 2,
    width,
    height,
  };
}
