/** An upload: a file that a workspace announces, sends to the bucket, and then names in documents and requests. */
import * as z from "zod";
import { BUCKET_PREFIXES } from "../contract/storage-layout.js";
import { type UploadBody, uploadStateSchema, uploadTypeSchema } from "../contract/uploads-api.js";

export const uploadSchema = z.object({
  id: z.uuid(),
  workspaceId: z.uuid(),
  contentType: uploadTypeSchema,
  bytes: z.int().min(0),
  filename: z.string().optional(),
  /** `waiting` until its file has been looked at; `ready` and `refused` are for good. */
  state: uploadStateSchema,
  /** Why it was refused. */
  error: z.string().optional(),
  createdAtMs: z.int(),
});
export type Upload = z.infer<typeof uploadSchema>;

/** Where the file is stored. */
export function uploadKey({ workspaceId, id }: Pick<Upload, "workspaceId" | "id">): string {
  return `${BUCKET_PREFIXES.uploads}${workspaceId}/${id}`;
}

/** What `image_url` and a document's fonts take. */
export function uploadPath(id: string): string {
  return `/api/v1/uploads/${id}/file`;
}

/** An upload as its owner sees it. */
export function presentUpload({ id, contentType, bytes, filename, state, error, createdAtMs }: Upload): UploadBody {
  return {
    id,
    path: uploadPath(id),
    contentType,
    bytes,
    ...(filename !== undefined && { filename }),
    state,
    ...(error !== undefined && { error }),
    createdAt: new Date(createdAtMs).toISOString(),
  };
}
