/** Finds uploads. The first access to an upload inspects its file. */
import { HEADER_BYTES, readImageHeader } from "@image-render/engine/images";
import { UPLOAD_TYPES, uploadTypeSchema } from "../contract/uploads-api.js";
import type { Log } from "../shared/log.js";
import type { StoredUpload, UploadFiles, UploadStore } from "./ports.js";
import { typeMismatch } from "./type-mismatch.js";
import { incomingKey, type Upload, uploadKey } from "./upload.js";

export interface OpenUploadDependencies {
  readonly uploads: Pick<UploadStore, "find" | "findAll" | "finalize">;
  readonly files: UploadFiles;
  readonly log: Log;
}

/** The number of files that are inspected at the same time. */
const PARALLEL_READS = 8;

/** Resolves to the upload, inspected if its file exists, or to `undefined` if the workspace has no such upload. */
export async function openUpload(
  dependencies: OpenUploadDependencies,
  workspaceId: string,
  uploadId: string,
): Promise<Upload | undefined> {
  const known = await dependencies.uploads.find(workspaceId, uploadId);
  return await inspect(dependencies, { workspaceId, id: uploadId }, known);
}

/** Like {@link openUpload} for several uploads, by ID. All uploads that were inspected before cost one batch read. */
export async function openUploads(
  dependencies: OpenUploadDependencies,
  workspaceId: string,
  uploadIds: Iterable<string>,
): Promise<Map<string, Upload>> {
  const ids = [...new Set(uploadIds)];
  const known = new Map((await dependencies.uploads.findAll(workspaceId, ids)).map((upload) => [upload.id, upload]));
  const opened = new Map<string, Upload>();
  const work = async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      const upload = await inspect(dependencies, { workspaceId, id }, known.get(id));
      if (upload !== undefined) opened.set(id, upload);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_READS }, work));
  return opened;
}

/**
 * Inspects the file of an upload that is not finalized yet. An accepted file is copied to a key where it never expires.
 * The original stays for some days: without it, the presigned request could store a second file.
 *
 * The table deletes an announcement after one day, but its file can still be used until it expires. The bucket accepts
 * only the announced type and size, so the stored object contains all values of a lost announcement except the file
 * name.
 */
async function inspect(
  dependencies: OpenUploadDependencies,
  owner: Pick<Upload, "workspaceId" | "id">,
  known: Upload | undefined,
): Promise<Upload | undefined> {
  if (known !== undefined && known.state !== "waiting") return known;
  const { uploads, files, log } = dependencies;
  const found = await findFile(files, owner);
  const announced = found === undefined ? known : (known ?? restoreAnnouncement(owner, found.stored));
  if (announced === undefined || found === undefined) return announced;
  const { key, stored } = found;
  const error = problemOf(announced, stored);
  const isCopied = error !== undefined || key === uploadKey(owner) || (await files.copy(key, uploadKey(owner)));
  // The file has just expired.
  if (!isCopied) return known;
  const upload = await uploads.finalize(
    error === undefined
      ? { ...announced, ...sizeOf(announced, stored), state: "ready" }
      : { ...announced, state: "refused", error },
  );
  if (upload?.state === "refused") {
    await files.block(key).catch((cause: unknown) => {
      // The upload stays refused, and its key stays occupied by its file.
      log.warn("The file of a refused upload could not be replaced.", { key, error: cause });
    });
  }
  return upload;
}

/** If a call ended between copying a file and finalizing its upload, the file may exist only under its final key. */
async function findFile(
  files: UploadFiles,
  owner: Pick<Upload, "workspaceId" | "id">,
): Promise<{ readonly key: string; readonly stored: StoredUpload } | undefined> {
  for (const key of [incomingKey(owner), uploadKey(owner)]) {
    const stored = await files.readHead(key, HEADER_BYTES);
    if (stored !== undefined) return { key, stored };
  }
  return undefined;
}

function restoreAnnouncement(owner: Pick<Upload, "workspaceId" | "id">, stored: StoredUpload): Upload | undefined {
  const contentType = uploadTypeSchema.safeParse(stored.contentType);
  if (!contentType.success) return undefined;
  const { bytes, storedAtMs } = stored;
  return { ...owner, contentType: contentType.data, bytes, state: "waiting", createdAtMs: storedAtMs };
}

/** Returns the size in the header of an image. The renderer does not rely on it. */
function sizeOf({ contentType }: Upload, { head }: StoredUpload): Pick<Upload, "width" | "height" | "isProgressive"> {
  const header = UPLOAD_TYPES[contentType] === "image" ? readImageHeader(head) : undefined;
  if (header === undefined) return {};
  const { width, height, isProgressive } = header;
  return { width, height, isProgressive };
}

function problemOf({ bytes, contentType }: Upload, stored: StoredUpload): string | undefined {
  if (stored.bytes === bytes) return typeMismatch(contentType, stored.head);
  return `The file has ${stored.bytes} bytes instead of the announced ${bytes}.`;
}
