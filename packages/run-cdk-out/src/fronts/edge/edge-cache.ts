/** The cache of the edge, in memory. */
import { matchesInvalidation } from "./behaviors.js";
import type { GrowingBody } from "./growing-body.js";
import type { HeaderMap } from "./message.js";

/** A cached response. */
export interface CachedCopy {
  readonly key: string;
  /** The path and the query of the cache key, for invalidations. */
  readonly uri: string;
  readonly query: string;
  readonly status: number;
  headers: HeaderMap;
  readonly body: GrowingBody;
  /** The time at which the origin sent or confirmed it. */
  storedAtMs: number;
  expiresAtMs: number;
}

/** A running fetch, which other requests with the same cache key can share. */
export interface PendingFetch {
  readonly uri: string;
  readonly query: string;
  /** Resolves when the head of the response is known; to undefined if the response cannot be shared. */
  readonly copy: Promise<CachedCopy | undefined>;
}

const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Larger responses are not cached. CloudFront caches up to 50 GB, which is too much for a developer's machine. */
export const MAX_COPY_BYTES = 64 * 1024 * 1024;

/** A cache with a limited size. The least recently used responses are removed first. */
export class EdgeCache {
  /** The cached responses, in the order of their last use. */
  readonly #copies = new Map<string, CachedCopy>();
  readonly #pending = new Map<string, PendingFetch>();
  #bytes = 0;

  /** Finds a cached response, even an expired one. */
  get(key: string): CachedCopy | undefined {
    const copy = this.#copies.get(key);
    if (copy === undefined) return undefined;
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  /** Adds a response whose body is complete. */
  set(copy: CachedCopy): void {
    this.delete(copy.key);
    this.#copies.set(copy.key, copy);
    this.#bytes += copy.body.bytes;
    for (const oldest of this.#copies.keys()) {
      if (this.#bytes <= MAX_TOTAL_BYTES) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const copy = this.#copies.get(key);
    if (copy === undefined) return;
    this.#copies.delete(key);
    this.#bytes -= copy.body.bytes;
  }

  /** Returns the running fetch for a key. */
  pending(key: string): PendingFetch | undefined {
    return this.#pending.get(key);
  }

  addPending(key: string, pending: PendingFetch): void {
    this.#pending.set(key, pending);
  }

  /** Removes a running fetch. Returns false if it was purged, because its response is then outdated. */
  removePending(key: string, pending: PendingFetch): boolean {
    return this.#pending.get(key) === pending && this.#pending.delete(key);
  }

  /** Makes all responses older by this time. */
  age(ms: number): void {
    for (const copy of this.#copies.values()) {
      copy.storedAtMs -= ms;
      copy.expiresAtMs -= ms;
    }
  }

  /** Removes the responses and running fetches that the path of an invalidation covers, or all by default. */
  purge(pathPattern = "*"): void {
    const covers = ({ uri, query }: { readonly uri: string; readonly query: string }): boolean =>
      matchesInvalidation(pathPattern, uri) || (query !== "" && matchesInvalidation(pathPattern, `${uri}?${query}`));
    for (const copy of [...this.#copies.values()]) if (covers(copy)) this.delete(copy.key);
    for (const [key, pending] of [...this.#pending]) if (covers(pending)) this.#pending.delete(key);
  }
}
