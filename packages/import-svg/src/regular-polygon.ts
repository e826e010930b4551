/** Recognizes rectangles, regular polygons and stars by their corners. */
import {
  boxAround,
  type Box,
  type Matrix,
  multiply,
  type Point,
  rotation,
  transformPoint,
  translation,
} from "./matrix.js";

/** The distance by which a corner can miss its exact position, as a share of the shape's size. */
const TOLERANCE = 0.005;
const MAX_SIDES = 60;

/** Returns the box of four corners that form a rectangle, and the transform from the box's coordinates. */
export function rectangleOf(points: readonly Point[]): { readonly box: Box; readonly matrix: Matrix } | undefined {
  const [first, second, third, fourth] = points;
  if (points.length !== 4 || !first || !second || !third || !fourth) return undefined;
  const [along, across] = [difference(second, first), difference(fourth, first)];
  const [width, height] = [Math.hypot(along.x, along.y), Math.hypot(across.x, across.y)];
  const opposite = { x: first.x + along.x + across.x, y: first.y + along.y + across.y };
  const size = Math.max(width, height);
  if (!(Math.min(width, height) > 0) || distance(opposite, third) > TOLERANCE * size) return undefined;
  if (Math.abs(along.x * across.x + along.y * across.y) > TOLERANCE * width * height) return undefined;
  if (isUpright(along) && isUpright(across)) return { box: boxAround(points), matrix: [1, 0, 0, 1, 0, 0] };
  const isClockwise = along.x * across.y - along.y * across.x > 0;
  const edge = isClockwise ? along : across;
  const matrix = multiply(translation(first.x, first.y), rotation((Math.atan2(edge.y, edge.x) * 180) / Math.PI));
  const [w, h] = isClockwise ? [width, height] : [height, width];
  return { box: { x: 0, y: 0, width: w, height: h }, matrix };
}

/** A regular polygon or star as a `polygon` layer shows it. */
export interface RegularPolygon extends Box {
  readonly sides: number;
  /** The inner radius of a star as a share of the outer one. */
  readonly innerRadius: number | undefined;
  readonly rotation: number;
}

/** Returns the layer of a regular polygon or star with these corners, or undefined if it is neither. */
export function regularPolygonOf(points: readonly Point[]): RegularPolygon | undefined {
  const count = points.length;
  const center = {
    x: points.reduce((sum, { x }) => sum + x, 0) / count,
    y: points.reduce((sum, { y }) => sum + y, 0) / count,
  };
  const radii = points.map((point) => distance(point, center));
  const [outer, inner] = [Math.max(...radii), Math.min(...radii)];
  const isStar = inner < outer * (1 - 2 * TOLERANCE);
  const sides = isStar ? count / 2 : count;
  if (count < 3 || !Number.isInteger(sides) || sides < 3 || sides > MAX_SIDES) return undefined;
  const start = radii.indexOf(outer);
  const direction = windingOf(points, center);
  const first = points[start] ?? center;
  const angle = Math.atan2(first.x - center.x, center.y - first.y);
  for (let index = 0; index < count; index++) {
    const radius = isStar && index % 2 === 1 ? inner : outer;
    const at = angle + (direction * index * 2 * Math.PI) / count;
    const expected = { x: center.x + radius * Math.sin(at), y: center.y - radius * Math.cos(at) };
    if (distance(points[(start + index) % count] ?? center, expected) > TOLERANCE * outer) return undefined;
  }
  return place(sides, isStar ? inner / outer : undefined, outer, center, angle);
}

/** Finds the box of the upright polygon, and rotates it to its place. Layers rotate around the center of their box. */
function place(
  sides: number,
  innerRadius: number | undefined,
  radius: number,
  center: Point,
  angle: number,
): RegularPolygon {
  const step = (2 * Math.PI) / sides;
  const corners = Array.from({ length: sides }, (_, index) => index * step).flatMap((at) => [
    { x: radius * Math.sin(at), y: -radius * Math.cos(at) },
    ...(innerRadius === undefined
      ? []
      : [{ x: radius * innerRadius * Math.sin(at + step / 2), y: -radius * innerRadius * Math.cos(at + step / 2) }]),
  ]);
  const box = boxAround(corners);
  // A polygon looks the same after a rotation by one corner, so the smallest such rotation is enough.
  const turn = angle - Math.round(angle / step) * step;
  const degrees = Math.abs(turn) < 1e-3 ? 0 : (turn * 180) / Math.PI;
  const offset = transformPoint(rotation(degrees), { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  return {
    sides,
    innerRadius,
    rotation: degrees,
    x: center.x + offset.x - box.width / 2,
    y: center.y + offset.y - box.height / 2,
    width: box.width,
    height: box.height,
  };
}

/** Returns 1 for corners in clockwise order, else -1. */
function windingOf(points: readonly Point[], center: Point): number {
  const [first = center, second = center] = points;
  return (first.x - center.x) * (second.y - center.y) - (first.y - center.y) * (second.x - center.x) > 0 ? 1 : -1;
}

function isUpright({ x, y }: Point): boolean {
  return Math.min(Math.abs(x), Math.abs(y)) < 1e-4 * Math.max(Math.abs(x), Math.abs(y));
}

function difference(one: Point, other: Point): Point {
  return { x: one.x - other.x, y: one.y - other.y };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
