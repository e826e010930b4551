/** Remembers for some seconds which key has which scopes, because every request of an assistant needs them. */
import type { Identity, RenderService } from "./render-service.js";

/** The service itself remembers keys for this time. */
const KEPT_MS = 5_000;
const MAX_KEYS = 1_000;

export type IdentityCache = (apiKey: string, service: RenderService) => Promise<Identity>;

/** Creates a cache. An identity that cannot be read is not remembered. */
export function createIdentityCache(now: () => number): IdentityCache {
  const kept = new Map<string, { readonly identity: Promise<Identity>; readonly endsAtMs: number }>();

  return async (apiKey, service) => {
    const known = kept.get(apiKey);
    if (known !== undefined && now() < known.endsAtMs) return await known.identity;
    const identity = service.identify();
    kept.delete(apiKey);
    kept.set(apiKey, { identity, endsAtMs: now() + KEPT_MS });
    const oldest = kept.keys().next();
    if (kept.size > MAX_KEYS && oldest.done !== true) kept.delete(oldest.value);
    try {
      return await identity;
    } catch (error) {
      kept.delete(apiKey);
      throw error;
    }
  };
}
