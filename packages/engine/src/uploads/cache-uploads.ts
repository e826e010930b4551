import type { ByteCache } from "../shared/byte-cache.js";
import type { Uploads } from "./uploads.js";

/** Loads uploads through a cache. A failed load is not cached. */
export function cacheUploads(uploads: Uploads, cache: ByteCache<Uint8Array>): Uploads {
  const { owner } = uploads;
  return {
    owner,
    load: async (id) => {
      const key = JSON.stringify([owner, id]);
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const bytes = await uploads.load(id);
      cache.set(key, bytes, bytes.byteLength);
      return bytes;
    },
  };
}
