import { ServiceError } from "../../contract/errors.js";
import { type RenderContext } from "../context.js";
import { issuesError } from "../resolve/issues-error.js";
import { labelOf, type RenderWarning } from "../warnings.js";
import { type ImageSpec } from "./image-spec.js";
import { type LoadedImage, loadImages } from "./load-images.js";
import { type PreparedImage } from "./prepare-image.js";

/** A layer's picture, if it has one, cut to the pixels of its place. */
export interface OpenedImage {
  readonly picture: PreparedImage | undefined;
  readonly warnings: readonly RenderWarning[];
}

/** Decodes and cuts an image's bytes; throws if they are no image that can be read. */
export type Prepare = (bytes: Uint8Array) => Promise<PreparedImage>;

type Attempt =
  { readonly picture: PreparedImage | undefined } | { readonly fault: string; readonly retryable: boolean };

/**
 * A layer's picture: its image, else its fallback image, else none. What was replaced is told in a warning.
 *
 * @throws ServiceError if the layer is strict: `IMAGE_UNAVAILABLE` for a reason that may pass, else `VALIDATION_ERROR`.
 */
export async function openImage(
  layer: ImageSpec,
  loaded: LoadedImage | undefined,
  prepare: Prepare,
  context: RenderContext,
): Promise<OpenedImage> {
  const first = await attempt(loaded, prepare);
  if ("picture" in first && (first.picture !== undefined || layer.fallback_image_url === "")) {
    return { picture: first.picture, warnings: [] };
  }
  if ("fault" in first && layer.strict) throw strictError(layer, first.fault, first.retryable);
  const fallback = await openFallback(layer, prepare, context);
  if ("picture" in first) return { picture: fallback, warnings: [] };
  return { picture: fallback, warnings: [unavailable(layer, first.fault, first.retryable, fallback !== undefined)] };
}

async function openFallback(
  layer: ImageSpec,
  prepare: Prepare,
  context: RenderContext,
): Promise<PreparedImage | undefined> {
  const url = layer.fallback_image_url;
  if (url === "") return undefined;
  const loaded = await loadImages([url], context);
  const fallback = await attempt(loaded.get(url), prepare);
  return "picture" in fallback ? fallback.picture : undefined;
}

async function attempt(loaded: LoadedImage | undefined, prepare: Prepare): Promise<Attempt> {
  if (loaded === undefined) return { picture: undefined };
  if ("fault" in loaded) return loaded;
  try {
    return { picture: await prepare(loaded.bytes) };
  } catch {
    // The codec's words tell of its insides and are no help to an author.
    return { fault: "it is no image that can be read, or it is too large", retryable: false };
  }
}

function unavailable(layer: ImageSpec, reason: string, retryable: boolean, hasFallback: boolean): RenderWarning {
  const replacement = hasFallback ? "fallback image" : "fallback colour";
  const message = `The image of the layer "${labelOf(layer)}" was replaced by its ${replacement}: ${reason}.`;
  return { code: "IMAGE_UNAVAILABLE", layer: labelOf(layer), message, retryable };
}

function strictError(layer: ImageSpec, reason: string, retryable: boolean): ServiceError {
  const message = `The image of the layer "${labelOf(layer)}" cannot be had: ${reason}.`;
  if (retryable) return new ServiceError("IMAGE_UNAVAILABLE", message);
  return issuesError("The picture can't be made.", [{ path: `layers.${labelOf(layer)}.image_url`, message }]);
}
