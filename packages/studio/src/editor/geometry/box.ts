/** Boxes of layers in document pixels. Angles are in degrees, clockwise around the center of the box. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An upright box. */
export interface Rectangle extends Point {
  readonly width: number;
  readonly height: number;
}

/** The box of a layer. It is rotated around its center. */
export interface Box extends Rectangle {
  readonly rotation: number;
}

export function centerOf({ x, y, width, height }: Rectangle): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Rotates a vector clockwise, as y points down. */
export function rotate({ x, y }: Point, degrees: number): Point {
  // Multiples of 90 degrees are exact, so that an upright box stays upright.
  const angle = ((degrees % 360) + 360) % 360;
  const exact = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[angle];
  const radians = (angle * Math.PI) / 180;
  const [cosine = 0, sine = 0] = exact ?? [Math.cos(radians), Math.sin(radians)];
  return { x: x * cosine - y * sine + 0, y: x * sine + y * cosine + 0 };
}

/** Rotates a point around another one. */
export function rotateAround(point: Point, center: Point, degrees: number): Point {
  const rotated = rotate({ x: point.x - center.x, y: point.y - center.y }, degrees);
  return { x: center.x + rotated.x, y: center.y + rotated.y };
}

/** Returns the corners of a box: top left, top right, bottom right, bottom left of its upright form. */
export function cornersOf(box: Box): readonly Point[] {
  const { x, y, width, height, rotation } = box;
  const center = centerOf(box);
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ].map((corner) => rotateAround(corner, center, rotation));
}

/** Returns the smallest upright box around all boxes, or undefined if there are none. */
export function boundsOf(boxes: readonly Box[]): Rectangle | undefined {
  const corners = boxes.flatMap(cornersOf);
  if (corners.length === 0) return undefined;
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Returns whether a point is in a box, or outside of it by at most the tolerance. */
export function containsPoint(box: Box, point: Point, tolerance = 0): boolean {
  const { x, y } = rotateAround(point, centerOf(box), -box.rotation);
  return (
    x >= box.x - tolerance &&
    x <= box.x + box.width + tolerance &&
    y >= box.y - tolerance &&
    y <= box.y + box.height + tolerance
  );
}

/** Returns whether a box touches an upright rectangle. */
export function touches(box: Box, rectangle: Rectangle): boolean {
  const corners = cornersOf(box);
  const around = cornersOf({ ...rectangle, rotation: 0 });
  // Two convex shapes are apart exactly if an axis along one of their sides separates them.
  return [0, 90, box.rotation, box.rotation + 90].every((degrees) => {
    const axis = rotate({ x: 1, y: 0 }, degrees);
    const along = (points: readonly Point[]): readonly number[] => points.map(({ x, y }) => x * axis.x + y * axis.y);
    const [first, second] = [along(corners), along(around)];
    return Math.max(...first) >= Math.min(...second) && Math.max(...second) >= Math.min(...first);
  });
}

/** Returns the rectangle between two corners. */
export function between(first: Point, second: Point): Rectangle {
  return {
    x: Math.min(first.x, second.x),
    y: Math.min(first.y, second.y),
    width: Math.abs(first.x - second.x),
    height: Math.abs(first.y - second.y),
  };
}
