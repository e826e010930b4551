/** Headers of requests and responses in the OpenAPI document. */
import { IDEMPOTENCY_MS } from "../limits.js";
import type { Route } from "../routes/route.js";
import type { JsonObject } from "./json-schema-of.js";

const REQUEST_HEADERS = {
  "Idempotency-Key": `1–255 visible ASCII characters. The same key with the same body returns the first successful response again for ${IDEMPOTENCY_MS / 3_600_000} hours.`,
  "If-Match":
    "The `ETag` that the change is based on. If it is not the current one, the response is `PRECONDITION_FAILED`.",
  "If-None-Match": "An `ETag` that the caller already has. If it is the current one, the response is 304.",
  "Last-Event-ID":
    "The `id` of the last event that the caller received. The event is not sent again. If it was the last one, the response is 204.",
  Range: "A range of bytes. The response is 206, or 416 if the range is beyond the end.",
  Origin: "Set by browsers. With a session, it must be the service's own origin.",
} as const satisfies Record<NonNullable<Route["headers"]>[number], string>;

const RESPONSE_HEADERS = {
  "X-Request-Id": "The ID of the request in the service's logs.",
  "Retry-After": "Whole seconds to wait before the next attempt.",
  RateLimit: 'The rest of the rate limit: `"class";r=requests;t=seconds until full`.',
  "RateLimit-Policy": 'The rate limit: `"class";q=requests at once;w=seconds to refill`.',
  "WWW-Authenticate": "`Bearer`.",
  Location: "The path of what was created.",
  ETag: "Identifies this state of the content.",
  "Idempotency-Replayed": "`true` if the response repeats the first response to the same Idempotency-Key.",
  "X-Render-Warnings": "The picture's warnings as JSON in ASCII.",
} as const;
type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Header parameters of a request. */
export function headerParameters({ headers = [] }: Route): JsonObject[] {
  return headers.map((name) => ({
    name,
    in: "header",
    description: REQUEST_HEADERS[name],
    schema: { type: "string" },
  }));
}

/** The definitions that {@link headerRefs} refers to. */
export function responseHeaders(): Record<string, JsonObject> {
  const entries = Object.entries(RESPONSE_HEADERS);
  return Object.fromEntries(entries.map(([name, description]) => [name, { description, schema: { type: "string" } }]));
}

export function headerRefs(...names: readonly ResponseHeader[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
