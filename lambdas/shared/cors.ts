/**
 * Decides which pages of other origins may read responses: any page may read pictures, and configured origins may use
 * the API.
 */
import { PREFLIGHT_SECONDS } from "../../core/deployment/preflight.js";
import { allowedMethods } from "./match-route.js";
import { header, type HttpEvent, targetOf } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";

const ALLOWED_HEADERS = "authorization, content-type, idempotency-key, if-match, if-none-match, range, last-event-id";
const EXPOSED_HEADERS =
  "content-disposition, etag, idempotency-replayed, link, location, ratelimit, ratelimit-policy, retry-after, x-render-warnings, x-request-id";
const PICTURE_PATH = /^\/api\/v1\/renders\/[^/]+\/(?:asset|image)$/;

/**
 * Returns the CORS headers of a response. They never allow credentials: sessions are for pages of the service's own
 * origin, and keys are sent in a header.
 */
export function corsHeaders(event: HttpEvent, corsOrigins: readonly string[]): Record<string, string> {
  const exposed = { "access-control-expose-headers": EXPOSED_HEADERS };
  if (PICTURE_PATH.test(targetOf(event).path)) {
    return { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin", ...exposed };
  }
  if (corsOrigins.includes("*")) return { "access-control-allow-origin": "*", ...exposed };
  const origin = header(event, "origin");
  if (corsOrigins.length === 0) return {};
  // The response depends on the origin even if this origin is not allowed.
  if (origin === undefined || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return { "access-control-allow-origin": origin, vary: "Origin", ...exposed };
}

/** Returns the response to OPTIONS, which states what a page may send. @throws ServiceError `NOT_FOUND`. */
export function preflightResponse(event: HttpEvent): HttpResponse {
  const methods = allowedMethods(targetOf(event).path).join(", ");
  const headers = {
    allow: methods,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
  return { statusCode: 204, headers, body: "" };
}
