/** GET /api/v1/openapi.json */
import { createHash } from "node:crypto";
import { DOCUMENT_CACHE_SECONDS } from "../../../core/contract/caching.js";
import { openApiDocument, type OpenApiDocument } from "../../../core/contract/openapi.js";
import { header } from "../../shared/http-event.js";
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
    const isCurrent = tagsOf(header(event, "if-none-match")).includes(last.etag);
    return Promise.resolve(isCurrent ? respond(304, undefined, headers) : respond(200, last.document, headers));
  };
}

function createDocument(baseUrl: string): CachedDocument {
  const document = openApiDocument(baseUrl);
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("base64url");
  return { baseUrl, document, etag: `"${digest.slice(0, 22)}"` };
}

/** The tags of an If-None-Match header. A weak tag names the same content. */
function tagsOf(ifNoneMatch = ""): string[] {
  return ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
