/** Fetches a remote picture. */
import { FetchFault, statusFault } from "./fetch-fault.js";
import type { GuardedFetcher } from "./guarded-fetcher.js";
import { type ImageType, sniffImage } from "./sniff-image.js";

export interface FetchedImage {
  readonly bytes: Buffer;
  /** What the bytes are, by themselves. */
  readonly type: ImageType;
}

export interface FetchImageOptions {
  /** Lowers the fetcher's own limit. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

const HEADERS = { accept: "image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml,*/*;q=0.1" };

/**
 * Fetches a picture by GET and tells its type from its bytes. They are not decoded here: a picture that is damaged, or too
 * large in pixels, is found by who decodes it.
 * @throws FetchFault of kind `status` for anything but 2xx, `content` for what is no picture, and as `GuardedFetcher.fetch`
 */
export async function fetchImage(
  fetcher: GuardedFetcher,
  url: string,
  options: FetchImageOptions = {},
): Promise<FetchedImage> {
  const response = await fetcher.fetch(url, { ...options, headers: HEADERS });
  const { host } = new URL(response.finalUrl);
  if (response.status < 200 || response.status > 299) throw statusFault(host, response.status);
  const sniffed = sniffImage(response.bytes);
  if ("type" in sniffed) return { bytes: response.bytes, type: sniffed.type };
  const found = sniffed.other ?? "no picture";
  throw new FetchFault("content", `${host} answered with ${found}; PNG, JPEG, WebP, AVIF, GIF and SVG can be used.`);
}
