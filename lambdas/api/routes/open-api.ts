/** GET /api/v1/openapi.json */
import { DOCUMENT_CACHE_SECONDS } from "../../../core/contract/caching.js";
import { openApiDocument, type OpenApiDocument } from "../../../core/contract/openapi.js";
import { etagOf, isCurrent } from "../../shared/conditional.js";
import type { RouteHandler } from "../../shared/http-request.js";

interface CachedDocument {
  readonly baseUrl: string;
  readonly document: OpenApiDocument;
  readonly etag: string;
}

/** The first request creates the document, so that a cold start for another route does not pay for it. */
export function openApiRoute(): RouteHandler<"openApi"> {
  let last: CachedDocument | undefined;
  return async ({ event, baseUrl, respond }) => {
    if (last?.baseUrl !== baseUrl) last = createDocument(baseUrl);
    const headers = { etag: last.etag, "cache-control": `public, max-age=${DOCUMENT_CACHE_SECONDS}` };
    return Promise.resolve(
      isCurrent(event, last.etag) ? respond(304, undefined, headers) : respond(200, last.document, headers),
    );
  };
}

function createDocument(baseUrl: string): CachedDocument {
  const document = openApiDocument(baseUrl);
  return { baseUrl, document, etag: etagOf(document) };
}
