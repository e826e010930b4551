/** The one currency between painting and rasterizing: pieces of SVG that know where their ink lies. */

/** An area in document pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A piece of SVG in document coordinates with all definitions that it refers to, under ids derived from their content.
 * All its ink lies within the bounds, shadows, strokes and rotation included; they may be generous, never tight.
 */
export interface Fragment {
  readonly svg: string;
  readonly bounds: Box;
  /** How much of it is laid down, once all of it is drawn; 1 if it is left out. */
  readonly opacity?: number;
}

/** A fragment without ink. */
export const NO_INK: Fragment = { svg: "", bounds: { x: 0, y: 0, width: 0, height: 0 } };

/** The box with every side moved outwards; a negative amount moves them inwards, at most until they meet. */
export function inflate({ x, y, width, height }: Box, amount: number): Box {
  const inwards = Math.max(amount, -Math.min(width, height) / 2);
  return { x: x - inwards, y: y - inwards, width: width + 2 * inwards, height: height + 2 * inwards };
}

/** The box moved by an offset. */
export function shift(box: Box, byX: number, byY: number): Box {
  return { ...box, x: box.x + byX, y: box.y + byY };
}

/** The smallest box around all that are not empty. */
export function unite(boxes: readonly Box[]): Box {
  const inked = boxes.filter(({ width, height }) => width > 0 && height > 0);
  if (inked.length === 0) return NO_INK.bounds;
  const x = Math.min(...inked.map((box) => box.x));
  const y = Math.min(...inked.map((box) => box.y));
  const right = Math.max(...inked.map((box) => box.x + box.width));
  const bottom = Math.max(...inked.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether two boxes share an area. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The middle of a box. */
export function centreOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The box around a box that is turned about a point, clockwise, in degrees. */
export function turnedBounds(box: Box, degrees: number, about: { x: number; y: number }): Box {
  if (degrees === 0) return box;
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const middle = centreOf(box);
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
