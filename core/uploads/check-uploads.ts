import type { Issue } from "../contract/errors.js";
import type { NamedUpload } from "../contract/template/uploads-of.js";
import { UPLOAD_TYPES } from "../contract/uploads-api.js";
import { openUploads, type OpenUploadDependencies } from "./open-upload.js";
import type { Upload } from "./upload.js";

/** An upload that a document or a request names, and what it must be there. */
export interface WantedUpload extends NamedUpload {
  readonly kind: "image" | "font";
}

/** As `checkUploads` is handed to those who check documents and requests. */
export type UploadCheck = (workspaceId: string, named: readonly NamedUpload[]) => Promise<Issue[]>;

export function createUploadCheck(dependencies: OpenUploadDependencies): UploadCheck {
  return (workspaceId, named) => checkUploads(dependencies, workspaceId, wantedUploads(named));
}

/** What the named uploads must be: a font where a document lists its fonts, else an image. */
export function wantedUploads(named: readonly NamedUpload[]): WantedUpload[] {
  return named.map((upload) => ({ ...upload, kind: upload.path.startsWith("fonts[") ? "font" : "image" }));
}

/**
 * The faults of the uploads that a workspace's document or request names: those that are not there (another workspace's
 * are not), whose file has not come or was refused, or that are a font where an image is needed.
 */
export async function checkUploads(
  dependencies: OpenUploadDependencies,
  workspaceId: string,
  wanted: readonly WantedUpload[],
): Promise<Issue[]> {
  if (wanted.length === 0) return [];
  const ids = wanted.map(({ uploadId }) => uploadId);
  const opened = await openUploads(dependencies, workspaceId, ids);
  return wanted.flatMap(({ path, uploadId, kind }) => {
    const message = faultOf(uploadId, opened.get(uploadId), kind);
    return message === undefined ? [] : [{ path, message }];
  });
}

function faultOf(id: string, upload: Upload | undefined, kind: WantedUpload["kind"]): string | undefined {
  if (upload === undefined) return `There is no upload ${id} in this workspace.`;
  if (upload.state === "waiting") return `The file of the upload ${id} has not come yet.`;
  if (upload.state === "refused") return `The upload ${id} was refused. ${upload.error ?? ""}`.trim();
  if (UPLOAD_TYPES[upload.contentType] === kind) return undefined;
  return `The upload ${id} is ${upload.contentType}; ${kind === "image" ? "an image" : "a font"} is needed here.`;
}
