/** The class of every error that the client throws, except the reason of an `AbortSignal`. */
export class ImageRenderError extends Error {
  override name = "ImageRenderError";
}
