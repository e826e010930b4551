/** Error responses in the OpenAPI document: one response for each set of codes with the same status. */
import { ERROR_CATALOGUE, type ErrorCode } from "../../core/contract/errors.js";
import { errorsOf, type Route } from "../../core/contract/routes/route.js";
import { headerRefs } from "./headers.js";
import { type JsonObject, refTo } from "./json-schema-of.js";

/** Returns references to a route's error responses, by status. `default` is the error that every request can get. */
export function errorResponsesOf(route: Route): Record<string, JsonObject> {
  const sets = Object.entries(codesByStatus(errorsOf(route)));
  const refs = sets.map(([status, codes]) => [status, { $ref: `#/components/responses/${nameOf(codes)}` }] as const);
  return { ...Object.fromEntries(refs), default: { $ref: "#/components/responses/INTERNAL" } };
}

/** Returns every response that {@link errorResponsesOf} refers to for these routes. */
export function errorResponses(routes: readonly Route[]): Record<string, JsonObject> {
  const sets = routes.flatMap((route) => Object.values(codesByStatus(errorsOf(route))));
  const named = new Map([...sets, ["INTERNAL"] as const].map((codes) => [nameOf(codes), codes]));
  const names = [...named.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, responseFor(named.get(name) ?? [])]));
}

function responseFor(codes: readonly ErrorCode[]): JsonObject {
  const waits = codes.some((code) => ["429", "503"].includes(String(ERROR_CATALOGUE[code].status)));
  const rates = codes.includes("RATE_LIMITED");
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].meaning}`).join("\n\n"),
    headers: {
      ...headerRefs("X-Request-Id"),
      ...(waits && headerRefs("Retry-After")),
      ...(rates && headerRefs("RateLimit", "RateLimit-Policy")),
      ...(codes.includes("UNAUTHORIZED") && headerRefs("WWW-Authenticate")),
    },
    content: {
      "application/json": {
        schema: {
          title: titleOf(codes),
          allOf: [{ $ref: refTo("ErrorBody") }, { properties: { code: { enum: codes } } }],
        },
      },
    },
  };
}

function codesByStatus(codes: readonly ErrorCode[]): Readonly<Record<number, readonly ErrorCode[]>> {
  const inOrder = (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).filter((code) => codes.includes(code));
  const statuses = [...new Set(inOrder.map((code) => ERROR_CATALOGUE[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [status, inOrder.filter((code) => ERROR_CATALOGUE[code].status === status)]),
  );
}

/** Returns the name of the type in generated clients, for example `NotFoundErrorBody`. */
function titleOf(codes: readonly ErrorCode[]): string {
  const names = codes.map((code) =>
    code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase()),
  );
  return `${names.join("Or").replace(/Error$/, "")}ErrorBody`;
}

function nameOf(codes: readonly ErrorCode[]): string {
  return codes.join("-");
}
