import type { IncomingMessage } from "node:http";

/** The `CorsConfiguration` of an HTTP API, in CloudFormation's notation. */
export interface CorsConfiguration {
  readonly AllowOrigins?: readonly string[];
  readonly AllowMethods?: readonly string[];
  readonly AllowHeaders?: readonly string[];
  readonly ExposeHeaders?: readonly string[];
  readonly AllowCredentials?: boolean;
  readonly MaxAge?: number;
}

/** Returns whether a request is a CORS preflight, to which API Gateway responds itself. */
export function isPreflight(request: IncomingMessage): boolean {
  return (
    request.method === "OPTIONS" &&
    request.headers.origin !== undefined &&
    request.headers["access-control-request-method"] !== undefined
  );
}

/** Returns the headers of the response to a preflight; empty if the origin is not allowed. */
export function preflightHeaders(cors: CorsConfiguration, request: IncomingMessage): Record<string, string> {
  const common = originHeaders(cors, request);
  if (Object.keys(common).length === 0) return {};
  return {
    ...common,
    ...list("access-control-allow-methods", cors.AllowMethods),
    ...list("access-control-allow-headers", cors.AllowHeaders),
    ...(cors.MaxAge === undefined ? {} : { "access-control-max-age": String(cors.MaxAge) }),
  };
}

/**
 * Returns the headers with which API Gateway overwrites those of a function's response; empty if the origin is not
 * allowed.
 */
export function corsResponseHeaders(cors: CorsConfiguration, request: IncomingMessage): Record<string, string> {
  const common = originHeaders(cors, request);
  if (Object.keys(common).length === 0) return {};
  return { ...common, ...list("access-control-expose-headers", cors.ExposeHeaders) };
}

function originHeaders(cors: CorsConfiguration, request: IncomingMessage): Record<string, string> {
  const origin = request.headers.origin;
  const allowed = cors.AllowOrigins ?? [];
  if (origin === undefined) return {};
  const any = allowed.includes("*");
  if (!any && !allowed.some((pattern) => matchesOrigin(pattern, origin))) return {};
  return {
    "access-control-allow-origin": any ? "*" : origin,
    ...(any ? {} : { vary: "Origin" }),
    ...(cors.AllowCredentials === true ? { "access-control-allow-credentials": "true" } : {}),
  };
}

/** `https://*` and `http://*` allow all origins of that scheme. Any other pattern is one exact origin. */
function matchesOrigin(pattern: string, origin: string): boolean {
  return pattern.endsWith("://*") ? origin.startsWith(pattern.slice(0, -1)) : pattern === origin;
}

function list(name: string, values: readonly string[] | undefined): Record<string, string> {
  return values === undefined || values.length === 0 ? {} : { [name]: values.join(",") };
}
