/**
 * The area that the rasterizer needs to draw groups completely. It can be larger than the picture, so the estimate
 * counts it.
 */

/** resvg 0.45 draws this many picture sides of a group, to the right of its corner and below it. */
export const DRAWN_SIDES = 2;

/** resvg enlarges each group by this in each direction, for antialiasing. */
export const GROUP_REACH_PX = 2;

/** The margin of a group inside a group. */
export const GROUP_MARGIN_PX = 2 * GROUP_REACH_PX;

/** The side of an emoji in em. */
export const EMOJI_SIDE = 1.1;

/**
 * The distance from the first to the last pixel of an emoji's content, in sides of the emoji, rounded up. The content
 * is cut at the emoji's own box, but the rasterizer makes a group as large as the content. Of 4,090 drawings, 📦 extends
 * the farthest: 7.17 sides.
 */
const EMOJI_REACH = 7.5;

/** The longest side of an area. With both sides of this length, an area has 32 megapixels. */
const MAX_SIDE_PX = 5700;

/**
 * Returns the smallest side of an area that draws emoji completely. `emoji` is the side of the largest one, or 0. All
 * lengths are in pixels.
 */
export function sideForEmoji(emoji: number, isRotated: boolean): number {
  if (emoji === 0) return 0;
  const reach = emoji * EMOJI_REACH * (isRotated ? Math.SQRT2 : 1);
  return Math.min(MAX_SIDE_PX, Math.ceil((reach + GROUP_MARGIN_PX) / DRAWN_SIDES));
}

/**
 * Returns the longest side that an area can have for a rotated blur. All lengths are in pixels. Such a filter ends at
 * the box around the picture, rotated twice. So on a long and narrow picture, it is half as high as the picture is
 * long.
 */
export function maxSideForRotatedBlur(side: number, otherSide: number, blur: number): number {
  const farthest = otherSide / 2 + Math.SQRT2 * (blur + 2 * GROUP_MARGIN_PX);
  return Math.max(side, Math.ceil((side + blur + farthest + GROUP_MARGIN_PX) / DRAWN_SIDES));
}
