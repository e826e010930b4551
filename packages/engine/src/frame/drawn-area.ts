/** Finds the area that resvg must draw so that nothing visible is cut off. It can be larger than the picture. */
import { DRAWN_SIDES, GROUP_MARGIN_PX, GROUP_REACH_PX, sideForEmoji } from "../limits/rasterizer-area.js";
import type { Box, Fragment } from "../paint/fragment.js";
import { ISOLATED_GROUP, isGrouped } from "../paint/rotate.js";
import { areaOf, type DeviceGrid, type DeviceRect, wholeGrid } from "./device-grid.js";

/** The distance between a path and the edges of its drawing. */
const MARGIN_PX = 1;

/** resvg 0.45 draws areas that are longer than this in parts of this length. */
const PART_SIDE_PX = 8191;

/** The maximum number of pixels of an area that is enlarged because groups extend far beyond the picture. */
const MAX_PIXELS = 40_000_000;

const BLUR = /stdDeviation="([\d.]+)"/g;
const EMOJI = /<svg [^>]*width="([\d.]+)"/g;

/** One axis of a drawing, in pixels. */
interface Axis {
  /** The length of the picture along this axis, and along the other axis. */
  readonly side: number;
  readonly otherSide: number;
  /** The start and the end of the ink. */
  readonly start: number;
  readonly end: number;
  /** The distance by which a blur extends the ink. */
  readonly blur: number;
  /** The side of the largest emoji, or 0. */
  readonly emoji: number;
}

/**
 * Returns the area of the whole picture, or a larger one if that is too small for the blurs or emoji of a fragment.
 * resvg cuts off everything that is two picture sides away from the corner of the surrounding group, even pixels that a
 * blur reads. It aborts the process if the group of an emoji is that far away.
 */
export function drawnArea({ svg, bounds }: Fragment, grid: DeviceGrid): DeviceRect {
  const isRotated = svg.includes("rotate(");
  const [width, height] = axesOf(svg, bounds, grid).map((axis) => {
    if (!isGrouped(svg)) return axis.side;
    // A filter ends where its blur reaches the picture. A rotated filter ends at the box around that area, rotated
    // twice.
    const reach = axis.blur + 2 * GROUP_MARGIN_PX;
    const farthest = isRotated ? axis.otherSide / 2 + Math.SQRT2 * reach : reach;
    const start = Math.max(axis.start, axis.blur > 0 ? -farthest : 0);
    return Math.max(axis.side, sideForEmoji(axis.emoji, isRotated), sideFor({ ...axis, start }));
  });
  return { ...wholeGrid(grid), width: width ?? grid.width, height: height ?? grid.height };
}

/**
 * Returns the area on which paths of the whole picture are drawn, if none of them extends beyond its edges. The area
 * has a margin, because a path that ends at an edge can extend beyond it by a rounding error. The rasterizer would cut
 * the path there, and round it differently.
 */
export function areaOfPaths({ width, height }: DeviceGrid): DeviceRect {
  return { left: -MARGIN_PX, top: -MARGIN_PX, width: width + 2 * MARGIN_PX, height: height + 2 * MARGIN_PX };
}

/**
 * Returns the area on which a path that touches the given pixels is drawn. The path looks the same as on `areaOfPaths`.
 * The area has the same margin, and is divided at the same places: resvg draws large areas in parts.
 */
export function areaOfPath({ left, top, width, height }: DeviceRect): DeviceRect {
  const [fromLeft, fromTop] = [startOfPath(left, width), startOfPath(top, height)];
  const [right, bottom] = [left + width + MARGIN_PX, top + height + MARGIN_PX];
  return { left: fromLeft, top: fromTop, width: right - fromLeft, height: bottom - fromTop };
}

function startOfPath(start: number, length: number): number {
  const part = Math.floor((start + MARGIN_PX) / PART_SIDE_PX);
  const partStart = part * PART_SIDE_PX - MARGIN_PX;
  const isCut = start + length > partStart + PART_SIDE_PX;
  return isCut ? partStart : Math.max(partStart, start - MARGIN_PX);
}

/**
 * Returns the area of the group in which resvg clips drawings that touch the given pixels. It can start outside of the
 * picture.
 */
export function areaOfGroup({ left, top, width, height }: DeviceRect): DeviceRect {
  return {
    left: left - GROUP_REACH_PX,
    top: top - GROUP_REACH_PX,
    width: width + 2 * GROUP_REACH_PX,
    height: height + 2 * GROUP_REACH_PX,
  };
}

/**
 * Returns an area in which all groups of all parts of a picture can be drawn, however far they reach. Returns undefined
 * if the area would be too large.
 */
export function groupedArea(parts: readonly Fragment[], grid: DeviceGrid): DeviceRect | undefined {
  const areas = parts.map((part) => {
    const area = drawnArea(part, grid);
    const [width = 0, height = 0] = hasGroups(part.svg) ? axesOf(part.svg, part.bounds, grid).map(sideFor) : [];
    return { width: Math.max(area.width, width), height: Math.max(area.height, height) };
  });
  const whole = {
    ...wholeGrid(grid),
    width: Math.max(grid.width, ...areas.map(({ width }) => width)),
    height: Math.max(grid.height, ...areas.map(({ height }) => height)),
  };
  return areaOf(whole) > Math.max(MAX_PIXELS, areaOf(grid)) ? undefined : whole;
}

/** Returns whether there can be a group inside a group. resvg draws an image as a group. */
function hasGroups(svg: string): boolean {
  return (
    isGrouped(svg) || (svg.includes(ISOLATED_GROUP) && (!svg.startsWith(ISOLATED_GROUP) || svg.includes("<image")))
  );
}

function axesOf(svg: string, { x, y, ...box }: Box, { width, height, scaleX, scaleY }: DeviceGrid): [Axis, Axis] {
  const [deviation, emoji] = [largestOf(svg, BLUR), largestOf(svg, EMOJI)];
  // A Gaussian blur is visible up to three standard deviations.
  const axis = (start: number, length: number, scale: number) => ({
    start: start * scale,
    end: (start + length) * scale,
    blur: 3 * deviation * scale,
    emoji: emoji * scale,
  });
  return [
    { side: width, otherSide: height, ...axis(x, box.width, scaleX) },
    { side: height, otherSide: width, ...axis(y, box.height, scaleY) },
  ];
}

/** Returns the largest number that a pattern finds, or 0. */
function largestOf(svg: string, pattern: RegExp): number {
  return [...svg.matchAll(pattern)].reduce((most, [, number]) => Math.max(most, Number(number)), 0);
}

/**
 * Returns the smallest side of an area that contains everything from the corner of a group to the last pixel that a
 * blur reads.
 */
function sideFor({ start, end, side, blur }: Axis): number {
  return Math.ceil((Math.min(end, side + blur) - start + GROUP_MARGIN_PX) / DRAWN_SIDES);
}
