import type { Shadow } from "../document/attributes/shadow.js";

/**
 * The reach of a blur in blur radii: a Gaussian blur is visible up to three standard deviations, and a CSS blur radius
 * is two standard deviations (CSS Backgrounds 3, section 7.2).
 */
export const BLUR_REACH = 1.5;

/** Returns the distance in document pixels by which a shadow can extend beyond what casts it, besides its offset. */
export function shadowReach({ blur, spread }: Shadow): number {
  return blur * BLUR_REACH + Math.abs(spread) + 1;
}

/**
 * The distance in pixels by which a shadow can extend farther. It is cast by whole pixels, which move by parts of a
 * pixel. In small pictures, a pixel is many document pixels.
 */
export const SHADOW_MARGIN_PX = 2;
