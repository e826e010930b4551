/** The ports of the archives of batches. */
import type { ArchiveRequest } from "../../contract/events/archive-requested.js";

export interface ArchiveRequests {
  /** Asks the function that makes archives for one. */
  publish(request: ArchiveRequest): Promise<void>;
}

export interface ArchiveBucket {
  /** Stores a file of unknown size in parts, with bounded memory. Resolves to its size. It is stored whole, or not at all. */
  put(key: string, chunks: AsyncIterable<Uint8Array>, headers: { readonly fileName: string }): Promise<number>;
}

export interface ArchiveUrls {
  /** A URL that needs no key and is valid for this time. */
  urlOf(key: string, expiresSeconds: number): Promise<string>;
}
