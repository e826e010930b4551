import type { RenderContext } from "../items/context.js";
import type { PictureRequest, RenderedPicture } from "./picture.js";
import { Renderer } from "./renderer.js";

export type { PictureRequest, RenderedPicture } from "./picture.js";

/** Renders a template once, without caches. See `Renderer`. */
export async function renderPicture(
  source: unknown,
  request: PictureRequest,
  context: RenderContext,
): Promise<RenderedPicture> {
  return await new Renderer(context).render(source, request);
}
