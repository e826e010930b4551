/** What the renderer needs, on the author's own machine: built-in fonts, images from files and from the web. */
import { FetchFault } from "../core/fetching/fetch-fault.js";
import { fetchImage } from "../core/fetching/fetch-image.js";
import { createGuardedFetcher } from "../core/fetching/guarded-fetcher.js";
import { DEFAULT_RENDER_LIMITS, type RenderContext } from "../core/rendering/context.js";
import { createFontLibrary } from "../core/rendering/fonts/font-library.js";
import { type Job } from "./job.js";

/** The same bounds as in the service's renderer, so that what works here works there. */
const IMAGE_LIMITS = { timeoutMs: 10_000, maxBytes: 20 * 1024 * 1024 };

export interface WorkshopOptions {
  /** Admits images from servers on this machine. */
  readonly allowLoopback: boolean;
}

/** Makes each job's context; what is costly to make is made once and shared by all of them. */
export type ContextFor = (job: Job) => RenderContext;

/** Fonts and the fetcher for any number of renders. */
export function createContexts({ allowLoopback }: WorkshopOptions): ContextFor {
  const fonts = createFontLibrary();
  const fetcher = createGuardedFetcher({ limits: IMAGE_LIMITS, allowLoopback });
  return ({ images }) => ({
    fonts,
    limits: DEFAULT_RENDER_LIMITS,
    loadImage: async (url) => {
      const local = images.get(url);
      if (local !== undefined) return local;
      if (url.startsWith("/")) {
        throw new FetchFault(
          "invalid-url",
          "An uploaded file is known to its service alone; name a local file instead.",
        );
      }
      return (await fetchImage(fetcher, url)).bytes;
    },
  });
}
