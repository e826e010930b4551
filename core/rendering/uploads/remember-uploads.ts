import { type ByteCache } from "../byte-cache.js";
import { type Uploads } from "./uploads.js";

/** Uploads that are loaded once as long as there is room. What could not be loaded is tried again. */
export function rememberUploads(uploads: Uploads, remembered: ByteCache<Uint8Array>): Uploads {
  const { owner } = uploads;
  return {
    owner,
    load: async (id) => {
      const key = JSON.stringify([owner, id]);
      const known = remembered.get(key);
      if (known !== undefined) return known;
      const bytes = await uploads.load(id);
      remembered.set(key, bytes, bytes.byteLength);
      return bytes;
    },
  };
}
