/** An upload: a file that a workspace announces, sends to the bucket, and then uses in documents and requests. */
import * as z from "zod";
import { BUCKET_PREFIXES } from "../deployment/storage-layout.js";
import { type UploadBody, uploadStateSchema, uploadTypeSchema } from "../contract/uploads-api.js";

export const uploadSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  contentType: uploadTypeSchema,
  bytes: z.int().min(0),
  filename: z.string().optional(),
  /**
   * The size of an image in pixels, from the header of its inspected file. Fonts, drawings, and uploads that were
   * inspected by earlier versions have none.
   */
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
  /** Whether an image with a size is stored in several passes, so that decoding takes longer. */
  isProgressive: z.boolean().optional(),
  /** `waiting` until its file is inspected. `ready` and `refused` are final. */
  state: uploadStateSchema,
  /** The reason why the upload was refused. */
  error: z.string().optional(),
  createdAtMs: z.int(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** Returns the storage key that the presigned request stores the file under. The file expires there. */
export function incomingKey({ workspaceId, id }: Pick<Upload, "workspaceId" | "id">): string {
  return `${BUCKET_PREFIXES.incoming}${workspaceId}/${id}`;
}

/** Returns the storage key of the file of an upload that was used. */
export function uploadKey({ workspaceId, id }: Pick<Upload, "workspaceId" | "id">): string {
  return `${BUCKET_PREFIXES.uploads}${workspaceId}/${id}`;
}

/** Returns the storage keys under which files of an upload can exist. */
export function fileKeysOf(upload: Pick<Upload, "workspaceId" | "id">): readonly string[] {
  return [incomingKey(upload), uploadKey(upload)];
}

/** Returns the path that `image_url` and the fonts of a document use. */
export function uploadPath(id: string): string {
  return `/api/v1/uploads/${id}/file`;
}

/** Returns an upload as responses show it. */
export function presentUpload(upload: Upload): UploadBody {
  const { id, contentType, bytes, width, height, filename, state, error, createdAtMs } = upload;
  return {
    id,
    path: uploadPath(id),
    contentType,
    bytes,
    ...(width !== undefined && height !== undefined && { width, height }),
    ...(filename !== undefined && { filename }),
    state,
    ...(error !== undefined && { error }),
    createdAt: new Date(createdAtMs).toISOString(),
  };
}
