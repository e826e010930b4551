/** A Lambda function URL: one function behind a host name of its own, buffered or streaming. */
import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import {
  type HttpAnswer,
  areSendable,
  isThrottled,
  isTooLarge,
  jsonAnswer,
  readAnswer,
  sendAnswer,
  sendHead,
} from "./function-answer.js";
import { type Invoker, type StreamedInvocation } from "./invoker.js";
import { type Front, listenOnLoopback } from "./loopback-server.js";
import { ORIGIN_ACCESS_HEADER } from "../origin-access.js";
import { LOCAL_ACCOUNT_ID, createEvent, splitTarget } from "./payload-v2.js";
import { BodyTooLargeError, readBody } from "./read-body.js";

/** A synchronous invocation takes 6 MB. */
const MAX_BODY_BYTES = 6 * 1024 * 1024;

/**
 * Headers that a function cannot set: a function URL sends them under another name. AWS does not document it. Seen for
 * `content-length` and `connection` (https://github.com/cargo-lambda/cargo-lambda/issues/862,
 * https://zenn.dev/ashphy/scraps/5d70402729657f), and for `www-authenticate` as in REST APIs of API Gateway.
 */
const REMAPPED_HEADERS = new Set(["connection", "content-length", "www-authenticate"]);

/** A function URL, resolved. */
export interface FunctionUrlOptions {
  readonly port?: number;
  /** The URL's host name, `{id}.lambda-url.{region}.on.aws`. */
  readonly domainName: string;
  readonly invoker: Invoker;
  readonly invokeMode: "BUFFERED" | "RESPONSE_STREAM";
  readonly authType: "NONE" | "AWS_IAM";
  /** What the edge sends in `x-local-origin-access` in place of a signature; `AWS_IAM` admits nothing else. */
  readonly originToken: string;
}

/** Starts the function URL on a loopback port. */
export async function startFunctionUrl(options: FunctionUrlOptions): Promise<Front> {
  return listenOnLoopback((request, response) => void serve(options, request, response), options.port);
}

async function serve(options: FunctionUrlOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();
  response.setHeader("x-amzn-requestid", requestId);
  try {
    const answer = await answerRequest(options, request, response, requestId);
    if (answer) sendAnswer(response, answer);
  } catch {
    // Either side of a stream broke: the client learns it by a connection that ends before its answer does.
    response.destroy();
  }
}

/** Answers, or streams the answer itself and returns nothing. */
async function answerRequest(
  options: FunctionUrlOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<HttpAnswer | undefined> {
  if (options.authType === "AWS_IAM" && !carriesToken(request, options.originToken)) return forbidden();
  let streamed: StreamedInvocation;
  try {
    const body = await readBody(request, MAX_BODY_BYTES);
    if (options.authType === "AWS_IAM" && !isBodySigned(request, body)) return forbidden();
    const event = createUrlEvent(options, request, body, requestId);
    if (options.invokeMode === "BUFFERED") {
      const answer = readAnswer(await options.invoker.invoke(event), "application/json");
      return answer === undefined ? functionFailed() : { ...answer, headers: remapHeaders(answer.headers) };
    }
    streamed = await options.invoker.invokeStreaming(event);
  } catch (error) {
    return answerError(error, request);
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
    // Unlike API Gateway, a function URL hands the path on as it came.
    rawPath: splitTarget(request.url ?? "/").path,
    requestId,
  });
}

/** Sends bytes as the function writes them, no faster than the client takes them. */
async function stream(streamed: StreamedInvocation, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { statusCode = 200, headers = {}, cookies = [] } = streamed.prelude ?? {};
  const contentType = streamed.contentType ?? "application/octet-stream";
  sendHead(response, statusCode, { "content-type": contentType, ...remapHeaders(headers) }, cookies);
  response.flushHeaders();
  if (request.method === "HEAD") {
    // Lambda knows no HEAD: the function runs to its end, and its bytes go nowhere.
    streamed.body.on("error", () => undefined).resume();
    response.end();
    return;
  }
  if (!response.destroyed) {
    const clientGone = once(response, "close");
    streamed.body.pipe(response);
    await Promise.race([finished(streamed.body), clientGone]);
  }
  // When the client has gone, the function runs on, as in Lambda: what it still writes is discarded.
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

/** A signature covers the body's hash, and CloudFront does not compute it: the client of a POST must have sent it. */
function isBodySigned(request: IncomingMessage, body: Buffer): boolean {
  return body.length === 0 || request.headers["x-amz-content-sha256"] === sha256(body).toString("hex");
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

function answerError(error: unknown, request: IncomingMessage): HttpAnswer {
  if (error instanceof BodyTooLargeError || isTooLarge(error)) {
    return jsonAnswer(413, { Message: "Request Entity Too Large" });
  }
  if (isThrottled(error)) return jsonAnswer(429, { Message: "Rate Exceeded." });
  if (request.destroyed && !request.complete) throw error;
  return functionFailed();
}

function forbidden(): HttpAnswer {
  return jsonAnswer(403, { Message: "Forbidden" });
}

/** What a function URL answers when the function failed or its answer can't be read. */
function functionFailed(): HttpAnswer {
  return { statusCode: 502, headers: {}, cookies: [], body: Buffer.from("Internal Server Error") };
}

/** The headers in lower case, those that Lambda keeps for itself renamed. */
function remapHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const remapped = Object.entries(headers).map(([given, value]) => {
    const name = given.toLowerCase();
    return [REMAPPED_HEADERS.has(name) ? `x-amzn-remapped-${name}` : name, value];
  });
  return Object.fromEntries(remapped) as Record<string, string>;
}
