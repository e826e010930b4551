/** Headers of requests and answers in the OpenAPI document. */
import type { Route } from "../routes/route.js";
import type { JsonObject } from "./json-schema-of.js";

const REQUEST_HEADERS = {
  "Idempotency-Key":
    "1–255 visible ASCII characters. The same key and body gives the first successful answer again for 24 hours.",
  "If-Match": "The `ETag` that the change is made to; anything else is `PRECONDITION_FAILED`.",
  "If-None-Match": "An `ETag` that the caller has already; 304 if it still holds.",
  Range: "A range of bytes; 206 if it can be had, 416 if it lies beyond the end.",
  Origin: "Set by browsers; with a session it must be the service's own.",
} as const satisfies Record<NonNullable<Route["headers"]>[number], string>;

const ANSWER_HEADERS = {
  "X-Request-Id": "Names the request in the service's logs.",
  "Retry-After": "Whole seconds to wait before the next try.",
  RateLimit: 'What is left of the rate: `"class";r=requests;t=seconds until full`.',
  "RateLimit-Policy": 'The rate: `"class";q=requests at once;w=seconds to refill`.',
  "WWW-Authenticate": "`Bearer`. Responses for pictures, uploaded files and previews do not have this header.",
  ETag: "Identifies this state of the content.",
  "Idempotency-Replayed": "`true` when the answer was given before to the same Idempotency-Key.",
  "X-Render-Warnings": "The picture's warnings as JSON in ASCII.",
} as const;
type AnswerHeader = keyof typeof ANSWER_HEADERS;

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
export function answerHeaders(): Record<string, JsonObject> {
  const entries = Object.entries(ANSWER_HEADERS);
  return Object.fromEntries(entries.map(([name, description]) => [name, { description, schema: { type: "string" } }]));
}

export function headerRefs(...names: readonly AnswerHeader[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
