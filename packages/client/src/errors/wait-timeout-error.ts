import { ImageRenderError } from "./image-render-error.js";

/**
 * A render, a batch or a batch download has not ended within `maxWaitSeconds`. It continues: wait for it again with
 * `id`.
 */
export class WaitTimeoutError extends ImageRenderError {
  override readonly name = "WaitTimeoutError";
  /** The ID of the render or batch. */
  declare readonly id: string;

  constructor(id: string, seconds: number) {
    super(`${id} has not ended within ${seconds} seconds. It continues.`);
    this.id = id;
  }
}
