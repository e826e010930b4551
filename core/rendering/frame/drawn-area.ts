/** The area that resvg must draw so that nothing visible is cut off. It can be larger than the picture. */
import type { Box, Fragment } from "../paint/fragment.js";
import { APART, isGrouped } from "../paint/turn.js";
import { areaOf, type DeviceGrid, type DeviceRect, wholeGrid } from "./device-grid.js";

/**
 * How far the content of an emoji reaches from its first to its last pixel, in sides. It is cut at the emoji's own box, but the
 * rasterizer makes the group as large as the content. Of 4,090 drawings, all but eight reach 0.54 beyond their box at most.
 */
const EMOJI_REACH = 2.1;

/** The least side of an area for an emoji that the picture is too small for, and the most, which is 32 megapixels. */
const EMOJI_SIDE_PX = { least: 3600, most: 5700 } as const;

/** How much resvg 0.45 draws of a group, to the right and to the bottom of its corner, in pictures. */
const DRAWN_SIDES = 2;

/** resvg makes each group two pixels larger for its antialiasing, and a group can be in a group. */
const GROUP_MARGIN_PX = 4;

/** resvg 0.45 draws areas that are longer than this in parts of this length. */
const PART_SIDE_PX = 8191;

/** The largest area for a picture whose groups reach far, in pixels. */
const MAX_PIXELS = 40_000_000;

const BLUR = /stdDeviation="([\d.]+)"/g;
const EMOJI = /<svg [^>]*width="([\d.]+)"/g;

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
  /** The side of the largest emoji, or 0. */
  readonly emoji: number;
}

/**
 * The area of the whole picture, or a larger one if that is too small for the blurs or emoji of a fragment. resvg cuts off
 * what is two pictures away from the corner of the group around, also from the ground that a blur reads, and aborts the
 * process if a group of an emoji is there.
 */
export function drawnArea({ svg, bounds }: Fragment, grid: DeviceGrid): DeviceRect {
  const isTurned = svg.includes("rotate(");
  const [width, height] = axesOf(svg, bounds, grid).map((axis) => {
    if (!isGrouped(svg)) return axis.side;
    // A filter ends where its blur reaches the picture. A turned one ends at the box around that, turned twice.
    const reach = axis.blur + 2 * GROUP_MARGIN_PX;
    const farthest = isTurned ? axis.otherSide / 2 + Math.SQRT2 * reach : reach;
    const start = Math.max(axis.start, axis.blur > 0 ? -farthest : 0);
    return Math.max(axis.side, sideForEmoji(axis, isTurned), sideFor({ ...axis, start }));
  });
  return { ...wholeGrid(grid), width: width ?? grid.width, height: height ?? grid.height };
}

/**
 * An area that is cut where the whole picture is cut. resvg draws large pictures in parts, and rounds a curve that the edge of
 * a part cuts in another way.
 */
export function withCuts({ left, top, width, height }: DeviceRect): DeviceRect {
  const [fromLeft, fromTop] = [startWithCuts(left, width), startWithCuts(top, height)];
  return { left: fromLeft, top: fromTop, width: left + width - fromLeft, height: top + height - fromTop };
}

function startWithCuts(start: number, length: number): number {
  const part = Math.floor(start / PART_SIDE_PX);
  const isCut = Math.floor((start + length - 1) / PART_SIDE_PX) > part;
  return isCut ? part * PART_SIDE_PX : start;
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

/** The largest number that a pattern finds, or 0. */
function largestOf(svg: string, pattern: RegExp): number {
  return [...svg.matchAll(pattern)].reduce((most, [, number]) => Math.max(most, Number(number)), 0);
}

/** The least side of an area that draws everything from the corner of a group to the end of what a blur reads. */
function sideFor({ start, end, side, blur }: Axis): number {
  return Math.ceil((Math.min(end, side + blur) - start + GROUP_MARGIN_PX) / DRAWN_SIDES);
}

/** The side of an area that draws all groups of the largest emoji, or 0 if each area does. */
function sideForEmoji({ emoji, side }: Axis, isTurned: boolean): number {
  const reach = emoji * EMOJI_REACH * (isTurned ? Math.SQRT2 : 1);
  const least = Math.ceil((reach + GROUP_MARGIN_PX) / DRAWN_SIDES);
  return emoji === 0 || least <= side ? 0 : Math.min(EMOJI_SIDE_PX.most, Math.max(EMOJI_SIDE_PX.least, least));
}
