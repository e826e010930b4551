/** The area that resvg must draw so that nothing visible is cut off. It can be larger than the picture. */
import type { Box, Fragment } from "../paint/fragment.js";
import { APART, isGrouped } from "../paint/turn.js";
import { areaOf, type DeviceGrid, type DeviceRect, wholeGrid } from "./device-grid.js";

/**
 * A third of the farthest that an emoji can reach: the side of the largest one, which has a font size of 2,000 pixels at
 * scale 4, and the reach of the largest blur.
 */
const SAFE_SIDE_PX = 3600;

/** How much resvg 0.45 draws of a group, to the right and to the bottom of its corner, in pictures. */
const DRAWN_SIDES = 2;

/** resvg makes each group two pixels larger for its antialiasing, and a group can be in a group. */
const GROUP_MARGIN_PX = 4;

/** The largest area for a picture whose groups reach far, in pixels. */
const MAX_PIXELS = 40_000_000;

const BLUR = /stdDeviation="([\d.]+)"/g;

/** One axis of a drawing, in pixels. */
interface Axis {
  /** The side of the picture, and its other side. */
  readonly side: number;
  readonly otherSide: number;
  /** Where the ink starts and ends. */
  readonly start: number;
  readonly end: number;
  /** How far a blur carries the ink. */
  readonly blur: number;
}

/**
 * The area of the whole picture, or a larger one if that is too small for the blurs or emoji of a fragment. resvg cuts off
 * what is two pictures away, also from the ground that a blur reads, and aborts the process if the content of a nested SVG
 * is there.
 */
export function drawnArea({ svg, bounds }: Fragment, grid: DeviceGrid): DeviceRect {
  const least = hasFarEmoji(svg, bounds, grid) ? SAFE_SIDE_PX : 0;
  const isTurned = svg.includes("rotate(");
  const [width, height] = axesOf(svg, bounds, grid).map((axis) => {
    if (!isGrouped(svg)) return Math.max(axis.side, least);
    // A filter ends where its blur reaches the picture. A turned one ends at the box around that, turned twice.
    const reach = axis.blur + 2 * GROUP_MARGIN_PX;
    const farthest = isTurned ? axis.otherSide / 2 + Math.SQRT2 * reach : reach;
    return Math.max(axis.side, least, sideFor({ ...axis, start: Math.max(axis.start, axis.blur > 0 ? -farthest : 0) }));
  });
  return { ...wholeGrid(grid), width: width ?? grid.width, height: height ?? grid.height };
}

/** An area in which all groups of all parts of a picture can be drawn, however far they reach. */
export function groupedArea(parts: readonly Fragment[], grid: DeviceGrid): DeviceRect {
  const areas = parts.map((part) => {
    const area = drawnArea(part, grid);
    const [width = 0, height = 0] = hasGroups(part.svg) ? axesOf(part.svg, part.bounds, grid).map(sideFor) : [];
    const larger = { ...area, width: Math.max(area.width, width), height: Math.max(area.height, height) };
    return areaOf(larger) > MAX_PIXELS ? area : larger;
  });
  return {
    ...wholeGrid(grid),
    width: Math.max(grid.width, ...areas.map(({ width }) => width)),
    height: Math.max(grid.height, ...areas.map(({ height }) => height)),
  };
}

/** Whether there can be a group inside a group. */
function hasGroups(svg: string): boolean {
  return isGrouped(svg) || (svg.includes(APART) && !svg.startsWith(APART));
}

function axesOf(svg: string, { x, y, ...box }: Box, { width, height, scaleX, scaleY }: DeviceGrid): [Axis, Axis] {
  const largest = [...svg.matchAll(BLUR)].reduce((most, [, deviation]) => Math.max(most, Number(deviation)), 0);
  // A Gaussian blur is visible up to three standard deviations.
  const axis = (start: number, length: number, scale: number) => ({
    start: start * scale,
    end: (start + length) * scale,
    blur: 3 * largest * scale,
  });
  return [
    { side: width, otherSide: height, ...axis(x, box.width, scaleX) },
    { side: height, otherSide: width, ...axis(y, box.height, scaleY) },
  ];
}

/** The least side of an area that draws everything from the corner of a group to the end of what a blur reads. */
function sideFor({ start, end, side, blur }: Axis): number {
  return Math.ceil((Math.min(end, side + blur) - start + GROUP_MARGIN_PX) / DRAWN_SIDES);
}

function hasFarEmoji(svg: string, { x, y, width, height }: Box, grid: DeviceGrid): boolean {
  const beyondX = Math.max(-x, x + width) * grid.scaleX - grid.width;
  const beyondY = Math.max(-y, y + height) * grid.scaleY - grid.height;
  return svg.includes("<svg") && (beyondX >= grid.width || beyondY >= grid.height);
}
