/** GET /api/v1/openapi.json */
import { createHash } from "node:crypto";
import { openApiDocument, type OpenApiDocument } from "../../../core/contract/openapi.js";
import { header } from "../../shared/http-event.js";
import type { RouteHandler } from "../../shared/http-request.js";

interface Made {
  readonly baseUrl: string;
  readonly document: OpenApiDocument;
  readonly etag: string;
}

/** The document is made at the first request for it, so that no other start of the function pays for it. */
export function openApiRoute(): RouteHandler<"openApi"> {
  let last: Made | undefined;
  return async ({ event, baseUrl, respond }) => {
    if (last?.baseUrl !== baseUrl) last = make(baseUrl);
    const headers = { etag: last.etag, "cache-control": "public, max-age=300" };
    const isKnown = tagsOf(header(event, "if-none-match")).includes(last.etag);
    return Promise.resolve(isKnown ? respond(304, undefined, headers) : respond(200, last.document, headers));
  };
}

function make(baseUrl: string): Made {
  const document = openApiDocument(baseUrl);
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("base64url");
  return { baseUrl, document, etag: `"${digest.slice(0, 22)}"` };
}

/** The tags of an If-None-Match header; a weak one names the same content. */
function tagsOf(ifNoneMatch = ""): string[] {
  return ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
