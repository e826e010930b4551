/** Finds uploads, and looks at a file the first time that somebody asks for it. */
import { uploadTypeSchema } from "../contract/uploads-api.js";
import type { Log } from "../renders/ports.js";
import type { StoredUpload, UploadFiles, UploadStore } from "./ports.js";
import { SNIFFED_BYTES, uploadFault } from "./sniff-upload.js";
import { type Upload, uploadKey } from "./upload.js";

export interface OpenUploadDependencies {
  readonly uploads: Pick<UploadStore, "find" | "findAll" | "settle">;
  readonly files: UploadFiles;
  readonly log: Log;
}

/** Files that are looked at side by side. */
const PARALLEL_LOOKS = 8;

/** The upload with its verdict if its file has come; `undefined` when the workspace has no such upload. */
export async function openUpload(
  dependencies: OpenUploadDependencies,
  workspaceId: string,
  uploadId: string,
): Promise<Upload | undefined> {
  const known = await dependencies.uploads.find(workspaceId, uploadId);
  return await judge(dependencies, { workspaceId, id: uploadId }, known);
}

/** As {@link openUpload} for several, by id; the settled ones cost one read together. */
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
      const upload = await judge(dependencies, { workspaceId, id }, known.get(id));
      if (upload !== undefined) opened.set(id, upload);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_LOOKS }, work));
  return opened;
}

/**
 * An announcement is forgotten after a day, but a file that came in time is not lost with it: the bucket holds only what
 * was signed, so the file itself tells what was announced.
 */
async function judge(
  { uploads, files, log }: OpenUploadDependencies,
  owner: Pick<Upload, "workspaceId" | "id">,
  known: Upload | undefined,
): Promise<Upload | undefined> {
  if (known !== undefined && known.state !== "waiting") return known;
  const key = uploadKey(owner);
  const stored = await files.look(key, SNIFFED_BYTES);
  const announced = stored === undefined ? known : (known ?? announcedBy(owner, stored));
  if (announced === undefined || stored === undefined) return announced;
  const error = faultOf(announced, stored);
  const settled = await uploads.settle(
    error === undefined ? { ...announced, state: "ready" } : { ...announced, state: "refused", error },
  );
  if (settled.state === "refused") {
    await files.remove(key).catch((cause: unknown) => {
      // It is refused all the same.
      log.warn("The file of a refused upload could not be removed.", { key, error: cause });
    });
  }
  return settled;
}

function announcedBy(owner: Pick<Upload, "workspaceId" | "id">, stored: StoredUpload): Upload | undefined {
  const contentType = uploadTypeSchema.safeParse(stored.contentType);
  if (!contentType.success) return undefined;
  const { bytes, storedAtMs } = stored;
  return { ...owner, contentType: contentType.data, bytes, state: "waiting", createdAtMs: storedAtMs };
}

function faultOf({ bytes, contentType }: Upload, stored: StoredUpload): string | undefined {
  if (stored.bytes === bytes) return uploadFault(contentType, stored.head);
  return `The file has ${stored.bytes} bytes, not the ${bytes} that were announced.`;
}
