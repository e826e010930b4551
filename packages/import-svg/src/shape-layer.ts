/** Turns plain shapes into layers. */
import { gradientOf } from "./gradients.js";
import { type Layer, type LayerPiece, placeOf, round } from "./layer.js";
import {
  type Box,
  frameOf,
  inflate,
  invert,
  type Matrix,
  multiply,
  placeBox,
  type PlacedBox,
  scaleOf,
  transformBox,
  transformPoint,
} from "./matrix.js";
import type { Outline } from "./outlines.js";
import { colorText, type Paint, paintOf } from "./paint.js";
import { lengthOf } from "./read-values.js";
import { rectangleOf, regularPolygonOf } from "./regular-polygon.js";
import type { Source } from "./source.js";
import type { Style } from "./style.js";

/** A shape with its place and paint. */
export interface Shape {
  readonly outline: Outline;
  readonly matrix: Matrix;
  readonly style: Style;
  readonly label: string | undefined;
}

interface Stroke {
  readonly width: number;
  readonly paint: Paint;
}

const NO_STROKE: Stroke = { width: 0, paint: { kind: "none" } };

/** Returns the stroke of a shape in its own coordinates. */
export function strokeOf(style: Style, source: Source): Stroke {
  const paint = paintOf(style, "stroke", source);
  const width = lengthOf(style.get("stroke-width") ?? "1") ?? 0;
  return paint.kind === "none" || width <= 0 ? NO_STROKE : { width, paint };
}

/** Returns the layer of a shape, or undefined if no layer except a drawing looks like the shape. */
export function shapeLayer(shape: Shape, source: Source): LayerPiece | undefined {
  const { outline, style } = shape;
  const stroke = strokeOf(style, source);
  if (stroke.width > 0 && (style.get("stroke-dasharray") ?? "none") !== "none") return undefined;
  if (outline.kind === "line") return lineLayer(shape, outline, stroke);
  const fill = paintOf(style, "fill", source);
  if (outline.kind === "polygon") return polygonLayer(shape, outline.points, fill, stroke, source);
  return outline.kind === "path" ? undefined : boxLayer(shape, outline, fill, stroke, source);
}

function boxLayer(
  { matrix, label }: Shape,
  outline: Extract<Outline, { kind: "box" | "ellipse" }>,
  fill: Paint,
  stroke: Stroke,
  source: Source,
): LayerPiece | undefined {
  const { box, kind, radiusX, radiusY } = outline;
  const inner = placeBox(matrix, box);
  const placed = placeBox(matrix, inflate(box, stroke.width / 2));
  if (placed === undefined || inner === undefined) return undefined;
  const scale = scaleOf(matrix);
  const isUniform = Math.abs(inner.width / (box.width * scale) - 1) < 0.01;
  const isRound = kind === "box" && radiusX > 0;
  if (!isUniform && (stroke.width > 0 || isRound)) return undefined;
  if (isRound && Math.abs(radiusX / radiusY - 1) > 0.02) return undefined;
  const border = borderOf(stroke, fill, scale);
  const filled = fillOf(fill, box, matrix, placed, source);
  if (border === undefined || filled === undefined) return undefined;
  const corner = isRound ? round((radiusX + stroke.width / 2) * scale) : 0;
  return piece({
    type: kind === "box" ? "rectangle" : "ellipse",
    label: label ?? (kind === "box" ? "rectangle" : "ellipse"),
    ...placeOf(kind === "box" || stroke.width > 0 || isTurned(placed) ? placed : { ...placed, rotation: 0 }),
    ...filled,
    ...border,
    ...(corner > 0 && { border_radius: corner }),
  });
}

/** An ellipse whose sides are equal looks the same at every rotation, unless it has a gradient. */
function isTurned({ width, height }: PlacedBox): boolean {
  return Math.abs(width / height - 1) > 1e-6;
}

function polygonLayer(
  shape: Shape,
  points: Extract<Outline, { kind: "polygon" }>["points"],
  fill: Paint,
  stroke: Stroke,
  source: Source,
): LayerPiece | undefined {
  const rectangle = rectangleOf(points);
  if (rectangle !== undefined) {
    const matrix = multiply(shape.matrix, rectangle.matrix);
    // A path can be open. The corner at its ends is then not joined.
    if (stroke.width > 0 && shape.style.get("points") === undefined) return undefined;
    const outline = { kind: "box", box: rectangle.box, radiusX: 0, radiusY: 0 } as const;
    return boxLayer({ ...shape, matrix }, outline, fill, stroke, source);
  }
  if (stroke.width > 0 || fill.kind !== "color") return undefined;
  const polygon = regularPolygonOf(points.map((point) => transformPoint(shape.matrix, point)));
  if (polygon === undefined) return undefined;
  const { sides, innerRadius } = polygon;
  return piece({
    type: "polygon",
    label: shape.label ?? (innerRadius === undefined ? "polygon" : "star"),
    ...placeOf(polygon),
    sides,
    ...(innerRadius !== undefined && { inner_radius: round(innerRadius, 4) }),
    background_color: colorText(fill.color),
  });
}

function lineLayer(
  { matrix, style, label }: Shape,
  { from, to }: Extract<Outline, { kind: "line" }>,
  stroke: Stroke,
): LayerPiece | undefined {
  const [start, end] = [transformPoint(matrix, from), transformPoint(matrix, to)];
  if (stroke.paint.kind !== "color" || placeBox(matrix, { x: 0, y: 0, width: 1, height: 1 }) === undefined)
    return undefined;
  const thickness = stroke.width * scaleOf(matrix);
  const cap = style.get("stroke-linecap") ?? "butt";
  const length = Math.hypot(end.x - start.x, end.y - start.y) + (cap === "butt" ? 0 : thickness);
  if (!(length > 0)) return undefined;
  const degrees = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const box = {
    x: (start.x + end.x - length) / 2,
    y: (start.y + end.y - thickness) / 2,
    width: length,
    height: thickness,
    rotation: Math.abs(degrees) % 180 < 0.01 ? 0 : degrees,
  };
  const color = colorText(stroke.paint.color);
  const common = { label: label ?? "line", ...placeOf(box) };
  if (cap !== "round") return piece({ type: "line", ...common, color });
  // A line layer has no round ends.
  return piece({ type: "rectangle", ...common, background_color: color, border_radius: round(thickness / 2) });
}

/** Returns the border for a stroke, which is half inside and half outside of the shape. */
function borderOf({ width, paint }: Stroke, fill: Paint, scale: number): Record<string, unknown> | undefined {
  if (width === 0) return {};
  if (paint.kind !== "color") return undefined;
  // The fill is visible beneath the inner half of a translucent stroke.
  if (paint.color.alpha < 1 && fill.kind !== "none") return undefined;
  return { border_width: round(width * scale), border_color: colorText(paint.color) };
}

/** Returns the attributes of a fill, or undefined if no attribute can express it. */
export function fillOf(
  fill: Paint,
  shape: Box,
  matrix: Matrix,
  placed: PlacedBox,
  source: Source,
): Record<string, unknown> | undefined {
  switch (fill.kind) {
    case "none":
      return {};
    case "color":
      return { background_color: colorText(fill.color) };
    case "gradient": {
      const toLayer = multiply(invert(frameOf(placed)), matrix);
      const gradient = gradientOf(fill.element, fill.opacity, { shape, toLayer, size: placed }, source);
      return gradient && { background_gradient: gradient };
    }
    default:
      return undefined;
  }
}

/** Returns a layer with its bounds. */
export function piece(layer: Layer): LayerPiece {
  const { rotation = 0 } = layer;
  const bounds = transformBox(frameOf({ ...layer, rotation }), {
    x: 0,
    y: 0,
    width: layer.width,
    height: layer.height,
  });
  return { kind: "layer", layer, bounds };
}
