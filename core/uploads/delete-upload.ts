/** Deletes an upload and its file. */
import { getUpload, noSuchUpload } from "./get-upload.js";
import type { OpenUploadDependencies } from "./open-upload.js";
import type { UploadStore } from "./ports.js";
import { fileKeysOf } from "./upload.js";

/** This is longer than a presigned request is valid, and longer than the bucket stores a file that arrives late. */
const MARK_KEPT_MS = 8 * 24 * 60 * 60 * 1000;

export interface DeleteUploadDependencies extends OpenUploadDependencies {
  readonly uploads: OpenUploadDependencies["uploads"] & Pick<UploadStore, "remove">;
  readonly now: () => number;
}

/**
 * Templates that use the upload are not checked and not changed.
 *
 * Removes the file first. If the second step fails, the request can be repeated. The mark that replaces the upload
 * prevents a file that arrives later from restoring it.
 *
 * @throws ServiceError `NOT_FOUND` if the workspace has no such upload, even if it was deleted before.
 */
export async function deleteUpload(
  dependencies: DeleteUploadDependencies,
  workspaceId: string,
  uploadId: string,
): Promise<void> {
  const upload = await getUpload(dependencies, workspaceId, uploadId);
  for (const key of fileKeysOf(upload)) await dependencies.files.remove(key);
  const nowMs = dependencies.now();
  const times = { nowMs, forgetAtMs: nowMs + MARK_KEPT_MS };
  if (!(await dependencies.uploads.remove(workspaceId, upload.id, times))) throw noSuchUpload();
}
