import { type RenderContext } from "../context.js";
import { decodeDataUri, isDataUri } from "./data-uri.js";

/** What became of an image's URL. */
export type LoadedImage = { readonly bytes: Uint8Array } | { readonly fault: string; readonly retryable: boolean };

/** Connections that one render opens at once. */
const PARALLEL_LOADS = 6;

/** Loads images, each URL once. No failure ends the render: it is told of in its place. */
export async function loadImages(urls: readonly string[], context: RenderContext): Promise<Map<string, LoadedImage>> {
  const waiting = [...new Set(urls)].filter((url) => url !== "");
  const loaded = new Map<string, LoadedImage>();
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) loaded.set(url, await load(url, context));
  };
  await Promise.all(Array.from({ length: PARALLEL_LOADS }, work));
  return loaded;
}

async function load(url: string, context: RenderContext): Promise<LoadedImage> {
  if (isDataUri(url)) {
    const bytes = decodeDataUri(url);
    return bytes === undefined ? { fault: "its data URI is empty or too big", retryable: false } : { bytes };
  }
  try {
    return { bytes: await context.loadImage(url) };
  } catch (error) {
    return faultOf(error);
  }
}

/** A fault that says whether it is retryable is the loader's own, with public words; of any other nothing is told. */
function faultOf(error: unknown): LoadedImage {
  if (error instanceof Error && "retryable" in error && typeof error.retryable === "boolean") {
    return { fault: error.message.replace(/\.$/, ""), retryable: error.retryable };
  }
  return { fault: "it could not be fetched", retryable: true };
}
