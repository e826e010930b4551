/** Returns the thumbnail of a template version. It is drawn for its first viewer, and stored for all others. */
import { maxSizeOf, type TemplateDocument } from "@image-render/engine/document";
import { PREVIEW_SCALE } from "@image-render/engine/limits";
import type { RunInSlot } from "../access/concurrency-limit.js";
import { THUMBNAIL_SIDE_PX } from "../contract/limits.js";
import { BUCKET_PREFIXES } from "../deployment/storage-layout.js";
import { previewSchema } from "../contract/templates-api.js";
import type { CheckContext } from "../renders/check-render.js";
import { parseTemplate } from "../templates/load-template.js";
import type { StoredTemplate } from "../templates/template-version.js";
import { makePreview, type PreviewDependencies, type PreviewPicture } from "./make-preview.js";

/** The port to the stored thumbnails. */
export interface ThumbnailStore {
  /** Resolves to `undefined` if the thumbnail is not stored. */
  find(key: string): Promise<Uint8Array | undefined>;
  put(key: string, bytes: Uint8Array): Promise<void>;
}

export interface ThumbnailDependencies extends PreviewDependencies {
  readonly thumbnails: ThumbnailStore;
  /** Limits how many thumbnails a workspace draws at the same time. The others wait. */
  readonly waitForSlot: RunInSlot;
}

export interface Thumbnail {
  /** A WebP file. */
  readonly bytes: Uint8Array;
  /** Whether the picture stays the same. Otherwise an image was missing, and the next viewer may see it. */
  readonly isFinal: boolean;
}

/**
 * Required variables have their defaults. A stored thumbnail costs the workspace nothing, and a new one counts as a preview.
 *
 * @throws ServiceError as a preview, but never for the formats and scales of the plan
 */
export async function openThumbnail(
  dependencies: ThumbnailDependencies,
  context: CheckContext,
  stored: StoredTemplate,
): Promise<Thumbnail> {
  const { thumbnails, waitForSlot, log } = dependencies;
  const { workspaceId } = context.caller;
  const key = thumbnailKey(stored);
  const find = async () => {
    const bytes = await thumbnails.find(key);
    return bytes && { bytes, isFinal: true };
  };
  const draw = async () => {
    const { bytes, warnings } = await drawThumbnail(dependencies, context, stored);
    const isFinal = warnings.every(({ code }) => code !== "IMAGE_UNAVAILABLE");
    if (isFinal) {
      await thumbnails.put(key, bytes).catch((error: unknown) => {
        log.warn("A thumbnail could not be stored. Its next viewer draws it again.", { key, error });
      });
    }
    return { bytes, isFinal };
  };
  // While this request waited for its turn, another one can have drawn the same thumbnail.
  return (await find()) ?? (await waitForSlot(workspaceId, log, async () => (await find()) ?? (await draw())));
}

async function drawThumbnail(
  dependencies: ThumbnailDependencies,
  context: CheckContext,
  stored: StoredTemplate,
): Promise<PreviewPicture> {
  const { id, version, document } = parseTemplate(stored);
  const source = {
    document,
    version: `${context.caller.workspaceId} ${id} ${version}`,
    needsVariables: false,
    warnings: [],
  };
  const drawAt = (scale: number) =>
    makePreview(dependencies, context, source, previewSchema.parse({ format: "webp", scale }));
  const { width, height: maxHeight } = maxSizeOf(document);
  const scale = scaleOf(width, maxHeight);
  const picture = await drawAt(scale);
  if (!hugs(document)) return picture;
  // The height is known now. Heights of pictures are rounded, so the document can be half a pixel higher.
  const fittingScale = scaleOf(width, (picture.height + 0.5) / scale);
  return fittingScale > scale ? await drawAt(fittingScale) : picture;
}

/** Returns the scale at which both sides fit into a thumbnail. It never enlarges. */
function scaleOf(width: number, height: number): number {
  return Math.min(1, Math.max(PREVIEW_SCALE.min, THUMBNAIL_SIDE_PX / Math.max(width, height)));
}

function hugs({ height }: TemplateDocument): boolean {
  return height === "hug";
}

function thumbnailKey({ head: { workspaceId, id }, version: { version } }: StoredTemplate): string {
  return `${BUCKET_PREFIXES.thumbnails}${workspaceId}/${id}/${version}.webp`;
}
