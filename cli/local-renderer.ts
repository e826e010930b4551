import { REMOTE_IMAGE_LIMITS } from "../core/contract/limits.js";
import { fetchImage } from "../core/fetching/fetch-image.js";
import { createGuardedFetcher } from "@image-render/guarded-fetch";
import { DEFAULT_RENDER_LIMITS } from "@image-render/engine/limits";
import { createFontLibrary, type RenderedPicture, Renderer } from "@image-render/engine";
import type { RenderInput } from "./render-input.js";

export interface LocalRendererOptions {
  /** Allows images from servers on this computer. */
  readonly allowLoopback: boolean;
}

/** Renders on this computer, one picture at a time. All renders share the fonts and the caches. */
export class LocalRenderer {
  readonly #renderer: Renderer;
  #localImages: RenderInput["images"] = new Map();

  constructor({ allowLoopback }: LocalRendererOptions) {
    const fetcher = createGuardedFetcher({ limits: REMOTE_IMAGE_LIMITS, allowLoopback });
    this.#renderer = new Renderer({
      fonts: createFontLibrary(),
      limits: DEFAULT_RENDER_LIMITS,
      loadImage: async (url) => this.#localImages.get(url) ?? (await fetchImage(fetcher, url)).bytes,
    });
  }

  /** @throws EngineError */
  async render({ document, request, images, uploads }: RenderInput): Promise<RenderedPicture> {
    this.#localImages = images;
    return await this.#renderer.render(document, request, { uploads });
  }
}
