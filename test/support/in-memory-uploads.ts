/** Uploads and their files in memory, with the same conditions as the table and S3. */
import { ServiceError } from "../../core/contract/errors.js";
import { MAX_UPLOAD_BYTES } from "../../core/contract/limits.js";
import type { UploadReader } from "../../core/renders/ports.js";
import type { StoredUpload, UploadFiles, UploadStore, UploadTickets } from "../../core/uploads/ports.js";
import { type Upload, uploadKey } from "../../core/uploads/upload.js";
import { createInMemoryRecords } from "./in-memory-records.js";

export interface InMemoryUploads {
  readonly uploads: UploadStore;
  readonly files: UploadFiles;
  readonly reader: UploadReader;
  readonly tickets: UploadTickets;
  /** The stored files by storage key. `head` contains the whole file. */
  readonly objects: Map<string, StoredUpload>;
  /** The number of reads of uploads and of files. */
  readonly counts: { reads: number; fileReads: number };
}

export function createInMemoryUploads(...announced: readonly Upload[]): InMemoryUploads {
  const items = new Map(announced.map((upload) => [uploadKey(upload), upload]));
  const objects = new Map<string, StoredUpload>();
  const counts = { reads: 0, fileReads: 0 };
  const uploads = createStore(items, counts);
  return { uploads, ...createFileStores(objects, counts), objects, counts };
}

function createStore(items: Map<string, Upload>, counts: InMemoryUploads["counts"]): UploadStore {
  const removed = new Set<string>();
  const records = createInMemoryRecords();
  const get = (key: string) => (removed.has(key) ? undefined : items.get(key));
  return {
    announce: async (upload, _expiresAtMs, record) => {
      records.requireFree(record);
      if (items.has(uploadKey(upload))) throw new Error(`The upload ${upload.id} exists.`);
      records.keep(record);
      items.set(uploadKey(upload), upload);
    },
    find: async (workspaceId, id) => {
      counts.reads += 1;
      return get(uploadKey({ workspaceId, id }));
    },
    findAll: async (workspaceId, ids) => {
      counts.reads += 1;
      return ids.flatMap((id) => get(uploadKey({ workspaceId, id })) ?? []);
    },
    finalize: async (upload) => {
      const key = uploadKey(upload);
      if (removed.has(key)) return undefined;
      const stored = items.get(key);
      if (stored !== undefined && stored.state !== "waiting") return stored;
      items.set(key, upload);
      return upload;
    },
    list: async (workspaceId, { limit, before = "~" }) => {
      const older = [...items.values()]
        .filter((upload) => upload.workspaceId === workspaceId && upload.id < before && !removed.has(uploadKey(upload)))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const page = older.slice(0, limit);
      return { uploads: page, next: older.length > limit ? page.at(-1)?.id : undefined };
    },
    remove: async (workspaceId, id) => {
      const key = uploadKey({ workspaceId, id });
      if (get(key) === undefined) return false;
      removed.add(key);
      return true;
    },
  };
}

function createFileStores(
  objects: InMemoryUploads["objects"],
  counts: InMemoryUploads["counts"],
): Pick<InMemoryUploads, "files" | "reader" | "tickets"> {
  return {
    files: {
      readHead: async (key, headBytes) => {
        counts.fileReads += 1;
        const object = objects.get(key);
        return object === undefined ? undefined : { ...object, head: object.head.subarray(0, headBytes) };
      },
      copy: async (from, to) => {
        const object = objects.get(from);
        if (object === undefined) return false;
        objects.set(to, object);
        return true;
      },
      remove: async (key) => void objects.delete(key),
      block: async (key) =>
        void objects.set(key, { contentType: "text/plain", bytes: 7, head: Buffer.from("refused"), storedAtMs: 0 }),
    },
    reader: {
      read: async (workspaceId, id) => {
        const object = objects.get(uploadKey({ workspaceId, id }));
        if (object === undefined) throw new ServiceError("VALIDATION_ERROR", `There is no upload ${id}.`);
        if (object.bytes > MAX_UPLOAD_BYTES.image) {
          throw new ServiceError("VALIDATION_ERROR", `The upload ${id} is too large.`);
        }
        return object.head;
      },
    },
    tickets: {
      make: async (upload, nowMs, expiresSeconds) => ({
        url: `https://bucket.example/${upload.id}?at=${nowMs}&for=${expiresSeconds}`,
        headers: {},
      }),
    },
  };
}
