/** The picture of a finished job, for an assistant to look at. */
import { OUTPUT_FORMATS } from "@image-render/client/formats";
import type { Caller } from "../service/caller.js";
import type { JsonObject, Job, Picture } from "../service/render-service.js";
import type { FileLink } from "./file-link.js";
import { MAX_SHOWN_PIXELS } from "./fit-scale.js";
import { previewOf } from "./preview.js";

/** The formats that assistants can see. */
const VISIBLE_FORMATS = ["png", "jpg", "webp"];
/** A larger picture would fill the response of the function, which holds 6 MB with its Base64. */
const MAX_SHOWN_BYTES = 1_500_000;

/** A newer service can have formats that this list does not have. */
const KNOWN_FORMATS: Readonly<Record<string, { readonly contentType: string }>> = OUTPUT_FORMATS;

/** Returns the link to the picture of a job, if it has one. */
export function linkTo({ id, format, assetUrl }: Job): FileLink[] {
  if (assetUrl === undefined) return [];
  const mediaType = KNOWN_FORMATS[format]?.contentType ?? "application/octet-stream";
  return [{ uri: assetUrl, name: `${id}.${format}`, mediaType }];
}

/**
 * Returns the job's own picture if an assistant can see it and it is small enough. Returns a preview of the same content
 * otherwise, if the key may make one.
 *
 * @param content the layers and variables of the request
 */
export async function pictureOf(job: Job, content: JsonObject, caller: Caller): Promise<Picture | undefined> {
  const { id, format, width, height, bytes = 0, assetUrl, template, version } = job;
  if (assetUrl === undefined) return undefined;
  const isSmall = width * height <= MAX_SHOWN_PIXELS && bytes <= MAX_SHOWN_BYTES;
  if (isSmall && VISIBLE_FORMATS.includes(format)) return await caller.service.download(id);
  if (!caller.scopes.includes("templates")) return undefined;
  const size = await caller.service.getOverrides(template, version);
  return await previewOf(caller.service, { template, size }, { ...content, version });
}
