import { REMOTE_IMAGE_LIMITS } from "../core/contract/limits.js";
import { fetchImage } from "../core/fetching/fetch-image.js";
import { createGuardedFetcher } from "../core/fetching/guarded-fetcher.js";
import { DEFAULT_RENDER_LIMITS } from "../core/rendering/context.js";
import { createFontLibrary } from "../core/rendering/fonts/font-library.js";
import { type RenderedPicture } from "../core/rendering/picture.js";
import { Renderer } from "../core/rendering/renderer.js";
import { type Job } from "./job.js";

export interface WorkshopOptions {
  /** Admits images from servers on this machine. */
  readonly allowLoopback: boolean;
}

/** Renders jobs on the author's own machine, one at a time; what is costly to make is made once for all of them. */
export class Workshop {
  readonly #renderer: Renderer;
  #localImages: Job["images"] = new Map();

  constructor({ allowLoopback }: WorkshopOptions) {
    const fetcher = createGuardedFetcher({ limits: REMOTE_IMAGE_LIMITS, allowLoopback });
    this.#renderer = new Renderer({
      fonts: createFontLibrary(),
      limits: DEFAULT_RENDER_LIMITS,
      loadImage: async (url) => this.#localImages.get(url) ?? (await fetchImage(fetcher, url)).bytes,
    });
  }

  /** Renders a job. @throws ServiceError */
  async render({ document, request, images, uploads }: Job): Promise<RenderedPicture> {
    this.#localImages = images;
    return await this.#renderer.render(document, request, { uploads });
  }
}
