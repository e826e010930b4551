import type { Estimate } from "./estimate.js";

/** The maximum processor time that a render may take. A request whose estimate is higher is refused. */
export const MAX_RENDER_CPU_MS = 10_000;

/**
 * The maximum memory that one render may take, in addition to the process with full caches. With this limit, all
 * processes of a function stay below 1,600 MB.
 */
export const MAX_RENDER_MEMORY_BYTES = 1_150_000_000;

/**
 * The maximum number of pixels on which one blur is drawn. The rasterizer has about five buffers of that size at a
 * time, so a larger blur would not leave enough memory for the picture.
 */
export const MAX_FILTER_PIXELS = 16_000_000;

/**
 * A render that takes at least this long waits in the queue for heavy renders, so that it does not delay simple ones.
 */
export const HEAVY_RENDER_CPU_MS = 3_000;

/** Returns whether a render belongs in the queue for heavy renders. */
export function isHeavy({ cpuMs }: Pick<Estimate, "cpuMs">): boolean {
  return cpuMs >= HEAVY_RENDER_CPU_MS;
}
