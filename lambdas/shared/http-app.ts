/**
 * The frame of every HTTP function: it admits only requests that came through the edge, routes them by the contract's
 * table, and turns whatever is thrown into the contract's error body.
 */
import middy, { type MiddlewareObj } from "@middy/core";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { ERROR_CATALOGUE, ServiceError } from "../../core/contract/errors.js";
import { matchRoute } from "../../core/contract/match-route.js";
import { parseBody, parseQuery } from "../../core/contract/parse-body.js";
import type { Route, RouteName } from "../../core/contract/routes.js";
import { equalInConstantTime } from "../../core/signing/equal-in-constant-time.js";
import { admit, type AdmissionDependencies, rateLimitHeaders } from "./admission.js";
import { corsHeaders, preflightAnswer } from "./cors.js";
import { errorAnswer, type HttpAnswer, jsonAnswer, toServiceError } from "./http-answer.js";
import { header, type HttpEvent, targetOf, TRUSTED_HEADERS } from "./http-event.js";
import type { HttpRequest, RouteHandler, RouteHandlers } from "./http-request.js";
import type { FunctionLog } from "./logger.js";
import { withoutRenamedHeaders } from "./renamed-headers.js";

export interface HttpAppOptions {
  /** The routes that this function serves; any other one is not found here. */
  readonly routes: RouteHandlers;
  /** How callers are known; a function without routes for keys needs none. */
  readonly admission?: AdmissionDependencies;
  /** What CloudFront shows to be known by; `undefined` where the platform itself admits nobody else. */
  readonly originSecret: string | undefined;
  /** Origins whose pages may call the API, `*` for all. */
  readonly corsOrigins: readonly string[];
  readonly log: FunctionLog;
  /** Brings up to date what outlives a request, before each one; a function may have been frozen for hours. */
  readonly refresh?: () => Promise<void>;
  /** Whether answers are streamed (a function URL) or returned whole (the HTTP API). */
  readonly streaming: boolean;
}

type AppMiddleware = MiddlewareObj<HttpEvent, HttpAnswer>;

/** Makes the Lambda handler. */
export function createHttpApp(options: HttpAppOptions) {
  const executionMode = options.streaming ? { executionMode: executionModeStreamifyResponse } : {};
  return middy<HttpEvent, HttpAnswer>({ timeoutEarlyInMillis: 0, ...executionMode })
    .use(options.streaming ? [withoutRenamedHeaders()] : [])
    .use(standardHeaders(options))
    .use(errorAnswers(options))
    .use(edgeOnly(options.originSecret))
    .handler(async (event, context) => {
      await options.refresh?.();
      return await route(options, event, context.awsRequestId);
    });
}

/** Headers that admission has found for an event's answer, be it an error's. */
const foundHeaders = new WeakMap<HttpEvent, Readonly<Record<string, string>>>();

async function route(options: HttpAppOptions, event: HttpEvent, invocationId: string): Promise<HttpAnswer> {
  const { method } = event.requestContext.http;
  if (method === "OPTIONS") return preflightAnswer(event);
  const match = matchRoute(method, targetOf(event).path);
  const handler = options.routes[match.name] as RouteHandler<RouteName> | undefined;
  if (handler === undefined) throw new ServiceError("NOT_FOUND", "There is nothing at this address.");
  const requestId = requestIdOf(event);
  const { caller, admission } = await admit(options.admission, match.route, event);
  if (admission !== undefined) {
    foundHeaders.set(event, rateLimitHeaders(match.route.limit ?? "", admission));
    if (!admission.allowed) throw new ServiceError("RATE_LIMITED", "Too many requests; slow down.");
  }
  const { query, body, malformedFields } = match.route;
  const request = {
    ...match,
    event,
    requestId,
    baseUrl: header(event, TRUSTED_HEADERS.baseUrl) ?? "",
    caller,
    query: query === undefined ? undefined : parseQuery(query, targetOf(event).query),
    body: body === undefined ? undefined : parseBody(body, readJson(event), malformedFields),
    log: options.log.with({ requestId, invocationId, route: match.name, workspaceId: caller?.workspaceId }),
    reply: replyOf(match.route),
  };
  // The row and its handler bear the same name, so what the row's schemas made is what the handler takes.
  return await handler(request as HttpRequest);
}

function replyOf({ answers }: Route): HttpRequest["reply"] {
  return (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const schema = answers[status];
    if (schema === undefined)
      return { statusCode: status, headers: { "cache-control": "no-store", ...headers }, body: "" };
    const answer = jsonAnswer(status, schema.parse(body));
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

/** The request body as JSON. @throws ServiceError `PAYLOAD_TOO_LARGE`, `BAD_REQUEST`. */
export function readJson(event: HttpEvent): unknown {
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (body.byteLength > MAX_BODY_BYTES) {
    throw new ServiceError("PAYLOAD_TOO_LARGE", `A request body holds at most ${MAX_BODY_BYTES / 1024 / 1024} MB.`);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    const reason = error instanceof SyntaxError ? ` (${error.message})` : "";
    throw new ServiceError("BAD_REQUEST", `The body is not valid JSON${reason}.`, { cause: error });
  }
}

function standardHeaders({ corsOrigins }: HttpAppOptions): AppMiddleware {
  return {
    after: (request) => {
      if (request.response === undefined || request.response === null) return;
      request.response = withStandardHeaders(request.response, request.event, corsOrigins);
    },
  };
}

function errorAnswers({ log, corsOrigins }: HttpAppOptions): AppMiddleware {
  return {
    onError: (request) => {
      const requestId = requestIdOf(request.event);
      const error = toServiceError(request.error);
      if (ERROR_CATALOGUE[error.code].reported) {
        log.error(error.message, {
          requestId,
          code: error.code,
          error: error.cause ?? error,
          internal: error.internal,
        });
      }
      request.response = withStandardHeaders(errorAnswer(error, requestId), request.event, corsOrigins);
    },
  };
}

function withStandardHeaders(answer: HttpAnswer, event: HttpEvent, corsOrigins: readonly string[]): HttpAnswer {
  const headers = {
    ...answer.headers,
    ...corsHeaders(event, corsOrigins),
    ...foundHeaders.get(event),
    "x-request-id": requestIdOf(event),
    "x-content-type-options": "nosniff",
  };
  return { ...answer, headers };
}

/** Everything but the edge is refused: only requests that it has cleaned carry headers that can be trusted. */
function edgeOnly(originSecret: string | undefined): AppMiddleware {
  return {
    before: ({ event }) => {
      if (originSecret === undefined) return;
      if (!equalInConstantTime(header(event, TRUSTED_HEADERS.originSecret) ?? "", originSecret)) {
        throw new ServiceError("FORBIDDEN", "This address is internal; use the service's base address.");
      }
    },
  };
}

/** One id for the whole life of a request: the edge's, which stands in its log too. */
function requestIdOf(event: HttpEvent): string {
  return header(event, TRUSTED_HEADERS.requestId) ?? event.requestContext.requestId;
}
