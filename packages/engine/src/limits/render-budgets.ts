/** The hard limits of one render. A render that reaches one of them is ended, whatever its code does. */

export interface RenderBudget {
  /** Processor time of the rendering process. */
  readonly cpuMs: number;
  /** Time without the time in which the render only waits for its images. It ends a render that hangs. */
  readonly workMs: number;
  /** Resident memory of all processes of the function together. */
  readonly memoryBytes: number;
}

/**
 * The functions have 1,769 MB. The memory is checked 40 times a second, so a render can have some more for a moment: all
 * processes together stay below 1,600 MB.
 */
const MEMORY_BYTES = 1_500 * 1024 * 1024;

/** For jobs. The longest accepted picture is estimated at 10 s. */
export const RENDER_BUDGET: RenderBudget = { cpuMs: 15_000, workMs: 20_000, memoryBytes: MEMORY_BYTES };

/** For previews, which are small. With `PREVIEW_IMAGES_MS`, a preview ends before the timeout of its function. */
export const PREVIEW_BUDGET: RenderBudget = { cpuMs: 10_000, workMs: 11_000, memoryBytes: MEMORY_BYTES };
