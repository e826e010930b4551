import { ImageRenderError } from "./image-render-error.js";

/** A request that claims to be a webhook is not one: respond with 400. */
export class WebhookError extends ImageRenderError {
  override readonly name = "WebhookError";
}
