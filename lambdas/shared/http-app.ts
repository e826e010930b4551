/**
 * The handler of every HTTP function. It refuses requests that did not come through the edge, routes by the contract's
 * table, and turns every error into the contract's error body.
 */
import middy, { type MiddlewareObj } from "@middy/core";
import type { Context } from "aws-lambda";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import type { Admission } from "../../core/access/rate-limiter.js";
import { ERROR_CATALOGUE, ServiceError } from "../../core/contract/errors.js";
import { RATE_LIMITS } from "../../core/contract/rate-limits.js";
import { matchRoute } from "./match-route.js";
import { parseQuery, readBody } from "../../core/contract/parse-body.js";
import type { Route, RouteName } from "../../core/contract/routes.js";
import { TRUSTED_HEADERS } from "../../core/deployment/trusted-headers.js";
import { equalInConstantTime } from "../../core/signing/equal-in-constant-time.js";
import { admit, type AdmissionDependencies, admitMore, identify, rateLimitHeaders } from "./admission.js";
import { compressed } from "./compressed.js";
import { corsHeaders, preflightResponse } from "./cors.js";
import { baseUrlOf, header, type HttpEvent, requestIdOf, targetOf } from "./http-event.js";
import type { HttpRequest, Respond, RouteHandler, RouteHandlers } from "./http-request.js";
import { errorResponse, type HttpResponse, jsonResponse, toServiceError } from "./http-response.js";
import type { OriginSecrets } from "./live-origin-secrets.js";
import type { FunctionLog } from "./logger.js";
import { readJson } from "./read-json.js";
import { withoutRenamedHeaders } from "./renamed-headers.js";
import { noteFacts, requestLog } from "./request-log.js";

export interface HttpAppOptions {
  /** The routes that this function serves. Every other route of the table is not found here. */
  readonly routes: RouteHandlers;
  /** How callers are authenticated and limited. A function without routes for keys needs none. */
  readonly admission?: AdmissionDependencies;
  /** The secrets that CloudFront may send. `undefined` where the platform itself admits only CloudFront. */
  readonly originSecrets: OriginSecrets | undefined;
  /** Origins whose pages may call the API. `*` means all. */
  readonly corsOrigins: readonly string[];
  readonly log: FunctionLog;
  /**
   * Runs before each request, and refreshes the data that outlives a request. A function can be frozen for hours
   * between two requests.
   */
  readonly refresh?: () => Promise<void>;
  /** Whether responses are streamed (function URL) or returned whole (HTTP API). */
  readonly streaming: boolean;
}

type AppMiddleware = MiddlewareObj<HttpEvent, HttpResponse>;

/** Creates the Lambda handler. */
export function createHttpApp(options: HttpAppOptions) {
  const executionMode = options.streaming ? { executionMode: executionModeStreamifyResponse } : {};
  return (
    middy<HttpEvent, HttpResponse>({
      timeoutEarlyInMillis: 0,
      // This runs after the end of the response. Lambda lets the function run until this promise has settled.
      requestEnd: async ({ event }) => {
        await Promise.all(workOf.get(event as HttpEvent) ?? []);
      },
      ...executionMode,
    })
      // This middleware handles the response last, because it is added first.
      .use([...(options.streaming ? [withoutRenamedHeaders()] : []), requestLog(options.log)])
      .use(standardHeaders(options))
      .use(errorResponses(options))
      .use(edgeOnly(options.originSecrets))
      .handler(async (event, context) => {
        await options.refresh?.();
        return await route(options, event, context);
      })
  );
}

/** The work that an invocation waits for after its response, by event. */
const workOf = new WeakMap<HttpEvent, Promise<void>[]>();

/** The headers from admission, by event. They belong to the response even if it is an error. */
const admissionHeaders = new WeakMap<HttpEvent, Readonly<Record<string, string>>>();

async function route(options: HttpAppOptions, event: HttpEvent, context: Context): Promise<HttpResponse> {
  const startedAtMs = performance.now();
  const { method } = event.requestContext.http;
  if (method === "OPTIONS") return preflightResponse(event);
  const match = matchRoute(method, targetOf(event).path);
  const handler = options.routes[match.name] as RouteHandler<RouteName> | undefined;
  if (handler === undefined) throw new ServiceError("NOT_FOUND", "There is nothing at this address.");
  const requestId = requestIdOf(event);
  const baseUrl = baseUrlOf(event);
  noteFacts(event, { route: `${match.route.method} ${match.route.path}` });
  const { caller, admission } = await admit(options.admission, match.route, event);
  noteFacts(event, { workspaceId: caller?.workspaceId });
  requireAdmission(event, match.route, admission);
  const { query, body, bodyIsOptional, malformedFields: malformed, checkedLater } = match.route;
  const json = body === undefined ? undefined : readJson(event, bodyIsOptional && {});
  const read = body === undefined ? undefined : readBody(body, json, { malformed, checkedLater });
  const request = {
    ...match,
    event,
    requestId,
    baseUrl,
    caller,
    recheckCaller: async () => {
      await identify(options.admission, match.route, event);
    },
    takeTokens: async (count: number, reason: string) => {
      const more = count > 0 ? await admitMore(options.admission, match.route, caller, count) : undefined;
      requireAdmission(event, match.route, more, reason);
    },
    query: query === undefined ? undefined : parseQuery(query, targetOf(event).query),
    body: read?.body,
    bodyIssues: read?.issues ?? [],
    log: options.log.with({
      requestId,
      invocationId: context.awsRequestId,
      route: match.name,
      workspaceId: caller?.workspaceId,
    }),
    respond: respondBy(match.route),
    elapsedMs: () => performance.now() - startedAtMs,
    invocation: {
      remainingMs: () => context.getRemainingTimeInMillis(),
      goOnUntil: (work: Promise<void>) => void workOf.set(event, [...(workOf.get(event) ?? []), work]),
    },
  };
  // A handler has the name of its row in the route table, so it receives the values that the schemas of that row
  // return.
  return await handler(request as HttpRequest);
}

/** @throws ServiceError `RATE_LIMITED` */
function requireAdmission(
  event: HttpEvent,
  { limit }: Route,
  admission: Admission | undefined,
  reason: string | undefined = limit && RATE_LIMITS[limit].refusal,
): void {
  if (admission === undefined || limit === undefined) return;
  admissionHeaders.set(event, rateLimitHeaders(limit, admission));
  if (!admission.allowed) throw new ServiceError("RATE_LIMITED", `${reason} Wait for \`Retry-After\` seconds.`);
}

function respondBy({ responses }: Route): Respond<RouteName> {
  return (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const schema = responses[status];
    if (schema === undefined)
      return { statusCode: status, headers: { "cache-control": "no-store", ...headers }, body: "" };
    const response = jsonResponse(status, schema.parse(body));
    return { ...response, headers: { ...response.headers, ...headers } };
  };
}

function standardHeaders(options: HttpAppOptions): AppMiddleware {
  return {
    after: async (request) => {
      if (request.response === undefined || request.response === null) return;
      request.response = await finished(request.response, request.event, options);
    },
  };
}

function errorResponses(options: HttpAppOptions): AppMiddleware {
  const { log } = options;
  return {
    onError: async (request) => {
      const requestId = requestIdOf(request.event);
      const error = toServiceError(request.error);
      noteFacts(request.event, { code: error.code });
      if (ERROR_CATALOGUE[error.code].reported) {
        log.error(error.message, {
          requestId,
          code: error.code,
          error: error.cause ?? error,
          internal: error.internal,
        });
      }
      request.response = await finished(errorResponse(error, requestId), request.event, options);
    },
  };
}

/**
 * Returns the response as it is sent: with the headers of all responses, and compressed. The HTTP API removes the body
 * of a response to HEAD, but keeps the `Content-Length` that it has computed from that body. If the body were removed
 * here, the length would be 0. A streamed response has no `Content-Length`, so its body is removed here.
 */
async function finished(
  response: HttpResponse,
  event: HttpEvent,
  { corsOrigins, streaming }: HttpAppOptions,
): Promise<HttpResponse> {
  const complete = withStandardHeaders(response, event, corsOrigins);
  // CloudFront asks streaming functions for unencoded responses.
  const encoded = streaming ? complete : await compressed(event, complete);
  if (!streaming || event.requestContext.http.method !== "HEAD" || typeof encoded.body !== "string") return encoded;
  return { ...encoded, body: "" };
}

function withStandardHeaders(response: HttpResponse, event: HttpEvent, corsOrigins: readonly string[]): HttpResponse {
  const headers = {
    ...response.headers,
    ...corsHeaders(event, corsOrigins),
    ...admissionHeaders.get(event),
    "x-request-id": requestIdOf(event),
    "x-content-type-options": "nosniff",
  };
  return { ...response, headers };
}

/**
 * Refuses every request that did not come through the edge, because only the edge removes a viewer's trusted headers.
 */
function edgeOnly(originSecrets: OriginSecrets | undefined): AppMiddleware {
  return {
    before: async ({ event }) => {
      if (originSecrets === undefined) return;
      const sent = header(event, TRUSTED_HEADERS.originSecret) ?? "";
      const matches = (await originSecrets()).filter((secret) => equalInConstantTime(sent, secret));
      if (matches.length === 0) {
        throw new ServiceError("FORBIDDEN", "This address is internal. Use the base URL of the service.");
      }
    },
  };
}
