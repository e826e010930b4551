import type { Render } from "../types.js";
import { ImageRenderError } from "./image-render-error.js";

/** A render has ended without a picture. Its credit is refunded. */
export class RenderFailedError extends ImageRenderError {
  override readonly name = "RenderFailedError";
  /** The job, with `error` and `warnings`. */
  declare readonly render: Render;

  constructor(render: Render) {
    super(render.error ?? "The render failed.");
    this.render = render;
  }
}
