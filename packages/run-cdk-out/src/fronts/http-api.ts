/** An HTTP API of API Gateway: routes to functions, payload format 2.0, and the limits of the service. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type CorsConfiguration, corsResponseHeaders, isPreflight, preflightHeaders } from "./cors.js";
import {
  type HttpResponse,
  isThrottled,
  isTooLarge,
  jsonResponse,
  readResponse,
  sendResponse,
} from "./function-response.js";
import type { Invocation, Invoker } from "./invoker.js";
import { type Front, listenOnLoopback } from "./loopback-server.js";
import { createEvent, splitTarget } from "./payload-v2.js";
import { BodyTooLargeError, readBody } from "./read-body.js";
import { LOCAL_ACCOUNT_ID } from "../services/service.js";
import { type Route, type RouteMatch, decodePath, matchRoute, parseRoute } from "./routes.js";

/** The limits of an HTTP API. AWS does not raise them. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEAD_BYTES = 10_240;
const INTEGRATION_TIMEOUT_MS = 30_000;

/** An HTTP API without references to other resources. */
export interface HttpApiOptions {
  readonly port?: number;
  /** Allowed hosts besides the domain name. See `LoopbackOptions`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The host name of the API, `{api}.execute-api.{region}.amazonaws.com`. */
  readonly domainName: string;
  /** `$default`, or the name of the stage. Each path starts with that name. */
  readonly stage: string;
  readonly routes: readonly { readonly routeKey: string; readonly invoker: Invoker }[];
  readonly cors?: CorsConfiguration | undefined;
  /** Time limit of an invocation, in milliseconds. Default: API Gateway's 30 s. */
  readonly integrationTimeoutMs?: number;
  /** Epoch milliseconds for the events of requests; the time of the machine by default. */
  readonly now?: (() => number) | undefined;
}

/** Starts the API on a loopback port. */
export async function startHttpApi(options: HttpApiOptions): Promise<Front> {
  const routes = options.routes.map(({ routeKey, invoker }) => parseRoute(routeKey, invoker));
  return listenOnLoopback((request, response) => void serve(options, routes, request, response), {
    port: options.port,
    // The edge sends the origin's domain name in `Host`.
    allowedHosts: [options.domainName, ...(options.allowedHosts ?? [])],
  });
}

async function serve(
  options: HttpApiOptions,
  routes: readonly Route<Invoker>[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  let result: HttpResponse;
  try {
    result = await respond(options, routes, request, requestId);
  } catch {
    // The connection broke while the body was read: nobody would get a response.
    response.destroy();
    return;
  }
  const cors = options.cors ? corsResponseHeaders(options.cors, request) : {};
  sendResponse(response, { ...result, headers: { ...result.headers, ...cors, "apigw-requestid": requestId } });
}

async function respond(
  options: HttpApiOptions,
  routes: readonly Route<Invoker>[],
  request: IncomingMessage,
  requestId: string,
): Promise<HttpResponse> {
  if (headBytes(request) > MAX_HEAD_BYTES) return message(431, "Request Header Fields Too Large");
  if (options.cors && isPreflight(request)) {
    return { statusCode: 204, headers: preflightHeaders(options.cors, request), cookies: [], body: Buffer.alloc(0) };
  }
  const path = pathInStage(options.stage, splitTarget(request.url ?? "/").path);
  const match = path === undefined ? undefined : matchRoute(routes, request.method ?? "GET", path);
  if (match === undefined) return message(404, "Not Found");
  try {
    const body = await readBody(request, MAX_BODY_BYTES);
    return await integrate(options, match, createApiEvent(options, match, request, body, requestId));
  } catch (error) {
    if (error instanceof BodyTooLargeError || isTooLarge(error)) return message(413, "Request Entity Too Large");
    if (isThrottled(error)) return message(503, "Service Unavailable");
    if (request.destroyed && !request.complete) throw error;
    return message(500, "Internal Server Error");
  }
}

function createApiEvent(
  options: HttpApiOptions,
  match: RouteMatch<Invoker>,
  request: IncomingMessage,
  body: Buffer,
  requestId: string,
): Record<string, unknown> {
  return createEvent(request, body, {
    routeKey: match.route.routeKey,
    stage: options.stage,
    domainName: options.domainName,
    accountId: LOCAL_ACCOUNT_ID,
    rawPath: rawPathOf(request),
    requestId,
    nowMs: options.now?.(),
    pathParameters: match.pathParameters,
  });
}

/** API Gateway decodes the path, and cuts it at an encoded question mark. */
function rawPathOf(request: IncomingMessage): string {
  return splitTarget(decodePath(splitTarget(request.url ?? "/").path)).path;
}

/**
 * Returns the path that routes match, without the name of the stage. Paths of the stage `$default` do not contain it.
 */
function pathInStage(stage: string, path: string): string | undefined {
  if (stage === "$default") return path;
  if (path === `/${stage}`) return "/";
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined;
}

/** Calls the function. If it exceeds the time limit, it continues, but its result is discarded. */
async function integrate(
  options: HttpApiOptions,
  match: RouteMatch<Invoker>,
  event: Record<string, unknown>,
): Promise<HttpResponse> {
  const timeoutMs = options.integrationTimeoutMs ?? INTEGRATION_TIMEOUT_MS;
  const invocation = await within(match.route.target.invoke(event), timeoutMs);
  if (invocation === undefined) return message(503, "Service Unavailable");
  const response = readResponse(invocation, "text/plain;charset=UTF-8");
  return response === undefined ? message(500, "Internal Server Error") : withRemappedHeaders(response);
}

/**
 * Renames a header that a function cannot set, as API Gateway does. AWS documents this for REST APIs. It was observed for
 * HTTP APIs too (https://github.com/anthropics/claude-ai-mcp/issues/748).
 */
function withRemappedHeaders(response: HttpResponse): HttpResponse {
  const headers = Object.entries(response.headers).map(([name, value]) => {
    return [/^www-authenticate$/i.test(name) ? `x-amzn-remapped-${name.toLowerCase()}` : name, value] as const;
  });
  return { ...response, headers: Object.fromEntries(headers) };
}

async function within(invocation: Promise<Invocation>, timeoutMs: number): Promise<Invocation | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([invocation, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the number of bytes of the request line and the headers as received, with line ends. */
function headBytes(request: IncomingMessage): number {
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  const headers = request.rawHeaders.reduce((bytes, text) => bytes + Buffer.byteLength(text, "latin1") + 2, 0);
  return Buffer.byteLength(line, "latin1") + headers;
}

function message(statusCode: number, text: string): HttpResponse {
  return jsonResponse(statusCode, { message: text });
}
