/** An API Gateway HTTP API in front of functions: the template's routes, payload format 2.0, the service's fixed limits. */
import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { type CorsConfiguration, answerHeaders, isPreflight, preflightHeaders } from "./cors.js";
import { type HttpAnswer, isThrottled, isTooLarge, jsonAnswer, readAnswer, sendAnswer } from "./function-answer.js";
import { type Invocation, type Invoker } from "./invoker.js";
import { type Front, listenOnLoopback } from "./loopback-server.js";
import { LOCAL_ACCOUNT_ID, createEvent, splitTarget } from "./payload-v2.js";
import { BodyTooLargeError, readBody } from "./read-body.js";
import { type Route, type RouteMatch, decodePath, matchRoute, parseRoute } from "./routes.js";

/** The limits of an HTTP API; none of them can be raised. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEAD_BYTES = 10_240;
const INTEGRATION_TIMEOUT_MS = 30_000;

/** An HTTP API, resolved. */
export interface HttpApiOptions {
  readonly port?: number;
  /** The API's own host name, `{api}.execute-api.{region}.amazonaws.com`. */
  readonly domainName: string;
  /** `$default`, or the stage's name, which then begins each path. */
  readonly stage: string;
  readonly routes: readonly { readonly routeKey: string; readonly invoker: Invoker }[];
  readonly cors?: CorsConfiguration | undefined;
  /** How long a function may take, in milliseconds. Default: API Gateway's 30 s. */
  readonly integrationTimeoutMs?: number;
}

/** Starts the API on a loopback port. */
export async function startHttpApi(options: HttpApiOptions): Promise<Front> {
  const routes = options.routes.map(({ routeKey, invoker }) => parseRoute(routeKey, invoker));
  return listenOnLoopback((request, response) => void serve(options, routes, request, response), options.port);
}

async function serve(
  options: HttpApiOptions,
  routes: readonly Route<Invoker>[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  let answer: HttpAnswer;
  try {
    answer = await answerRequest(options, routes, request, requestId);
  } catch {
    // What is left is a connection that broke while the body was read: there is no one to answer.
    response.destroy();
    return;
  }
  const cors = options.cors ? answerHeaders(options.cors, request) : {};
  sendAnswer(response, { ...answer, headers: { ...answer.headers, ...cors, "apigw-requestid": requestId } });
}

async function answerRequest(
  options: HttpApiOptions,
  routes: readonly Route<Invoker>[],
  request: IncomingMessage,
  requestId: string,
): Promise<HttpAnswer> {
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
    pathParameters: match.pathParameters,
  });
}

/** API Gateway hands the path on decoded, and cuts it at a question mark that was encoded. */
function rawPathOf(request: IncomingMessage): string {
  return splitTarget(decodePath(splitTarget(request.url ?? "/").path)).path;
}

/** The path that routes are matched against: without the stage, unless that is `$default`. */
function pathInStage(stage: string, path: string): string | undefined {
  if (stage === "$default") return path;
  if (path === `/${stage}`) return "/";
  return path.startsWith(`/${stage}/`) ? path.slice(stage.length + 1) : undefined;
}

/** Calls the function. One that takes too long runs on; its answer has no one to go to. */
async function integrate(
  options: HttpApiOptions,
  match: RouteMatch<Invoker>,
  event: Record<string, unknown>,
): Promise<HttpAnswer> {
  const timeoutMs = options.integrationTimeoutMs ?? INTEGRATION_TIMEOUT_MS;
  const invocation = await within(match.route.target.invoke(event), timeoutMs);
  if (invocation === undefined) return message(503, "Service Unavailable");
  return readAnswer(invocation, "text/plain;charset=UTF-8") ?? message(500, "Internal Server Error");
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

/** Bytes of the request line and the headers as they came, line ends included. */
function headBytes(request: IncomingMessage): number {
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  const headers = request.rawHeaders.reduce((bytes, text) => bytes + Buffer.byteLength(text, "latin1") + 2, 0);
  return Buffer.byteLength(line, "latin1") + headers;
}

function message(statusCode: number, text: string): HttpAnswer {
  return jsonAnswer(statusCode, { message: text });
}
