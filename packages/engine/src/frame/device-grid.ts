/** Converts document pixels to whole pixels of a picture. */
import { pictureSize } from "../document/output.js";
import type { Box } from "../paint/fragment.js";

/** The size of a picture in pixels, and the size of a document pixel in pixels of the picture. */
export interface DeviceGrid {
  readonly width: number;
  readonly height: number;
  /** The requested scale, adjusted so that the picture has whole pixels. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** An area in whole pixels of the picture. */
export interface DeviceRect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the pixel grid of a document at a scale. */
export function deviceGrid(document: { width: number; height: number }, scale: number): DeviceGrid {
  const { width, height } = pictureSize(document, scale);
  return { width, height, scaleX: width / document.width, scaleY: height / document.height };
}

/** Returns the visible area of a document. */
export function viewOf({ width, height, scaleX, scaleY }: DeviceGrid): Box {
  return { x: 0, y: 0, width: width / scaleX, height: height / scaleY };
}

/** Returns the area of a whole grid. */
export function wholeGrid({ width, height }: DeviceGrid): DeviceRect {
  return { left: 0, top: 0, width, height };
}

/** Returns the pixels of the picture that a box touches, or undefined if it touches none. */
export function touchedPixels(grid: DeviceGrid, box: Box): DeviceRect | undefined {
  if (box.width <= 0 || box.height <= 0) return undefined;
  const left = Math.max(0, Math.floor(box.x * grid.scaleX));
  const top = Math.max(0, Math.floor(box.y * grid.scaleY));
  const right = Math.min(grid.width, Math.ceil((box.x + box.width) * grid.scaleX));
  const bottom = Math.min(grid.height, Math.ceil((box.y + box.height) * grid.scaleY));
  return right <= left || bottom <= top ? undefined : { left, top, width: right - left, height: bottom - top };
}

/**
 * Returns the box with each side moved to the nearest pixel edge. It has at least 1 × 1 pixel, and can be outside of
 * the picture.
 */
export function nearestPixels(grid: DeviceGrid, box: Box): DeviceRect {
  const left = Math.round(box.x * grid.scaleX);
  const top = Math.round(box.y * grid.scaleY);
  return {
    left,
    top,
    width: Math.max(1, Math.round((box.x + box.width) * grid.scaleX) - left),
    height: Math.max(1, Math.round((box.y + box.height) * grid.scaleY) - top),
  };
}

/** Returns an area of pixels as a box of the document. */
export function boxOfPixels(grid: DeviceGrid, { left, top, width, height }: DeviceRect): Box {
  return {
    x: left / grid.scaleX,
    y: top / grid.scaleY,
    width: width / grid.scaleX,
    height: height / grid.scaleY,
  };
}

/** Returns the intersection of two areas, or undefined if it is empty. */
export function overlap(one: DeviceRect, other: DeviceRect): DeviceRect | undefined {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return right <= left || bottom <= top ? undefined : { left, top, width: right - left, height: bottom - top };
}

/** Returns the smallest area around two areas. */
export function around(one: DeviceRect, other: DeviceRect): DeviceRect {
  const left = Math.min(one.left, other.left);
  const top = Math.min(one.top, other.top);
  const right = Math.max(one.left + one.width, other.left + other.width);
  const bottom = Math.max(one.top + one.height, other.top + other.height);
  return { left, top, width: right - left, height: bottom - top };
}

/** Returns an area with a margin. */
export function inflateRect({ left, top, width, height }: DeviceRect, margin: number): DeviceRect {
  return { left: left - margin, top: top - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** Returns the number of pixels of an area. */
export function areaOf({ width, height }: Pick<DeviceRect, "width" | "height">): number {
  return width * height;
}
