/** Announcements and files of uploads, in memory. */
import type { StoredUpload, UploadFiles, UploadStore, UploadTickets } from "../../core/uploads/ports.js";
import type { Upload } from "../../core/uploads/upload.js";

export function createInMemoryUploads(...announced: readonly Upload[]) {
  const items = new Map(announced.map((upload) => [upload.id, upload]));
  const objects = new Map<string, StoredUpload>();
  const counts = { reads: 0, fileReads: 0 };
  const owned = (workspaceId: string, id: string) => {
    const upload = items.get(id);
    return upload?.workspaceId === workspaceId ? upload : undefined;
  };
  const uploads: UploadStore = {
    announce: async (upload) => void items.set(upload.id, upload),
    find: async (workspaceId, id) => {
      counts.reads += 1;
      return owned(workspaceId, id);
    },
    findAll: async (workspaceId, ids) => {
      counts.reads += 1;
      return ids.map((id) => owned(workspaceId, id)).filter((upload) => upload !== undefined);
    },
    finalize: async (upload) => {
      const present = items.get(upload.id);
      if (present !== undefined && present.state !== "waiting") return present;
      items.set(upload.id, upload);
      return upload;
    },
  };
  const files: UploadFiles = {
    readHead: async (key, headBytes) => {
      counts.fileReads += 1;
      const object = objects.get(key);
      return object === undefined ? undefined : { ...object, head: object.head.subarray(0, headBytes) };
    },
    remove: async (key) => void objects.delete(key),
  };
  const tickets: UploadTickets = {
    make: async (upload, nowMs, expiresSeconds) =>
      Promise.resolve({ url: `https://bucket.example/${upload.id}?at=${nowMs}&for=${expiresSeconds}`, headers: {} }),
  };
  return { uploads, files, tickets, items, objects, counts };
}
