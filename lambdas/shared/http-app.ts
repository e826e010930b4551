/**
 * The frame of every HTTP function: it admits only requests that came through the edge, routes them by the contract's
 * table, and turns whatever is thrown into the contract's error body.
 */
import middy, { type MiddlewareObj } from "@middy/core";
import { executionModeStreamifyResponse } from "@middy/core/StreamifyResponse";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { ERROR_CATALOGUE, ServiceError } from "../../core/contract/errors.js";
import { matchRoute, type RouteMatch } from "../../core/contract/match-route.js";
import type { RouteName } from "../../core/contract/routes.js";
import { equalInConstantTime } from "../../core/signing/equal-in-constant-time.js";
import { errorAnswer, type HttpAnswer, toServiceError } from "./http-answer.js";
import { header, type HttpEvent, targetOf, TRUSTED_HEADERS } from "./http-event.js";
import type { FunctionLog } from "./logger.js";

/** A request as a route sees it. */
export interface HttpRequest extends RouteMatch {
  readonly event: HttpEvent;
  readonly requestId: string;
  /** The address that the caller used, `https://images.example.com`. */
  readonly baseUrl: string;
  readonly authorization: string | undefined;
  readonly log: FunctionLog;
}

export type RouteHandler = (request: HttpRequest) => Promise<HttpAnswer>;

export interface HttpAppOptions {
  /** The routes that this function serves; any other one is not found here. */
  readonly routes: Readonly<Partial<Record<RouteName, RouteHandler>>>;
  /** What CloudFront shows to be known by; `undefined` where the platform itself admits nobody else. */
  readonly originSecret: string | undefined;
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
    .use(standardHeaders())
    .use(errorAnswers(options.log))
    .use(edgeOnly(options.originSecret))
    .handler(async (event, context) => {
      await options.refresh?.();
      return await route(options, event, context.awsRequestId);
    });
}

async function route({ routes, log }: HttpAppOptions, event: HttpEvent, invocationId: string): Promise<HttpAnswer> {
  const requestId = requestIdOf(event);
  const match = matchRoute(event.requestContext.http.method, targetOf(event).path);
  const handler = routes[match.name];
  if (handler === undefined) throw new ServiceError("NOT_FOUND", "There is nothing at this address.");
  return await handler({
    ...match,
    event,
    requestId,
    baseUrl: header(event, TRUSTED_HEADERS.baseUrl) ?? "",
    authorization: header(event, TRUSTED_HEADERS.authorization),
    log: log.with({ requestId, invocationId, route: match.name }),
  });
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

function standardHeaders(): AppMiddleware {
  return {
    after: (request) => {
      if (request.response === undefined || request.response === null) return;
      request.response = withStandardHeaders(request.response, requestIdOf(request.event));
    },
  };
}

function errorAnswers(log: FunctionLog): AppMiddleware {
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
      request.response = withStandardHeaders(errorAnswer(error, requestId), requestId);
    },
  };
}

function withStandardHeaders(answer: HttpAnswer, requestId: string): HttpAnswer {
  return { ...answer, headers: { ...answer.headers, "x-request-id": requestId, "x-content-type-options": "nosniff" } };
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
