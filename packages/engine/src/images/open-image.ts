import { issuesError, EngineError } from "../issues/engine-error.js";
import type { ImageSource } from "./image-source.js";
import { labelOf, type RenderWarning } from "../shared/warnings.js";
import type { ImageSpec } from "../paint/image-spec.js";
import { loadImages } from "./load-images.js";
import type { LoadedImage } from "./loaded-image.js";
import type { PreparedImage } from "./prepare-image.js";

/** A layer's image in the size and crop that the layer needs, if the layer has one. */
export interface OpenedImage<Image = PreparedImage> {
  readonly image: Image | undefined;
  readonly warnings: readonly RenderWarning[];
}

/** Decodes and crops an image. Throws if the bytes are not a valid image. */
export type Prepare<Image = PreparedImage> = (bytes: Uint8Array) => Promise<Image>;

type Attempt<Image> = { readonly image: Image | undefined } | { readonly failure: string; readonly retryable: boolean };

/**
 * Opens a layer's image, or its fallback image, or none. A warning says what was replaced.
 *
 * @throws EngineError if the layer is strict: `IMAGE_UNAVAILABLE` for a transient reason, otherwise `VALIDATION_ERROR`.
 */
export async function openImage<Image>(
  layer: ImageSpec,
  loaded: LoadedImage | undefined,
  prepare: Prepare<Image>,
  context: ImageSource,
): Promise<OpenedImage<Image>> {
  const first = await attempt(loaded, prepare);
  if ("image" in first && (first.image !== undefined || layer.fallback_image_url === "")) {
    return { image: first.image, warnings: [] };
  }
  if ("failure" in first && layer.strict) throw strictError(layer, first.failure, first.retryable);
  const fallback = await openFallback(layer, prepare, context);
  const image = "image" in fallback ? fallback.image : undefined;
  if ("image" in first) return { image, warnings: [] };
  // The reason why the fallback image is missing can be transient too.
  const retryable = first.retryable || ("failure" in fallback && fallback.retryable);
  return { image, warnings: [unavailable(layer, first.failure, retryable, image !== undefined)] };
}

async function openFallback<Image>(
  layer: ImageSpec,
  prepare: Prepare<Image>,
  context: ImageSource,
): Promise<Attempt<Image>> {
  const url = layer.fallback_image_url;
  if (url === "") return { image: undefined };
  const loaded = await loadImages([url], context);
  return await attempt(loaded.get(url), prepare);
}

async function attempt<Image>(loaded: LoadedImage | undefined, prepare: Prepare<Image>): Promise<Attempt<Image>> {
  if (loaded === undefined) return { image: undefined };
  if ("failure" in loaded) return loaded;
  try {
    return { image: await prepare(loaded.bytes) };
  } catch (error) {
    // The render has used up its budget.
    if (error instanceof EngineError) throw error;
    // The codec's message describes its internals and does not help an author.
    return { failure: "it is not a valid image, or it is too large", retryable: false };
  }
}

function unavailable(layer: ImageSpec, reason: string, retryable: boolean, hasImage: boolean): RenderWarning {
  const label = labelOf(layer);
  const hasColor = layer.fallback_color !== undefined;
  const replacement = hasImage ? "its fallback image" : hasColor ? "its fallback color" : "a gray box";
  return {
    code: "IMAGE_UNAVAILABLE",
    layer: label,
    message: `The image of the layer "${label}" was replaced by ${replacement}: ${reason}.`,
    retryable,
    missingImage: { reason: notAvailable(layer, reason), hasOwnFallback: hasImage || hasColor },
  };
}

function notAvailable(layer: ImageSpec, reason: string): string {
  return `The image of the layer "${labelOf(layer)}" is not available: ${reason}.`;
}

function strictError(layer: ImageSpec, reason: string, retryable: boolean): EngineError {
  const message = notAvailable(layer, reason);
  if (retryable) return new EngineError("IMAGE_UNAVAILABLE", message);
  return issuesError("The picture can't be made.", [{ path: `layers.${labelOf(layer)}.image_url`, message }]);
}
