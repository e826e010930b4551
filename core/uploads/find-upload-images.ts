import { LRUCache } from "lru-cache";
import type { ImageFacts } from "@image-render/engine/images";
import { openUploads, type OpenUploadDependencies } from "./open-upload.js";
import type { Upload } from "./upload.js";

/**
 * Resolves to the facts about uploaded images that their cost depends on, by the ID of the upload. Images whose size is
 * not known are not included: drawings, and uploads that were inspected by earlier versions.
 */
export type FindUploadImages = (
  workspaceId: string,
  uploadIds: ReadonlySet<string>,
) => Promise<ReadonlyMap<string, ImageFacts>>;

/** The number of uploads whose facts a function remembers. */
const MAX_KNOWN = 5_000;

/** Creates the search for uploaded images. The file of an upload never changes, so each upload is read once. */
export function createFindUploadImages(dependencies: OpenUploadDependencies): FindUploadImages {
  const known = new LRUCache<string, { readonly facts: ImageFacts | undefined }>({ max: MAX_KNOWN });
  return async (workspaceId, uploadIds) => {
    const keyOf = (id: string) => `${workspaceId} ${id}`;
    const missing = [...uploadIds].filter((id) => !known.has(keyOf(id)));
    const opened =
      missing.length === 0 ? new Map<string, Upload>() : await openUploads(dependencies, workspaceId, missing);
    for (const [id, upload] of opened) {
      // A file can still arrive for a waiting upload.
      if (upload.state !== "waiting") known.set(keyOf(id), { facts: factsOf(upload) });
    }
    const found = [...uploadIds].map((id) => [id, known.get(keyOf(id))?.facts] as const);
    return new Map(found.flatMap(([id, facts]) => (facts === undefined ? [] : [[id, facts] as const])));
  };
}

function factsOf({ state, contentType, bytes, width, height, isProgressive = false }: Upload): ImageFacts | undefined {
  if (state !== "ready" || width === undefined || height === undefined) return undefined;
  switch (contentType) {
    case "image/png":
    case "image/jpeg":
    case "image/webp":
    case "image/avif":
    case "image/gif":
      return { type: contentType, width, height, bytes, isProgressive };
    default:
      return undefined;
  }
}
