/** A Lambda function URL: one function with its own host name, buffered or streaming. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import {
  type HttpResponse,
  areSendable,
  isThrottled,
  isTooLarge,
  jsonResponse,
  readResponse,
  sendResponse,
  sendHead,
} from "./function-response.js";
import type { Invoker, StreamedInvocation } from "./invoker.js";
import { type Front, listenOnLoopback } from "./loopback-server.js";
import { ORIGIN_ACCESS_HEADER } from "../origin-access.js";
import { createEvent, splitTarget } from "./payload-v2.js";
import { BodyTooLargeError, readBody } from "./read-body.js";
import { LOCAL_ACCOUNT_ID } from "../services/service.js";

/** The limit of a synchronous invocation. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

/**
 * Headers that a function cannot set: a function URL sends them under another name. AWS does not document this. It was
 * observed for `content-length` and `connection` (https://github.com/cargo-lambda/cargo-lambda/issues/862,
 * https://zenn.dev/ashphy/scraps/5d70402729657f). REST APIs of API Gateway do the same with `www-authenticate`.
 */
const REMAPPED_HEADERS = new Set(["connection", "content-length", "www-authenticate"]);

/** A function URL without references to other resources. */
export interface FunctionUrlOptions {
  readonly port?: number;
  /** Allowed hosts besides the domain name. See `LoopbackOptions`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The URL's host name, `{id}.lambda-url.{region}.on.aws`. */
  readonly domainName: string;
  readonly invoker: Invoker;
  readonly invokeMode: "BUFFERED" | "RESPONSE_STREAM";
  readonly authType: "NONE" | "AWS_IAM";
  /** The token that the edge sends in `x-local-origin-access` instead of a signature. `AWS_IAM` requires it. */
  readonly originToken: string;
  /** Epoch milliseconds for the events of requests; the time of the machine by default. */
  readonly now?: (() => number) | undefined;
  /** Receives the status of each response. */
  readonly onResponse?: ((status: number) => void) | undefined;
}

/** Starts the function URL on a loopback port. */
export async function startFunctionUrl(options: FunctionUrlOptions): Promise<Front> {
  return listenOnLoopback((request, response) => void serve(options, request, response), {
    port: options.port,
    // The edge sends the origin's domain name in `Host`.
    allowedHosts: [options.domainName, ...(options.allowedHosts ?? [])],
  });
}

async function serve(options: FunctionUrlOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  response.setHeader("x-amzn-requestid", requestId);
  response.once("close", () => options.onResponse?.(response.statusCode));
  try {
    const complete = await respond(options, request, response, requestId);
    if (complete) sendResponse(response, complete);
  } catch {
    // One side of a stream failed. The client sees that the connection ends before the response is complete.
    response.destroy();
  }
}

/** Returns the response, or streams it and returns nothing. */
async function respond(
  options: FunctionUrlOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<HttpResponse | undefined> {
  if (options.authType === "AWS_IAM" && !carriesToken(request, options.originToken)) return forbidden();
  let streamed: StreamedInvocation;
  try {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (options.authType === "AWS_IAM" && !isBodySigned(request, body)) return forbidden();
    const event = createUrlEvent(options, request, body, requestId);
    if (options.invokeMode === "BUFFERED") {
      const result = readResponse(await options.invoker.invoke(event), "application/json");
      return result === undefined ? functionFailed() : { ...result, headers: remapHeaders(result.headers) };
    }
    streamed = await options.invoker.invokeStreaming(event);
  } catch (error) {
    return errorResponse(error, request);
  }
  const { headers = {}, cookies = [] } = streamed.prelude ?? {};
  if (streamed.functionError !== undefined || !areSendable(headers, cookies)) {
    streamed.body.on("error", () => undefined).resume();
    return functionFailed();
  }
  await stream(streamed, request, response);
  return undefined;
}

function createUrlEvent(
  options: FunctionUrlOptions,
  request: IncomingMessage,
  body: Buffer,
  requestId: string,
): Record<string, unknown> {
  return createEvent(request, body, {
    routeKey: "$default",
    stage: "$default",
    domainName: options.domainName,
    accountId: options.authType === "NONE" ? "anonymous" : LOCAL_ACCOUNT_ID,
    // Unlike API Gateway, a function URL does not decode the path.
    rawPath: splitTarget(request.url ?? "/").path,
    requestId,
    nowMs: options.now?.(),
  });
}

/** Sends bytes when the function writes them, with backpressure from the client. */
async function stream(streamed: StreamedInvocation, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { statusCode = 200, headers = {}, cookies = [] } = streamed.prelude ?? {};
  const contentType = streamed.contentType ?? "application/octet-stream";
  sendHead(response, statusCode, { "content-type": contentType, ...remapHeaders(headers) }, cookies);
  response.flushHeaders();
  if (request.method === "HEAD") {
    // Lambda runs the function completely, even for HEAD. Its bytes are discarded.
    streamed.body.on("error", () => undefined).resume();
    response.end();
    return;
  }
  if (!response.destroyed) {
    const clientGone = once(response, "close");
    streamed.body.pipe(response);
    await Promise.race([finished(streamed.body), clientGone]);
  }
  // As on Lambda, the function continues after the client has disconnected. Its bytes are discarded.
  if (!streamed.body.readableEnded)
    streamed.body
      .on("error", () => undefined)
      .unpipe(response)
      .resume();
}

function carriesToken(request: IncomingMessage, token: string): boolean {
  const given = request.headers[ORIGIN_ACCESS_HEADER];
  if (typeof given !== "string") return false;
  return timingSafeEqual(sha256(given), sha256(token));
}

/** The signature covers the hash of the body. CloudFront does not compute it, so the client must send it. */
function isBodySigned(request: IncomingMessage, body: Buffer): boolean {
  return body.length === 0 || request.headers["x-amz-content-sha256"] === sha256(body).toString("hex");
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function errorResponse(error: unknown, request: IncomingMessage): HttpResponse {
  if (error instanceof BodyTooLargeError || isTooLarge(error)) {
    return jsonResponse(413, { Message: "Request Entity Too Large" });
  }
  if (isThrottled(error)) return jsonResponse(429, { Message: "Rate Exceeded." });
  if (request.destroyed && !request.complete) throw error;
  return functionFailed();
}

function forbidden(): HttpResponse {
  return jsonResponse(403, { Message: "Forbidden" });
}

/** Returns the response of a function URL whose function failed or returned an invalid result. */
function functionFailed(): HttpResponse {
  return { statusCode: 502, headers: {}, cookies: [], body: Buffer.from("Internal Server Error") };
}

/** Returns the headers with lower-case names. Headers that Lambda sets itself are renamed. */
function remapHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const remapped = Object.entries(headers).map(([given, value]) => {
    const name = given.toLowerCase();
    return [REMAPPED_HEADERS.has(name) ? `x-amzn-remapped-${name}` : name, value];
  });
  return Object.fromEntries(remapped) as Record<string, string>;
}
