/** Which pages of other origins may read what: pictures from anywhere, the API from the configured origins. */
import { allowedMethods } from "../../core/contract/match-route.js";
import type { HttpAnswer } from "./http-answer.js";
import { header, type HttpEvent, targetOf } from "./http-event.js";

const ALLOWED_HEADERS = "authorization, content-type, idempotency-key, if-match, if-none-match, range, last-event-id";
const EXPOSED_HEADERS =
  "content-disposition, etag, idempotency-replayed, location, ratelimit, ratelimit-policy, retry-after, x-render-warnings, x-request-id";
const PREFLIGHT_SECONDS = 7200;
const PICTURE_PATH = /^\/api\/v1\/renders\/[^/]+\/(?:asset|image)$/;

/** No credentials are ever allowed: a session belongs to the service's own origin, a key travels in a header. */
export function corsHeaders(event: HttpEvent, corsOrigins: readonly string[]): Record<string, string> {
  const exposed = { "access-control-expose-headers": EXPOSED_HEADERS };
  if (PICTURE_PATH.test(targetOf(event).path)) {
    return { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin", ...exposed };
  }
  if (corsOrigins.includes("*")) return { "access-control-allow-origin": "*", ...exposed };
  const origin = header(event, "origin");
  if (corsOrigins.length === 0) return {};
  // The answer differs by origin even where this one is not allowed.
  if (origin === undefined || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return { "access-control-allow-origin": origin, vary: "Origin", ...exposed };
}

/** The answer to OPTIONS: what a page may send, if it may send anything. @throws ServiceError `NOT_FOUND`. */
export function preflightAnswer(event: HttpEvent): HttpAnswer {
  const methods = allowedMethods(targetOf(event).path).join(", ");
  const headers = {
    allow: methods,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": ALLOWED_HEADERS,
    "access-control-max-age": String(PREFLIGHT_SECONDS),
  };
  return { statusCode: 204, headers, body: "" };
}
