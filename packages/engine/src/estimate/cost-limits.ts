import type { Estimate } from "./estimate.js";

/** The most processor time that a render may take. A request whose estimate is higher is refused. */
export const MAX_RENDER_CPU_MS = 10_000;

/**
 * The most memory that one render may take, besides the process with full caches. All processes of a function stay below
 * 1,600 MB with it.
 */
export const MAX_RENDER_MEMORY_BYTES = 1_150_000_000;

/**
 * The most pixels on which one blur is drawn. The rasterizer has about five buffers of that size at a time, so a larger
 * one would not leave enough memory for the picture.
 */
export const MAX_FILTER_PIXELS = 16_000_000;

/** From here on, a render waits in the queue for heavy ones, so that it holds up no simple ones. */
export const HEAVY_RENDER_CPU_MS = 3_000;

/** Whether a render belongs into the queue for heavy ones. Remote images count as they usually are, not as the worst. */
export function isHeavy({ usualCpuMs }: Pick<Estimate, "usualCpuMs">): boolean {
  return usualCpuMs >= HEAVY_RENDER_CPU_MS;
}
