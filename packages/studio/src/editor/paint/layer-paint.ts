/** The gradient and the shadow of a layer that handles on the canvas can change, and the gradient of the background. */
import type { EditedDocument, EditedLayer } from "../document/edited-document.js";
import { setAttributes, setDocument } from "../document/operations.js";

export interface GradientStop {
  readonly color: string;
  /** From 0 to 1, never before the stop above it in the list. */
  readonly position: number;
}

/** A gradient in the direction of its angle: 0 points up, 90 to the right. */
export interface LinearGradient {
  readonly type: "linear-gradient";
  /** @default 180 */
  readonly angle?: number;
  readonly stops: readonly GradientStop[];
}

/** A circle around a point of the box. At radius 1, its last stop is at the farthest corner. */
export interface RadialGradient {
  readonly type: "radial-gradient";
  /** In widths of the box. @default 0.5 */
  readonly center_x?: number;
  /** In heights of the box. @default 0.5 */
  readonly center_y?: number;
  /** @default 1 */
  readonly radius?: number;
  readonly stops: readonly GradientStop[];
}

/** A gradient, and the attribute of the layer that has it. */
export interface LayerGradient {
  readonly attribute: "text_gradient" | "background_gradient";
  readonly gradient: LinearGradient | RadialGradient;
}

/** The shadow of `shadow_color`, or the first one of the list. Lengths are in document pixels. */
export interface LayerShadow {
  readonly isInList: boolean;
  readonly x: number;
  readonly y: number;
  readonly blur: number;
}

/**
 * Returns the gradient that handles change. If a text has two gradients, it is the gradient of the letters, because the
 * lines of both gradients would cover each other.
 */
export function gradientOf(layer: EditedLayer): LayerGradient | undefined {
  for (const attribute of ["text_gradient", "background_gradient"] as const) {
    const gradient = layer[attribute];
    if (isGradient(gradient)) return { attribute, gradient };
  }
  return undefined;
}

/**
 * Returns the shadow that handles change: the one on top. Up to eight shadows begin at the same place, so their handles
 * would cover each other.
 */
export function shadowOf(layer: EditedLayer): LayerShadow | undefined {
  const color = layer["shadow_color"];
  if (typeof color === "string" && color !== "transparent") {
    return lengthsOf(layer["shadow_x"], layer["shadow_y"], layer["shadow_blur"], false);
  }
  const list = layer["shadows"];
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (!isObject(first)) return undefined;
  return lengthsOf(first["x"], first["y"], first["blur"], true);
}

/** No layer has this ID. */
const GROUND = "";

/** Returns the background of a document as a layer, if it is a gradient. It then has the same handles as a layer. */
export function groundLayer({ background }: EditedDocument): EditedLayer | undefined {
  return isGradient(background) ? { id: GROUND, type: "rectangle", background_gradient: background } : undefined;
}

export function isGround({ id }: EditedLayer): boolean {
  return id === GROUND;
}

/** Sets attributes of a layer, or of the background that {@link groundLayer} returned. */
export function setPaint(
  document: EditedDocument,
  layer: EditedLayer,
  attributes: Readonly<Record<string, unknown>>,
): EditedDocument {
  if (!isGround(layer)) return setAttributes(document, [layer.id], attributes);
  const { background_gradient: background = document["background"] } = attributes;
  return setDocument(document, { background });
}

function lengthsOf(x: unknown, y: unknown, blur: unknown, isInList: boolean): LayerShadow | undefined {
  // Handles do not change values that are bound to data.
  if (!isLength(x) || !isLength(y) || !isLength(blur)) return undefined;
  return { isInList, x: x ?? 0, y: y ?? 0, blur: blur ?? 0 };
}

function isGradient(value: unknown): value is LinearGradient | RadialGradient {
  if (!isObject(value)) return false;
  const { type, stops, angle, center_x, center_y, radius } = value;
  return (
    (type === "linear-gradient" || type === "radial-gradient") &&
    [angle, center_x, center_y, radius].every(isLength) &&
    Array.isArray(stops) &&
    stops.length >= 2 &&
    (stops as readonly unknown[]).every(isStop)
  );
}

function isStop(value: unknown): boolean {
  return isObject(value) && typeof value["color"] === "string" && typeof value["position"] === "number";
}

function isLength(value: unknown): value is number | undefined {
  return value === undefined || typeof value === "number";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
