/** The edge's memory of answers. */
import { matchesInvalidation } from "./behaviors.js";
import { type GrowingBody } from "./growing-body.js";
import { type HeaderMap } from "./message.js";

/** One cached answer. */
export interface CachedCopy {
  readonly key: string;
  /** The path and the keyed query, for invalidations. */
  readonly uri: string;
  readonly query: string;
  readonly status: number;
  headers: HeaderMap;
  readonly body: GrowingBody;
  /** When the origin gave or confirmed it. */
  storedAtMs: number;
  expiresAtMs: number;
}

/** An answer that is being fetched for everyone who asks for it meanwhile. */
export interface Flight {
  readonly uri: string;
  readonly query: string;
  /** The copy once its head is there; undefined if the answer turned out to be for one viewer only. */
  readonly copy: Promise<CachedCopy | undefined>;
}

const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Larger answers pass through uncached. CloudFront takes 50 GB; a developer's machine does not. */
export const MAX_COPY_BYTES = 64 * 1024 * 1024;

/** Keeps copies up to a number of bytes; those least recently used make room. */
export class EdgeCache {
  /** In the order of their last use. */
  readonly #copies = new Map<string, CachedCopy>();
  readonly #flights = new Map<string, Flight>();
  #bytes = 0;

  /** Finds a copy, fresh or not. */
  get(key: string): CachedCopy | undefined {
    const copy = this.#copies.get(key);
    if (copy === undefined) return undefined;
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    return copy;
  }

  /** Keeps a copy whose body is complete. */
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

  /** The fetch of a key that is under way. */
  flight(key: string): Flight | undefined {
    return this.#flights.get(key);
  }

  takeOff(key: string, flight: Flight): void {
    this.#flights.set(key, flight);
  }

  /** Ends a fetch. False if it had been purged: what it brought is out of date already. */
  land(key: string, flight: Flight): boolean {
    return this.#flights.get(key) === flight && this.#flights.delete(key);
  }

  /** Forgets what an invalidation's path covers (`/img/*`), or everything; fetches under way included. */
  purge(pathPattern = "*"): void {
    const covers = ({ uri, query }: { readonly uri: string; readonly query: string }): boolean =>
      matchesInvalidation(pathPattern, uri) || (query !== "" && matchesInvalidation(pathPattern, `${uri}?${query}`));
    for (const copy of [...this.#copies.values()]) if (covers(copy)) this.delete(copy.key);
    for (const [key, flight] of [...this.#flights]) if (covers(flight)) this.#flights.delete(key);
  }
}
