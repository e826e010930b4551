import type { Issue } from "@image-render/engine/issues";
import type { NamedUpload } from "@image-render/engine/document";
import { UPLOAD_TYPES } from "../contract/uploads-api.js";
import { openUploads, type OpenUploadDependencies } from "./open-upload.js";
import type { Upload } from "./upload.js";

/**
 * Resolves to an issue for each named upload that does not exist in the workspace, whose file is missing or was
 * refused, or that is of the wrong kind.
 */
export type UploadCheck = (workspaceId: string, named: readonly NamedUpload[]) => Promise<Issue[]>;

type UploadKind = (typeof UPLOAD_TYPES)[keyof typeof UPLOAD_TYPES];

/** Creates the check of the uploads that documents and requests name. All of them together cost one read. */
export function createUploadCheck(dependencies: OpenUploadDependencies): UploadCheck {
  return async (workspaceId, named) => {
    if (named.length === 0) return [];
    const ids = named.map(({ uploadId }) => uploadId);
    const opened = await openUploads(dependencies, workspaceId, ids);
    return named.flatMap(({ path, uploadId }) => {
      const message = problemOf(uploadId, opened.get(uploadId), kindAt(path));
      return message === undefined ? [] : [{ path, message }];
    });
  };
}

/** Returns the kind of file that a path needs: a font in the document's list of fonts, an image everywhere else. */
function kindAt(path: string): UploadKind {
  return path.startsWith("fonts[") ? "font" : "image";
}

function problemOf(id: string, upload: Upload | undefined, kind: UploadKind): string | undefined {
  if (upload === undefined) return `There is no upload ${id} in this workspace.`;
  if (upload.state === "waiting") return `The file of the upload ${id} has not been sent yet.`;
  if (upload.state === "refused") return `The upload ${id} was refused. ${upload.error ?? ""}`.trim();
  if (UPLOAD_TYPES[upload.contentType] === kind) return undefined;
  return `The upload ${id} is ${upload.contentType}, but ${kind === "image" ? "an image" : "a font"} is needed here.`;
}
