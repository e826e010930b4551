/** Headers of requests and responses in the OpenAPI document. */
import { IDEMPOTENCY_MS } from "../../core/contract/limits.js";
import type { Route } from "../../core/contract/routes/route.js";
import type { JsonObject } from "./json-schema-of.js";

interface Header {
  readonly description: string;
  readonly schema: JsonObject;
  readonly example: string | number;
}

const matching = (pattern: string): JsonObject => ({ type: "string", pattern });
/** One entity tag, and a list of them or `*`: RFC 9110, 8.8.3 and 13.1. */
const ENTITY_TAG = '(W/)?"[!#-~]*"';
const ENTITY_TAGS = `^(\\*|${ENTITY_TAG}( *, *${ENTITY_TAG})*)$`;

const REQUEST_HEADERS: Readonly<Record<NonNullable<Route["headers"]>[number], Header>> = {
  "Idempotency-Key": {
    description: `1–255 visible ASCII characters. The same key with the same body returns the first successful response again for ${IDEMPOTENCY_MS / 3_600_000} hours.`,
    schema: matching("^[!-~]{1,255}$"),
    example: "order-1842",
  },
  "If-Match": {
    description:
      "The `ETag` that the change is based on. If it is not the current one, the response is `PRECONDITION_FAILED`.",
    schema: matching(ENTITY_TAGS),
    example: '"3"',
  },
  "If-None-Match": {
    description: "An `ETag` that the caller already has. If it is the current one, the response is 304.",
    schema: matching(ENTITY_TAGS),
    example: '"9f2c7d"',
  },
  "Last-Event-ID": {
    description:
      "The `id` of the last event that the caller received. The event is not sent again. If it was the last one, the response is 204.",
    schema: matching("^(queued|done|failed|jobs)\\.[0-9a-f]+$"),
    example: "queued.1",
  },
  Range: {
    description: "A range of bytes. The response is 206, or 416 if the range is beyond the end.",
    schema: matching("^bytes=(\\d+-\\d*|-\\d+)$"),
    example: "bytes=0-1023",
  },
  Origin: {
    description: "Set by browsers. With a session, it must be the service's own origin.",
    schema: { type: "string", format: "uri" },
    example: "https://images.example.com",
  },
};

const RESPONSE_HEADERS = {
  "X-Request-Id": {
    description: "The ID of the request in the service's logs.",
    schema: matching("^[!-~]+$"),
    example: "Y84pdAGJ7Q_R8-TFUoHcigB9s",
  },
  "Retry-After": {
    description: "Whole seconds to wait before the next attempt.",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  RateLimit: {
    description: 'What remains of the rate limit: `"class";r=requests;t=seconds until full`.',
    schema: matching('^"[a-z]+";r=\\d+;t=\\d+$'),
    example: '"create";r=49;t=1',
  },
  "RateLimit-Policy": {
    description: 'The rate limit: `"class";q=requests at once;w=seconds to refill`.',
    schema: matching('^"[a-z]+";q=\\d+;w=\\d+$'),
    example: '"create";q=50;w=5',
  },
  "WWW-Authenticate": { description: "`Bearer`.", schema: { type: "string", enum: ["Bearer"] }, example: "Bearer" },
  Location: {
    description: "The path of the created resource.",
    schema: { type: "string", format: "uri-reference" },
    example: "/api/v1/renders/3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
  },
  Link: {
    description: 'The next page, with `rel="next"`. Absent on the last page.',
    schema: matching('^<[!-~]+>; rel="next"$'),
    example: '</api/v1/usage/ledger?format=csv&cursor=MCNsZWRnZXI.Zk3vT1q8bXcW0aRu>; rel="next"',
  },
  ETag: {
    description: "Identifies this state of the content.",
    schema: matching(`^${ENTITY_TAG}$`),
    example: '"9f2c7d"',
  },
  "Idempotency-Replayed": {
    description: "`true` if the response repeats the first response to the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
  "X-Render-Warnings": {
    description: "The picture's warnings as JSON in ASCII.",
    schema: matching("^[ -~]*$"),
    example: '[{"code":"TEXT_CUT","layer":"title","message":"The text was cut."}]',
  },
} as const satisfies Record<string, Header>;
type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Header parameters of a request. */
export function headerParameters({ headers = [] }: Route): JsonObject[] {
  return headers.map((name) => ({ name, in: "header", ...REQUEST_HEADERS[name] }));
}

/** The definitions that {@link headerRefs} refers to. */
export function responseHeaders(): Record<string, JsonObject> {
  return { ...RESPONSE_HEADERS };
}

export function headerRefs(...names: readonly ResponseHeader[]): Record<string, JsonObject> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
