/** GET /api/v1/openapi.json */
import { DOCUMENT_CACHE_SECONDS } from "../../../core/contract/caching.js";
import { etagOf, isCurrent } from "../../shared/conditional.js";
import type { RouteHandler } from "../../shared/http-request.js";
import type { OpenApiDocument } from "../open-api.js";

/** Returns the document with the base URL as its server (`openApiDocument`). */
export type MakeOpenApiDocument = (baseUrl: string) => Promise<OpenApiDocument>;

interface CachedDocument {
  readonly baseUrl: string;
  readonly document: OpenApiDocument;
  readonly etag: string;
}

/** Reads the document at the first request for it, so that it does not delay a cold start for another route. */
export function openApiRoute(makeDocument: MakeOpenApiDocument): RouteHandler<"openApi"> {
  let last: CachedDocument | undefined;
  return async ({ event, baseUrl, respond }) => {
    if (last?.baseUrl !== baseUrl) {
      const document = await makeDocument(baseUrl);
      last = { baseUrl, document, etag: etagOf(document) };
    }
    const headers = { etag: last.etag, "cache-control": `public, max-age=${DOCUMENT_CACHE_SECONDS}` };
    return isCurrent(event, last.etag) ? respond(304, undefined, headers) : respond(200, last.document, headers);
  };
}
