/** GET /api/v1/templates/{id}/thumbnail */
import { Readable } from "node:stream";
import {
  PRIVATE_CACHE_CONTROL,
  PRIVATE_FOREVER_CACHE_CONTROL,
  PRIVATE_SHORT_CACHE_CONTROL,
} from "../../../core/contract/caching.js";
import { openThumbnail, type ThumbnailDependencies } from "../../../core/previews/open-thumbnail.js";
import { requireTemplate } from "../../../core/templates/require-template.js";
import { isCurrent } from "../../shared/conditional.js";
import type { RouteHandler } from "../../shared/http-request.js";

export function thumbnailRoute(dependencies: Omit<ThumbnailDependencies, "log">): RouteHandler<"getThumbnail"> {
  return async ({ event, caller, baseUrl, params, query, log }) => {
    const stored = await requireTemplate(
      dependencies.templates,
      caller.workspaceId,
      params.id,
      query.version ?? "highest",
    );
    // A version never changes, so its number is the entity tag.
    const etag = `"${stored.version.version}"`;
    const finalHeaders = {
      etag,
      "cache-control": query.version === undefined ? PRIVATE_CACHE_CONTROL : PRIVATE_FOREVER_CACHE_CONTROL,
    };
    if (isCurrent(event, etag)) return { statusCode: 304, headers: finalHeaders, body: "" };
    const { bytes, isFinal } = await openThumbnail({ ...dependencies, log }, { caller, baseUrl }, stored);
    const headers: Record<string, string> = isFinal ? finalHeaders : { "cache-control": PRIVATE_SHORT_CACHE_CONTROL };
    return { statusCode: 200, headers: { "content-type": "image/webp", ...headers }, body: Readable.from([bytes]) };
  };
}
