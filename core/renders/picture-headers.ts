/** The headers that are stored with a job's picture and returned with it. */
import { ASSET_CACHE_SECONDS, SIGNED_IMAGE_CACHE_SECONDS } from "../contract/caching.js";
import { FORMATS } from "@image-render/engine/formats";
import type { Job } from "./job.js";
import type { PictureHeaders } from "./ports.js";

/** CloudFront and browsers cache an asset for one day, so that edge copies of archived assets expire within a day. */
export const ASSET_CACHE_CONTROL = `public, max-age=${ASSET_CACHE_SECONDS}, immutable`;
/** A signed image never changes. */
export const SIGNED_IMAGE_CACHE_CONTROL = `public, max-age=${SIGNED_IMAGE_CACHE_SECONDS}, immutable`;

export function pictureHeaders({ id, format, storedAs }: Pick<Job, "id" | "format" | "storedAs">): PictureHeaders {
  const { contentType } = FORMATS[format];
  if (storedAs !== undefined) return { contentType, cacheControl: SIGNED_IMAGE_CACHE_CONTROL };
  return { contentType, cacheControl: ASSET_CACHE_CONTROL, contentDisposition: `inline; filename="${id}.${format}"` };
}
