/** The hard limits of one render. A render that reaches one of them is stopped, regardless of what its code does. */

export interface RenderBudget {
  /** The processor time of the rendering process. */
  readonly cpuMs: number;
  /**
   * The elapsed time, without the time in which the render only waits for its images. This limit ends a render that
   * hangs.
   */
  readonly workMs: number;
  /** The resident memory of all processes of the function together. */
  readonly memoryBytes: number;
}

/**
 * The functions have 1,769 MB. The memory is checked 40 times a second, so a render can exceed the limit for a moment:
 * all processes together stay below 1,600 MB.
 */
const MEMORY_BYTES = 1_500 * 1024 * 1024;

/** The budget of a job. The longest accepted picture is estimated at 10 s. */
export const RENDER_BUDGET: RenderBudget = { cpuMs: 15_000, workMs: 20_000, memoryBytes: MEMORY_BYTES };

/**
 * The budget of a preview, which is small. With `PREVIEW_IMAGES_MS`, a preview ends before the timeout of its function.
 */
export const PREVIEW_BUDGET: RenderBudget = { cpuMs: 10_000, workMs: 11_000, memoryBytes: MEMORY_BYTES };
