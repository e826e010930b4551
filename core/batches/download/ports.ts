/** The ports of batch downloads. */
import type { DownloadRequest } from "../../contract/events/download-requested.js";

export interface DownloadRequests {
  /** Asks the function for batch downloads to create a download. */
  publish(request: DownloadRequest): Promise<void>;
}

export interface DownloadHeaders {
  readonly fileName: string;
  readonly contentType: string;
}

export interface DownloadBucket {
  /**
   * Stores a file of unknown size in parts, with bounded memory. Resolves to its size. The file is stored completely or
   * not at all.
   */
  put(key: string, chunks: AsyncIterable<Uint8Array>, headers: DownloadHeaders): Promise<number>;
}

export interface DownloadUrls {
  /** Resolves to a URL that needs no key and is valid for this time. */
  urlOf(key: string, expiresSeconds: number): Promise<string>;
}
