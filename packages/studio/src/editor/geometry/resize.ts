/** Resizing a box by one of its eight handles, and rotating it. */
import { type Box, centerOf, type Point, rotate } from "./box.js";

/** A handle: which side it moves, horizontally and vertically. 0 leaves that side where it is. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** The handles in reading order of their places. */
export const HANDLES: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: -1, y: 1 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

/** How keys change a resize. */
export interface ResizeManner {
  /** Width and height keep their ratio. */
  readonly keepsAspect?: boolean;
  /** The center stays, in place of the opposite side. */
  readonly fromCenter?: boolean;
}

/** The smallest side of a box in document pixels. */
const MIN_SIDE_PX = 1;

/**
 * Resizes a box.
 * @param delta how far the pointer has moved, in document pixels, not rotated with the box
 */
export function resizeBox(box: Box, handle: Handle, delta: Point, manner: ResizeManner = {}): Box {
  const { keepsAspect = false, fromCenter = false } = manner;
  const local = rotate(delta, -box.rotation);
  const growth = fromCenter ? 2 : 1;
  let width = Math.max(MIN_SIDE_PX, box.width + handle.x * local.x * growth);
  let height = Math.max(MIN_SIDE_PX, box.height + handle.y * local.y * growth);
  if (keepsAspect) {
    const [across, along] = [width / box.width, height / box.height];
    const factor =
      handle.x === 0 ? along : handle.y === 0 ? across : Math.abs(across - 1) > Math.abs(along - 1) ? across : along;
    const smallest = Math.max(MIN_SIDE_PX / box.width, MIN_SIDE_PX / box.height);
    const used = Math.max(factor, smallest);
    [width, height] = [box.width * used, box.height * used];
  }
  // The center moves by half of the growth towards the handle, along the sides of the box.
  const toward = fromCenter
    ? { x: 0, y: 0 }
    : { x: (handle.x * (width - box.width)) / 2, y: (handle.y * (height - box.height)) / 2 };
  const moved = rotate(toward, box.rotation);
  const center = centerOf(box);
  return {
    x: center.x + moved.x - width / 2,
    y: center.y + moved.y - height / 2,
    width,
    height,
    rotation: box.rotation,
  };
}

/**
 * Returns the rotation of a box whose rotation handle is at a point.
 * @param stepDegrees rounds to whole steps, for example 15. 0 rounds to whole degrees
 */
export function rotationAt(box: Box, pointer: Point, stepDegrees = 0): number {
  const center = centerOf(box);
  // The handle is above the box, so straight up is not a rotation.
  const degrees = (Math.atan2(pointer.x - center.x, center.y - pointer.y) * 180) / Math.PI;
  const step = stepDegrees === 0 ? 1 : stepDegrees;
  const whole = Math.round(degrees / step) * step;
  return whole <= -180 ? whole + 360 : whole + 0;
}
