/** Fetches a remote image. */
import { type ImageType, sniffImage } from "@image-render/engine/images";
import { FetchFailure, type GuardedFetcher, statusFailure } from "@image-render/guarded-fetch";
import { USER_AGENT } from "./user-agent.js";

export interface FetchedImage {
  readonly bytes: Buffer;
  /** The type according to the bytes. */
  readonly type: ImageType;
}

export interface FetchImageOptions {
  /** Lowers the limit of the fetcher. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

const HEADERS = {
  accept: "image/png,image/jpeg,image/webp,image/avif,image/gif,image/svg+xml,*/*;q=0.1",
  "user-agent": USER_AGENT,
};

/**
 * Fetches an image with GET and detects its type from its bytes. Does not decode it: the decoder detects damaged images and
 * images with too many pixels.
 *
 * @throws FetchFailure of kind `status` for a status other than 2xx, `content` for a file that is not an image, and as
 *   `GuardedFetcher.fetch`.
 */
export async function fetchImage(
  fetcher: GuardedFetcher,
  url: string,
  options: FetchImageOptions = {},
): Promise<FetchedImage> {
  const response = await fetcher.fetch(url, { ...options, headers: HEADERS });
  const { host } = new URL(response.finalUrl);
  if (response.status < 200 || response.status > 299) throw statusFailure(host, response.status);
  const sniffed = sniffImage(response.bytes);
  if ("type" in sniffed) return { bytes: response.bytes, type: sniffed.type };
  const found = sniffed.other ?? "a file that is not an image";
  throw new FetchFailure("content", `${host} returned ${found}. Use a PNG, JPEG, WebP, AVIF, GIF, or SVG image.`);
}
