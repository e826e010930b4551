/** What the rasterizer needs to draw groups whole. Its area can be larger than the picture, so the estimate counts it. */

/** How much resvg 0.45 draws of a group, to the right and to the bottom of its corner, in pictures. */
export const DRAWN_SIDES = 2;

/** resvg makes each group larger by this in each direction, for its antialiasing. */
export const GROUP_REACH_PX = 2;

/** A group can be in a group. */
export const GROUP_MARGIN_PX = 2 * GROUP_REACH_PX;

/** The side of an emoji in em. */
export const EMOJI_SIDE = 1.1;

/**
 * How far the content of an emoji reaches from its first to its last pixel, in sides, rounded up. It is cut at the emoji's own
 * box, but the rasterizer makes a group as large as the content. Of 4,090 drawings, 📦 reaches the farthest: 7.17 sides.
 */
const EMOJI_REACH = 7.5;

/** With both sides of this length, an area has 32 megapixels. */
const MAX_SIDE_PX = 5700;

/** The least side of an area that draws emoji whole. `emoji` is the side of the largest one, or 0. All are pixels. */
export function sideForEmoji(emoji: number, isTurned: boolean): number {
  if (emoji === 0) return 0;
  const reach = emoji * EMOJI_REACH * (isTurned ? Math.SQRT2 : 1);
  return Math.min(MAX_SIDE_PX, Math.ceil((reach + GROUP_MARGIN_PX) / DRAWN_SIDES));
}

/**
 * The most that the side of an area has for a turned blur. All are pixels. Such a filter ends at the box around the picture,
 * turned twice, so on a long and narrow picture it is half as high as the picture is long.
 */
export function mostSideForTurnedBlur(side: number, otherSide: number, blur: number): number {
  const farthest = otherSide / 2 + Math.SQRT2 * (blur + 2 * GROUP_MARGIN_PX);
  return Math.max(side, Math.ceil((side + blur + farthest + GROUP_MARGIN_PX) / DRAWN_SIDES));
}
