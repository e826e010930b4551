/** Converts one row of the route table to an operation of the OpenAPI document. */
import { RATE_LIMITS, type RateLimit, type RateLimitName } from "../../core/contract/rate-limits.js";
import type { Access, Route } from "../../core/contract/routes/route.js";
import { errorResponsesOf } from "./error-responses.js";
import { bodyExample, pathExample, responseExample } from "./examples.js";
import { headerParameters, headerRefs } from "./headers.js";
import { type JsonObject, jsonSchemaOf } from "./json-schema-of.js";
import { schemaOrRef } from "./named-schemas.js";

const SECURITY: Readonly<Record<Access, readonly JsonObject[]>> = {
  public: [],
  key: [{ bearer: [] }, { session: [] }],
  signature: [{ signature: [] }],
  "key-or-signature": [{ bearer: [] }, { session: [] }, { signature: [] }],
};

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: "Done.",
  201: "Created.",
  202: "Queued.",
  204: "Done. There is no body.",
  206: "The requested range.",
  303: "The file is at `Location`.",
  304: "Not changed.",
  416: "The range is beyond the end.",
  503: "The picture is not ready. The body is plain text.",
};

/** @param name the route's name in the table, which becomes the operation's ID */
export function operationOf(name: string, route: Route): JsonObject {
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)];
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    description: descriptionOf(route),
    security: SECURITY[route.access],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && {
      requestBody: {
        required: route.bodyIsOptional !== true,
        content: { "application/json": { schema: schemaOrRef(route.body, "input"), ...bodyExample(name) } },
      },
    }),
    responses: { ...successResponses(name, route), ...errorResponsesOf(route) },
  };
}

function descriptionOf({ access, scopes, limit }: Route): string {
  const sentences = [
    access === "public" ? "Needs no key." : "",
    access === "signature" ? "Needs the `sig` of the URL instead of a key." : "",
    access === "key-or-signature" ? "Needs a key, a session, or the `sig` of the URL." : "",
    scopes === undefined ? "" : `The key needs the scope ${scopes.map((scope) => `\`${scope}\``).join(" or ")}.`,
    limit === undefined ? "" : rateSentence(limit),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function rateSentence(limit: RateLimitName): string {
  const { everyPlan: rate }: RateLimit = RATE_LIMITS[limit];
  if (rate === undefined) return `Counts against the plan's rate limit \`${limit}\`.`;
  return `Limited to ${rate.perSecond} requests per second and key, with bursts of ${rate.burst}.`;
}

function pathParameters({ path }: Route): JsonObject[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const schema = { type: "string", format: "uuid" };
  return names.map((name) => ({ name, in: "path", required: true, schema, ...pathExample(path) }));
}

function queryParameters({ query }: Route): JsonObject[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query, "input") as {
    properties?: Readonly<Record<string, JsonObject>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(description !== undefined && { description }),
    ...(required.includes(name) && { required: true }),
    schema,
  }));
}

function successResponses(name: string, route: Route): Record<string, JsonObject> {
  const entries = Object.keys(route.responses).map((status) => {
    const content = contentOf(name, route, Number(status));
    const response = {
      description: STATUS_TEXTS[Number(status)] ?? "Done.",
      headers: headersOf(route, Number(status)),
      ...(content !== undefined && { content }),
    };
    return [status, response] as const;
  });
  return Object.fromEntries(entries);
}

function contentOf(name: string, { method, media, responses }: Route, status: number): JsonObject | undefined {
  const schema = responses[status];
  if (schema !== undefined) {
    const json = { schema: schemaOrRef(schema, "output"), ...responseExample(name, status) };
    return { "application/json": json, ...mediaOf(media) };
  }
  if (status === 503) return mediaOf(["text/plain"]);
  if (media === undefined || method === "HEAD" || (status !== 200 && status !== 206)) return undefined;
  return mediaOf(media);
}

function mediaOf(media: Route["media"] = []): JsonObject {
  return Object.fromEntries(media.map((type) => [type, { schema: schemaOfMedia(type) }]));
}

/** `binary` is the format of OpenAPI 3.0, which client generators still need to return bytes. */
function schemaOfMedia(type: string): JsonObject {
  return type.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
}

function headersOf({ method, limit, headers = [], servedBy, media = [] }: Route, status: number): JsonObject {
  return {
    ...headerRefs("X-Request-Id"),
    ...(limit !== undefined && headerRefs("RateLimit", "RateLimit-Policy")),
    ...((headers.includes("If-None-Match") || headers.includes("If-Match")) && status < 400 && headerRefs("ETag")),
    ...(status === 503 && headerRefs("Retry-After")),
    ...((status === 201 || status === 202) && headerRefs("Location")),
    ...(media.includes("text/csv") && headerRefs("Link")),
    ...(headers.includes("Idempotency-Key") && headerRefs("Idempotency-Replayed")),
    ...(servedBy === "preview" && method === "POST" && headerRefs("X-Render-Warnings")),
  };
}
