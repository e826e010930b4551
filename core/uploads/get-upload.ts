import * as z from "zod";
import { ServiceError } from "../contract/errors.js";
import { openUpload, type OpenUploadDependencies } from "./open-upload.js";
import type { Upload } from "./upload.js";

/** @throws ServiceError `NOT_FOUND` if the workspace has no such upload. */
export async function getUpload(
  dependencies: OpenUploadDependencies,
  workspaceId: string,
  uploadId: string,
): Promise<Upload> {
  const id = z.uuid().safeParse(uploadId.toLowerCase());
  const upload = id.success ? await openUpload(dependencies, workspaceId, id.data) : undefined;
  if (upload === undefined) throw noSuchUpload();
  return upload;
}

export function noSuchUpload(): ServiceError {
  return new ServiceError("NOT_FOUND", "There is no such upload.");
}
