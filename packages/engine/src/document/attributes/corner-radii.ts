/** The attributes of rounded corners. */
export interface RoundedCorners {
  /** The radius of each corner that has no radius of its own. */
  readonly border_radius: number;
  readonly border_top_left_radius?: number | undefined;
  readonly border_top_right_radius?: number | undefined;
  readonly border_bottom_right_radius?: number | undefined;
  readonly border_bottom_left_radius?: number | undefined;
}

/** The radii of the four corners of a box, clockwise from the top left. */
export type CornerRadii = readonly [number, number, number, number];

/** Returns the corner radii of a layer. They can be too large for its box. */
export function cornerRadii(corners: RoundedCorners): CornerRadii {
  const { border_radius: standard } = corners;
  return [
    corners.border_top_left_radius ?? standard,
    corners.border_top_right_radius ?? standard,
    corners.border_bottom_right_radius ?? standard,
    corners.border_bottom_left_radius ?? standard,
  ];
}

/** Returns whether a layer has a rounded corner. */
export function hasRoundedCorner(corners: RoundedCorners): boolean {
  return cornerRadii(corners).some((radius) => radius > 0);
}
