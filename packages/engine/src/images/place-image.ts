/** Computes the geometry of fitting an image into a box. */
import type { ImageSpec } from "../paint/image-spec.js";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

export interface Placement {
  /** The visible part of the source, in source pixels. */
  readonly crop: Rectangle;
  /** The place of that part in the box, in document pixels. */
  readonly rectangle: Rectangle;
}

type Focus = Pick<ImageSpec, "fit" | "focus_x" | "focus_y">;

/** Places a source of a size in a box. The focus is the point that stays visible if the source is cropped. */
export function placeImage(source: Size, box: Size, { fit, focus_x, focus_y }: Focus): Placement {
  const whole = { left: 0, top: 0, ...source };
  const shown = {
    width: Math.min(source.width, box.width),
    height: Math.min(source.height, box.height),
  };
  switch (fit) {
    case "fill":
      return { crop: whole, rectangle: { left: 0, top: 0, ...box } };
    case "contain": {
      const size = scaled(source, Math.min(box.width / source.width, box.height / source.height));
      return { crop: whole, rectangle: within(box, size, focus_x, focus_y) };
    }
    case "cover": {
      const size = scaled(box, 1 / Math.max(box.width / source.width, box.height / source.height));
      return { crop: around(source, size, focus_x, focus_y), rectangle: { left: 0, top: 0, ...box } };
    }
    case "none":
      return { crop: around(source, shown, focus_x, focus_y), rectangle: within(box, shown, focus_x, focus_y) };
  }
}

/** Returns the crop in whole source pixels. It is never empty and never outside of the source. */
export function wholePixels(crop: Rectangle, source: Size): Rectangle {
  const left = Math.min(Math.round(crop.left), source.width - 1);
  const top = Math.min(Math.round(crop.top), source.height - 1);
  return {
    left,
    top,
    width: Math.min(Math.max(1, Math.round(crop.width)), source.width - left),
    height: Math.min(Math.max(1, Math.round(crop.height)), source.height - top),
  };
}

function scaled({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

/** Places a smaller area in a larger one. The focus divides the free space as CSS `object-position` does. */
function within(outer: Size, inner: Size, focusX: number, focusY: number): Rectangle {
  return { left: (outer.width - inner.width) * focusX, top: (outer.height - inner.height) * focusY, ...inner };
}

/** Returns a crop with the focus in its center, moved so that it is inside the source. */
function around(source: Size, size: Size, focusX: number, focusY: number): Rectangle {
  const start = (whole: number, part: number, focus: number) =>
    Math.min(Math.max(whole * focus - part / 2, 0), Math.max(0, whole - part));
  return { left: start(source.width, size.width, focusX), top: start(source.height, size.height, focusY), ...size };
}
