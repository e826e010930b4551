/** Writes regular polygons and stars as SVG path data. */
import type { Box } from "./fragment.js";
import type { Outline } from "./outline.js";
import { num } from "./svg.js";

/** The attributes of a regular polygon or star. */
export interface PolygonShape {
  readonly sides: number;
  /** The inner radius as a share of the outer one. Without it, the shape has no inner corners. */
  readonly inner_radius?: number | undefined;
  readonly corner_radius: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Corner {
  /** The distance from the center. */
  readonly distance: number;
  /** The direction in radians, clockwise from the top. */
  readonly angle: number;
  /** The cotangent of half the angle inside the shape. It is negative if the corner points inwards. */
  readonly cotangent: number;
}

/**
 * A regular polygon or star. All sides have the same length, and their lines have the same distance from the center.
 */
interface Polygon {
  readonly center: Point;
  /** The corners in clockwise order. Outer and inner corners of a star alternate. */
  readonly corners: readonly Corner[];
  readonly sideLength: number;
  /** The distance between the line of a side and the center. */
  readonly apothem: number;
}

/**
 * Returns the outline of a regular polygon or star. With an inset, all sides move inwards by the same distance, which
 * makes a smaller copy of the polygon. The arc of a rounded corner keeps its center: the radius shrinks by the inset if
 * the corner points outwards, and grows if it points inwards. So a border has the same width everywhere.
 */
export function polygonOutline(shape: PolygonShape): Outline {
  return {
    path: (box, inset = 0) => {
      const polygon = polygonIn(box, shape);
      const radius = Math.min(shape.corner_radius, maxCornerRadius(polygon));
      const radiusOf = ({ cotangent }: Corner) => {
        if (cotangent >= 0) return Math.max(0, radius - inset);
        return radius > 0 ? radius + inset : 0;
      };
      const scale = 1 - inset / polygon.apothem;
      const inner = polygon.corners.find(({ cotangent }) => cotangent < 0);
      if (inner !== undefined && tangentOf(inner, radiusOf(inner)) > polygon.sideLength * scale) {
        return innerArcsPath(polygon, inner, radius, inset);
      }
      return scale > 0 ? roundedPath(scaled(polygon, scale), radiusOf) : "";
    },
    bounds: (box) => boundsOf(polygonIn(box, shape)),
  };
}

/** Returns the largest polygon that fits in the box, in the middle of the box. */
function polygonIn(box: Box, { sides, inner_radius }: PolygonShape): Polygon {
  const step = (2 * Math.PI) / sides;
  const corners = Array.from({ length: sides }, (_, index) => index * step).flatMap((angle) => [
    { distance: 1, angle },
    ...(inner_radius === undefined ? [] : [{ distance: inner_radius, angle: angle + step / 2 }]),
  ]);
  const points = corners.map((corner) => pointAt(corner));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const radius = Math.min(box.width / (right - left), box.height / (bottom - top));
  const [first = ORIGIN, second = ORIGIN] = points;
  const sideLength = Math.hypot(second.x - first.x, second.y - first.y);
  const cross = first.x * second.y - first.y * second.x;
  const dot = first.x * second.x + first.y * second.y;
  const unit: Polygon = {
    center: {
      x: box.x + (box.width - radius * (left + right)) / 2,
      y: box.y + (box.height - radius * (top + bottom)) / 2,
    },
    corners: corners.map((corner) => ({ ...corner, cotangent: (corner.distance ** 2 - dot) / cross })),
    sideLength,
    apothem: cross / sideLength,
  };
  return scaled(unit, radius);
}

/** Returns the box around the corners of a polygon. */
function boundsOf({ corners, center }: Polygon): Box {
  const points = corners.map((corner) => pointAt(corner, center));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const ORIGIN: Point = { x: 0, y: 0 };

/** Scales the polygon from its center. */
function scaled(polygon: Polygon, factor: number): Polygon {
  return {
    ...polygon,
    corners: polygon.corners.map((corner) => ({ ...corner, distance: corner.distance * factor })),
    sideLength: polygon.sideLength * factor,
    apothem: polygon.apothem * factor,
  };
}

function pointAt({ distance, angle }: Pick<Corner, "distance" | "angle">, center = ORIGIN): Point {
  return { x: center.x + distance * Math.sin(angle), y: center.y - distance * Math.cos(angle) };
}

/** Returns the length of each side that an arc with a radius replaces at a corner. */
function tangentOf({ cotangent }: Corner, radius: number): number {
  return radius * Math.abs(cotangent);
}

/** Returns the largest radius whose arcs at both ends of a side do not overlap. */
function maxCornerRadius({ corners, sideLength }: Polygon): number {
  const [start = 0, end = 0] = corners.map((corner) => tangentOf(corner, 1));
  return sideLength / (start + end);
}

/** Returns the path of a polygon with an arc of the given radius at each corner. */
function roundedPath({ corners, center, sideLength }: Polygon, radiusOf: (corner: Corner) => number): string {
  const points = corners.map((corner) => pointAt(corner, center));
  const parts = corners.map((corner, index) => {
    const point = points[index] ?? center;
    const share = tangentOf(corner, radiusOf(corner)) / sideLength;
    if (share === 0) return at(point);
    const from = between(point, points.at(index - 1) ?? center, share);
    const to = between(point, points[(index + 1) % points.length] ?? center, share);
    return at(from) + arc(from, point, to, 2 * Math.atan(Math.abs(corner.cotangent)));
  });
  return `M${parts.join("L")}Z`;
}

/**
 * Returns the path of a star with rounded corners and an inset so large that nothing of its sides remains. The
 * remaining shape is between the arcs of the inner corners. The arcs meet on the lines between the center and the
 * points of the star.
 */
function innerArcsPath({ corners, center }: Polygon, inner: Corner, radius: number, inset: number): string {
  const arcRadius = radius + inset;
  const arcCenter = inner.distance + radius * Math.hypot(1, inner.cotangent);
  if (arcRadius >= arcCenter) return "";
  const step = (2 * Math.PI) / corners.length;
  const meeting = arcCenter * Math.cos(step) - Math.sqrt(arcRadius ** 2 - (arcCenter * Math.sin(step)) ** 2);
  const turn = Math.asin((meeting * Math.sin(step)) / arcRadius);
  const tangents = arcCenter - arcRadius / Math.cos(turn);
  const arcs = corners
    .filter(({ cotangent }) => cotangent < 0)
    .map(({ angle }) => {
      const from = pointAt({ distance: meeting, angle: angle - step }, center);
      const to = pointAt({ distance: meeting, angle: angle + step }, center);
      return at(from) + arc(from, pointAt({ distance: tangents, angle }, center), to, 2 * turn);
    });
  return `M${arcs.join("L")}Z`;
}

/** The largest angle in radians for one Bézier curve. Its error is then below 0.03 % of the radius. */
const MAX_CURVE = Math.PI / 2;

/** Returns an arc of a circle with an angle, between two points whose tangents meet in a third point. */
function arc(from: Point, tangents: Point, to: Point, angle: number): string {
  const half = Math.tan(angle / 4) / Math.tan(angle / 2);
  const [start, end] = [between(from, tangents, half), between(to, tangents, half)];
  if (angle > MAX_CURVE) {
    const middle = between(start, end, 0.5);
    return arc(from, start, middle, angle / 2) + arc(middle, end, to, angle / 2);
  }
  const [first, second] = [between(from, start, 4 / 3), between(to, end, 4 / 3)];
  return `C${at(first)} ${at(second)} ${at(to)}`;
}

function between(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function at({ x, y }: Point): string {
  return `${num(x)} ${num(y)}`;
}
