import type { Issue } from "@image-render/engine/issues";
import type { NamedUpload } from "@image-render/engine/document";
import { UPLOAD_TYPES } from "../contract/uploads-api.js";
import { openUploads, type OpenUploadDependencies } from "./open-upload.js";
import type { Upload } from "./upload.js";

/** An upload that a document or a request names, and the kind of file that its place needs. */
export interface WantedUpload extends NamedUpload {
  readonly kind: "image" | "font";
}

/** `checkUploads` with its dependencies bound. */
export type UploadCheck = (workspaceId: string, named: readonly NamedUpload[]) => Promise<Issue[]>;

export function createUploadCheck(dependencies: OpenUploadDependencies): UploadCheck {
  return (workspaceId, named) => checkUploads(dependencies, workspaceId, wantedUploads(named));
}

/** Adds the kind of file that each place needs: a font in the document's list of fonts, an image everywhere else. */
export function wantedUploads(named: readonly NamedUpload[]): WantedUpload[] {
  return named.map((upload) => ({ ...upload, kind: upload.path.startsWith("fonts[") ? "font" : "image" }));
}

/**
 * Returns an issue for each named upload that does not exist in the workspace, whose file is missing or was refused, or
 * that is of the wrong kind.
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
    const message = problemOf(uploadId, opened.get(uploadId), kind);
    return message === undefined ? [] : [{ path, message }];
  });
}

function problemOf(id: string, upload: Upload | undefined, kind: WantedUpload["kind"]): string | undefined {
  if (upload === undefined) return `There is no upload ${id} in this workspace.`;
  if (upload.state === "waiting") return `The file of the upload ${id} has not been sent yet.`;
  if (upload.state === "refused") return `The upload ${id} was refused. ${upload.error ?? ""}`.trim();
  if (UPLOAD_TYPES[upload.contentType] === kind) return undefined;
  return `The upload ${id} is ${upload.contentType}, but ${kind === "image" ? "an image" : "a font"} is needed here.`;
}
