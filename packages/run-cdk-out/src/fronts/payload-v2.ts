/** Payload format 2.0: converts an HTTP request to the event of a function, for HTTP APIs and function URLs. */
import type { IncomingMessage } from "node:http";
import { ORIGIN_ACCESS_HEADER } from "../origin-access.js";

/** The parts of the event that differ between HTTP APIs and function URLs. */
export interface PayloadContext {
  readonly routeKey: string;
  readonly stage: string;
  readonly domainName: string;
  readonly accountId: string;
  readonly rawPath: string;
  readonly requestId: string;
  /** The time of the request in epoch milliseconds; that of the machine by default. */
  readonly nowMs?: number | undefined;
  readonly pathParameters?: Readonly<Record<string, string>> | undefined;
}

/** Splits the target of a request at the first question mark. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf("?");
  return mark < 0 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Creates the event that API Gateway or a function URL sends to the function. */
export function createEvent(request: IncomingMessage, body: Buffer, context: PayloadContext): Record<string, unknown> {
  const { query } = splitTarget(request.url ?? "/");
  const { headers, cookies } = readHeaders(request);
  const parameters = readQuery(query);
  const isBase64Encoded = body.length > 0 && !isText(headers);
  return {
    version: "2.0",
    routeKey: context.routeKey,
    rawPath: context.rawPath,
    rawQueryString: query,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(parameters ? { queryStringParameters: parameters } : {}),
    requestContext: createRequestContext(request, headers, context),
    ...(context.pathParameters ? { pathParameters: context.pathParameters } : {}),
    ...(body.length > 0 ? { body: body.toString(isBase64Encoded ? "base64" : "utf8") } : {}),
    isBase64Encoded,
  };
}

function createRequestContext(
  request: IncomingMessage,
  headers: Readonly<Record<string, string>>,
  context: PayloadContext,
): Record<string, unknown> {
  const now = new Date(context.nowMs ?? Date.now());
  const domainPrefix = context.domainName.split(".")[0] ?? "";
  return {
    accountId: context.accountId,
    apiId: domainPrefix,
    domainName: context.domainName,
    domainPrefix,
    http: {
      method: request.method ?? "GET",
      path: context.rawPath,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? "127.0.0.1",
      userAgent: headers["user-agent"] ?? "",
    },
    requestId: context.requestId,
    routeKey: context.routeKey,
    stage: context.stage,
    time: commonLogTime(now),
    timeEpoch: now.getTime(),
  };
}

/** Headers by lower-case name, with repeated ones joined by commas. Cookies are separate in format 2.0. */
function readHeaders(request: IncomingMessage): { headers: Record<string, string>; cookies: string[] } {
  const headers: Record<string, string> = {};
  const cookies: string[] = [];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = (request.rawHeaders[at] ?? "").toLowerCase();
    const value = request.rawHeaders[at + 1] ?? "";
    if (name === ORIGIN_ACCESS_HEADER) continue;
    if (name === "cookie") cookies.push(...value.split(/;\s*/).filter((cookie) => cookie !== ""));
    else headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  const peer = request.socket.remoteAddress ?? "127.0.0.1";
  const forwardedFor = headers["x-forwarded-for"];
  headers["x-forwarded-for"] = forwardedFor === undefined ? peer : `${forwardedFor}, ${peer}`;
  // On AWS, both are available only over HTTPS.
  headers["x-forwarded-port"] = "443";
  headers["x-forwarded-proto"] = "https";
  return { headers, cookies };
}

/** Decoded query parameters, with values of the same name joined by commas; undefined if there are none. */
function readQuery(query: string): Record<string, string> | undefined {
  if (query === "") return undefined;
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = parameters.get(name);
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(parameters);
}

/** Returns whether the event contains the body as text. Other bodies, including forms, are Base64. */
function isText(headers: Readonly<Record<string, string>>): boolean {
  if (headers["content-encoding"] !== undefined) return false;
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return /^(text\/.+|application\/(json|xml|javascript)|application\/[^/]+\+(json|xml))$/.test(type);
}

/** Returns the time in the format of access logs, `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(now: Date): string {
  const [, day, month, year, time] = now.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}
