/** Pictures, inputs, and documents in memory, with the same conditions as S3. */
import type { DocumentBucket } from "../../aws/document-bucket.js";
import type { RenderInputs } from "../../core/renders/job.js";
import type { InputStore, PictureStore } from "../../core/renders/ports.js";
import type { StoredPictures } from "../../core/signed-images/purge-image.js";

export function createInMemoryPictures(): PictureStore & StoredPictures & { readonly stored: Map<string, Uint8Array> } {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    putFirst: async (key, { bytes }) => {
      const before = stored.get(key);
      if (before !== undefined) return { bytes: before.byteLength };
      stored.set(key, bytes);
      return { bytes: bytes.byteLength, etag: `"${key}"` };
    },
    sizeOf: async (key) => stored.get(key)?.byteLength,
    remove: async (key) => void stored.delete(key),
  };
}

export function createInMemoryInputs(): InputStore & { readonly stored: Map<string, RenderInputs> } {
  const stored = new Map<string, RenderInputs>();
  return {
    stored,
    put: async (key, inputs) => void stored.set(key, inputs),
    get: async (key) => required(stored.get(key), key),
    find: async (key) => stored.get(key),
    remove: async (key) => void stored.delete(key),
  };
}

export function createInMemoryDocuments(): DocumentBucket & {
  readonly stored: Map<string, string>;
  /** The keys of documents that a lifecycle rule will delete. */
  readonly expiring: Set<string>;
} {
  const stored = new Map<string, string>();
  const expiring = new Set<string>();
  return {
    stored,
    expiring,
    expire: async (key) => {
      if (stored.has(key)) expiring.add(key);
    },
    keep: async (key, restoration) => {
      const kept = `${restoration}/${key}`;
      stored.set(kept, required(stored.get(key), key));
      return kept;
    },
    put: async (workspaceId, templateId, text) => {
      const key = `${workspaceId}/${templateId}/${stored.size}`;
      stored.set(key, text);
      return key;
    },
    get: async (key) => required(stored.get(key), key),
  };
}

function required<T>(value: T | undefined, key: string): T {
  if (value === undefined) throw new Error(`There is no object ${key}.`);
  return value;
}
