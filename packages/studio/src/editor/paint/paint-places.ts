/**
 * Where the handles of a gradient and of a shadow are. Places are in document pixels from the top left corner of the upright
 * box, so that they are right for rotated layers, too.
 */
import type { EditedLayer } from "../document/edited-document.js";
import { type Box, centerOf, type Point, rotateAround } from "../geometry/box.js";
import { HANDLES } from "../geometry/resize.js";
import { gradientOf, type LinearGradient, type RadialGradient, shadowOf } from "./layer-paint.js";

/** The attribute that a handle changes. */
export type PaintGrip =
  | { readonly kind: "angle" | "center" | "radius" | "offset" | "blur" }
  | { readonly kind: "stop"; readonly index: number };

/** A handle, and the place that a thin line connects it with. */
export interface PaintHandle {
  readonly grip: PaintGrip;
  readonly at: Point;
  readonly from: Point;
  /** The color of a stop. */
  readonly color?: string;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The line along which a gradient changes its color. */
export interface PaintLine {
  readonly start: Point;
  readonly end: Point;
}

/**
 * Where stops can be, in CSS pixels beside their line, from the first choice to the last. At the ends of the line, they
 * would cover the handles that resize.
 */
const BESIDE_PX = [24, -24, 34, -34, 44, -44, 54, -54, 64, -64];
/** Where the handle of an angle or of a radius can be, before the end of its line. */
const BEFORE_END_PX = [28, 40, 52, 64, 76, 88];
/** The handles that resize need this much room around their center: they cover the others, and a finger is large. */
const CLEAR_PX = 20;
/** The handle of a small circle is outside of it, so that it does not cover the handle of the center. */
const MIN_REACH_PX = 28;
/** The handle of the blur is this far outside of its circle, so that it can be grabbed even without a blur. */
const OUTSIDE_PX = 22;

/** Returns where a shadow begins: a quarter from the left and below the middle, where gradients rarely have handles. */
export function shadowOrigin({ width, height }: Size): Point {
  return { x: width / 4, y: (height * 3) / 4 };
}

/** Returns the line of a gradient across a box: through it if it is linear, else from its center to its last color. */
export function gradientLine(gradient: LinearGradient | RadialGradient, { width, height }: Size): PaintLine {
  if (gradient.type === "linear-gradient") {
    const radians = ((gradient.angle ?? 180) * Math.PI) / 180;
    const [x, y] = [Math.sin(radians), -Math.cos(radians)];
    const half = (Math.abs(width * x) + Math.abs(height * y)) / 2;
    const middle = { x: width / 2, y: height / 2 };
    return {
      start: { x: middle.x - x * half, y: middle.y - y * half },
      end: { x: middle.x + x * half, y: middle.y + y * half },
    };
  }
  const { center_x: across = 0.5, center_y: down = 0.5, radius = 1 } = gradient;
  const start = { x: width * across, y: height * down };
  const corner = { x: across > 0.5 ? 0 : width, y: down > 0.5 ? 0 : height };
  return { start, end: along(start, corner, radius) };
}

/** Returns the handles of a layer. The view has `scale` CSS pixels for each document pixel. */
export function paintHandles(layer: EditedLayer, size: Size, scale: number): readonly PaintHandle[] {
  return [...gradientHandles(layer, size, scale), ...shadowHandles(layer, size, scale)];
}

function gradientHandles(layer: EditedLayer, size: Size, scale: number): readonly PaintHandle[] {
  const { gradient } = gradientOf(layer) ?? {};
  if (gradient === undefined) return [];
  const { start, end } = gradientLine(gradient, size);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const unit = length === 0 ? { x: 1, y: 0 } : { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const stops = gradient.stops.map(({ color, position }, index): PaintHandle => {
    const from = along(start, end, position);
    const choices = BESIDE_PX.map((beside) => ({
      x: from.x - (unit.y * beside) / scale,
      y: from.y + (unit.x * beside) / scale,
    }));
    const at = clearOne(choices, size, scale);
    return { grip: { kind: "stop", index }, at, from, color };
  });
  const reaches = BEFORE_END_PX.map((before) => Math.max(length - before / scale, MIN_REACH_PX / scale));
  const places = reaches.map((reach) => ({ x: start.x + unit.x * reach, y: start.y + unit.y * reach }));
  const at = clearOne(places, size, scale);
  if (gradient.type === "linear-gradient") return [...stops, { grip: { kind: "angle" }, at, from: at }];
  return [...stops, { grip: { kind: "center" }, at: start, from: start }, { grip: { kind: "radius" }, at, from: at }];
}

/** Returns the first place that is clear of all handles that resize, or else simply the first one. */
function clearOne(places: readonly Point[], { width, height }: Size, scale: number): Point {
  const resizing = HANDLES.map(({ x, y }) => ({ x: ((x + 1) * width) / 2, y: ((y + 1) * height) / 2 }));
  const isClear = (place: Point): boolean =>
    resizing.every(({ x, y }) => Math.hypot(place.x - x, place.y - y) * scale >= CLEAR_PX);
  return places.find(isClear) ?? places[0] ?? { x: 0, y: 0 };
}

function shadowHandles(layer: EditedLayer, size: Size, scale: number): readonly PaintHandle[] {
  const shadow = shadowOf(layer);
  if (shadow === undefined) return [];
  const from = shadowOrigin(size);
  const at = { x: from.x + shadow.x, y: from.y + shadow.y };
  const outside = { x: at.x + shadow.blur + OUTSIDE_PX / scale, y: at.y };
  return [
    { grip: { kind: "offset" }, at, from },
    { grip: { kind: "blur" }, at: outside, from: at },
  ];
}

/** Converts a place in the upright box to a place on the canvas. */
export function fromBox(box: Box, { x, y }: Point): Point {
  return rotateAround({ x: box.x + x, y: box.y + y }, centerOf(box), box.rotation);
}

/** Converts a place on the canvas to a place in the upright box. This is the reverse of {@link fromBox}. */
export function intoBox(box: Box, point: Point): Point {
  const upright = rotateAround(point, centerOf(box), -box.rotation);
  return { x: upright.x - box.x, y: upright.y - box.y };
}

function along(start: Point, end: Point, share: number): Point {
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}
