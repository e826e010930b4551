/** Opens an uploaded file for its owner. */
import { ServiceError } from "../contract/errors.js";
import type { UploadType } from "../contract/uploads-api.js";
import type { AssetConditions, AssetStore, OpenedAsset } from "../shared/asset-store.js";
import { getUpload } from "./get-upload.js";
import type { OpenUploadDependencies } from "./open-upload.js";
import { type Upload, uploadKey } from "./upload.js";

export interface OpenUploadFileDependencies extends OpenUploadDependencies {
  readonly stored: AssetStore;
}

export interface UploadFile {
  readonly opened: Exclude<OpenedAsset, { kind: "archived" | "missing" }>;
  /** The value of `Content-Disposition`. */
  readonly disposition: string;
}

/** @throws ServiceError `NOT_FOUND` for an upload that is unknown or not ready. `details` contains its state. */
export async function openUploadFile(
  dependencies: OpenUploadFileDependencies,
  workspaceId: string,
  uploadId: string,
  conditions: AssetConditions,
): Promise<UploadFile> {
  const upload = await getUpload(dependencies, workspaceId, uploadId);
  const { state } = upload;
  if (state === "waiting") {
    throw new ServiceError("NOT_FOUND", "The file has not been sent yet.", { details: { state } });
  }
  if (state === "refused") {
    throw new ServiceError("NOT_FOUND", `The file was refused. ${upload.error ?? ""}`, { details: { state } });
  }
  const opened = await dependencies.stored.open(uploadKey(upload), conditions);
  if (opened.kind === "archived" || opened.kind === "missing") {
    throw new ServiceError("NOT_FOUND", "The file is no longer stored. Upload it again.");
  }
  return { opened, disposition: dispositionOf(upload) };
}

const EXTENSIONS: Readonly<Record<UploadType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
  "image/svg+xml": "svg",
  "font/ttf": "ttf",
  "font/otf": "otf",
  "font/woff": "woff",
  "font/woff2": "woff2",
};

/** Returns the file name for browsers: in ASCII, and in full for browsers that support RFC 6266. */
function dispositionOf({ id, contentType, filename = `${id}.${EXTENSIONS[contentType]}` }: Upload): string {
  const plain = filename.replace(/[^\w .()+-]/g, "_");
  if (plain === filename) return `inline; filename="${plain}"`;
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
