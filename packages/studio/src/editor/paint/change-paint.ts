/** Changes the attributes of a layer when a handle of its gradient or its shadow is moved by the pointer or by keys. */
import type { EditedLayer } from "../document/edited-document.js";
import type { Point } from "../geometry/box.js";
import {
  gradientOf,
  type GradientStop,
  type LayerGradient,
  type LayerShadow,
  type RadialGradient,
  shadowOf,
} from "./layer-paint.js";
import { gradientLine, type PaintGrip, type Size } from "./paint-places.js";

type Attributes = Readonly<Record<string, unknown>>;

/** A movement of the pointer between two places of the upright box. */
export interface PaintDrag {
  readonly from: Point;
  readonly to: Point;
  /** With Shift, angles are in steps, and a shadow moves along one axis. */
  readonly shift: boolean;
}

/** The limits of the contract. */
export const LIMITS = {
  angle: [0, 359],
  stop: [0, 1],
  center: [0, 1],
  radius: [0.01, 4],
  offset: [-1000, 1000],
  blur: [0, 200],
} as const satisfies Record<PaintGrip["kind"], readonly [number, number]>;

const ANGLE_STEP = 15;
/** An arrow key moves a handle by this share, and by ten times as much with Shift. */
const KEY_STEP = 0.01;

/** Returns the attributes of the layer after a drag, or none if it does not have what the handle changes. */
export function dragPaint(layer: EditedLayer, size: Size, grip: PaintGrip, drag: PaintDrag): Attributes {
  const delta = { x: drag.to.x - drag.from.x, y: drag.to.y - drag.from.y };
  const shadow = shadowOf(layer);
  if (grip.kind === "offset") return shadow === undefined ? {} : withOffset(layer, shadow, delta, drag.shift);
  if (grip.kind === "blur") return shadow === undefined ? {} : withBlur(layer, shadow, delta.x);
  const found = gradientOf(layer);
  if (found === undefined) return {};
  const { gradient } = found;
  if (grip.kind === "angle") {
    const middle = { x: size.width / 2, y: size.height / 2 };
    const rotatedBy = angleFrom(middle, drag.to) - angleFrom(middle, drag.from);
    return withAngle(found, rotatedBy, drag.shift ? ANGLE_STEP : 1);
  }
  if (grip.kind === "center") return withCenter(found, { x: delta.x / size.width, y: delta.y / size.height });
  const { start, end } = gradientLine(gradient, size);
  const [x, y] = [end.x - start.x, end.y - start.y];
  const share = (delta.x * x + delta.y * y) / Math.max(1e-9, x * x + y * y);
  if (grip.kind === "stop") return withStop(found, grip.index, share);
  // The line is as long as the radius, so a share of it is the same share of the radius.
  return withRadius(found, share * radiusOf(found));
}

/** Returns the attributes of the layer after an arrow key. Right and up increase the value, unless it is a place. */
export function stepPaint(layer: EditedLayer, grip: PaintGrip, { x, y }: Point, isLarge: boolean): Attributes {
  const times = isLarge ? 10 : 1;
  const more = x - y;
  const shadow = shadowOf(layer);
  if (grip.kind === "offset") {
    return shadow === undefined ? {} : withOffset(layer, shadow, { x: x * times, y: y * times }, false);
  }
  if (grip.kind === "blur") return shadow === undefined ? {} : withBlur(layer, shadow, more * times);
  const found = gradientOf(layer);
  if (found === undefined) return {};
  const step = KEY_STEP * times;
  if (grip.kind === "center") return withCenter(found, { x: x * step, y: y * step });
  if (grip.kind === "stop") return withStop(found, grip.index, more * step);
  if (grip.kind === "radius") return withRadius(found, more * step);
  return withAngle(found, more * (isLarge ? ANGLE_STEP : 1), isLarge ? ANGLE_STEP : 1);
}

/** Returns the value of a handle. The value of a center or an offset has two numbers. */
export function paintValue(layer: EditedLayer, grip: PaintGrip): number | Point {
  const shadow = shadowOf(layer);
  const { gradient } = gradientOf(layer) ?? {};
  if (grip.kind === "offset") return { x: shadow?.x ?? 0, y: shadow?.y ?? 0 };
  if (grip.kind === "blur") return shadow?.blur ?? 0;
  if (grip.kind === "stop") return gradient?.stops[grip.index]?.position ?? 0;
  if (gradient?.type === "linear-gradient") return wrapped(gradient.angle ?? 180);
  if (grip.kind === "radius") return gradient?.radius ?? 1;
  return { x: gradient?.center_x ?? 0.5, y: gradient?.center_y ?? 0.5 };
}

function withAngle({ attribute, gradient }: LayerGradient, rotatedBy: number, step: number): Attributes {
  if (gradient.type !== "linear-gradient") return {};
  const angle = wrapped(Math.round(((gradient.angle ?? 180) + rotatedBy) / step) * step);
  return { [attribute]: { ...gradient, angle } };
}

/** A stop stays between its neighbors, so that the handle under the pointer keeps its color. */
function withStop({ attribute, gradient }: LayerGradient, index: number, by: number): Attributes {
  const { stops } = gradient;
  const stop = stops[index];
  if (stop === undefined) return {};
  const [least, most] = [stops[index - 1]?.position ?? 0, stops[index + 1]?.position ?? 1];
  const position = clamp(hundredth(stop.position + by), [least, most]);
  const changed: readonly GradientStop[] = stops.with(index, { ...stop, position });
  return { [attribute]: { ...gradient, stops: changed } };
}

function withCenter({ attribute, gradient }: LayerGradient, by: Point): Attributes {
  if (gradient.type !== "radial-gradient") return {};
  const { center_x: x = 0.5, center_y: y = 0.5 } = gradient;
  const center_x = clamp(hundredth(x + by.x), LIMITS.center);
  return { [attribute]: { ...gradient, center_x, center_y: clamp(hundredth(y + by.y), LIMITS.center) } };
}

function withRadius({ attribute, gradient }: LayerGradient, by: number): Attributes {
  if (gradient.type !== "radial-gradient") return {};
  return {
    [attribute]: { ...gradient, radius: clamp(hundredth(radiusOf({ attribute, gradient }) + by), LIMITS.radius) },
  };
}

function radiusOf({ gradient }: LayerGradient): number {
  return (gradient as RadialGradient).radius ?? 1;
}

function withOffset(layer: EditedLayer, { isInList, x, y }: LayerShadow, by: Point, isStraight: boolean): Attributes {
  const isAcross = Math.abs(by.x) >= Math.abs(by.y);
  const moved = {
    x: clamp(Math.round(x + (isStraight && !isAcross ? 0 : by.x)), LIMITS.offset),
    y: clamp(Math.round(y + (isStraight && isAcross ? 0 : by.y)), LIMITS.offset),
  };
  return isInList ? inList(layer, moved) : { shadow_x: moved.x, shadow_y: moved.y };
}

function withBlur(layer: EditedLayer, { isInList, blur: before }: LayerShadow, by: number): Attributes {
  const blur = clamp(Math.round(before + by), LIMITS.blur);
  return isInList ? inList(layer, { blur }) : { shadow_blur: blur };
}

function inList(layer: EditedLayer, values: Attributes): Attributes {
  const [first, ...others] = layer["shadows"] as readonly Attributes[];
  return { shadows: [{ ...first, ...values }, ...others] };
}

/** The direction from one point to another: 0 is up, 90 to the right. */
function angleFrom(center: Point, { x, y }: Point): number {
  return (Math.atan2(x - center.x, center.y - y) * 180) / Math.PI;
}

function wrapped(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100 + 0;
}

function clamp(value: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, value)) + 0;
}
