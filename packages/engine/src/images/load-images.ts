import type { ImageSource } from "./image-source.js";
import { decodeDataUri, isDataUri } from "./data-uri.js";
import type { LoadedImage } from "./loaded-image.js";

/** The number of connections that one render opens at the same time. */
const PARALLEL_LOADS = 6;

/**
 * Loads images, each URL once. A failure does not end the render: it is part of the result.
 *
 * @throws EngineError if the images take too long to decode: see `CheckImages`
 */
export async function loadImages(urls: readonly string[], context: ImageSource): Promise<Map<string, LoadedImage>> {
  const waiting = [...new Set(urls)].filter((url) => url !== "");
  const loaded = new Map<string, LoadedImage>();
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) loaded.set(url, await load(url, context));
  };
  await Promise.all(Array.from({ length: PARALLEL_LOADS }, work));
  context.checkImages?.(loaded);
  return loaded;
}

async function load(url: string, context: ImageSource): Promise<LoadedImage> {
  if (isDataUri(url)) {
    const bytes = decodeDataUri(url);
    return bytes === undefined ? { failure: "its data URI is empty or too large", retryable: false } : { bytes };
  }
  try {
    return { bytes: await context.loadImage(url) };
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Describes an error. An error with `retryable` comes from the loader and has a public message. The text of other
 * errors is not public.
 */
function failureOf(error: unknown): LoadedImage {
  if (error instanceof Error && "retryable" in error && typeof error.retryable === "boolean") {
    return { failure: error.message.replace(/\.$/, ""), retryable: error.retryable };
  }
  return { failure: "it could not be fetched", retryable: true };
}
