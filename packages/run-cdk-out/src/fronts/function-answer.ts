/** How a function's answer becomes an HTTP answer (payload format 2.0). */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import { type Invocation } from "./invoker.js";

/** An answer ready to be sent. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** Headers that belong to a connection, or that the front itself sets; a function's are dropped. */
const FRONTS_OWN_HEADERS = new Set([
  "connection",
  "content-length",
  "keep-alive",
  "proxy-authenticate",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Reads what a function returned: an answer with a `statusCode`, or any other JSON, which is then the body itself.
 * Undefined when the function failed or its answer has the wrong shape.
 */
export function readAnswer(invocation: Invocation, defaultContentType: string): HttpAnswer | undefined {
  if (invocation.functionError !== undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(invocation.payload.toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value["statusCode"] === undefined) return shorthand(value);
  return structured(value, defaultContentType);
}

function shorthand(value: unknown): HttpAnswer {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return { statusCode: 200, headers: { "content-type": "application/json" }, cookies: [], body: Buffer.from(body) };
}

function structured(value: Record<string, unknown>, defaultContentType: string): HttpAnswer | undefined {
  const statusCode = Number(value["statusCode"]);
  const body = value["body"] ?? "";
  if (!Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) return undefined;
  if (typeof body !== "string") return undefined;
  const headers = readHeaders(value["headers"]);
  if (headers === undefined) return undefined;
  if (body !== "") headers["content-type"] ??= defaultContentType;
  const cookies = Array.isArray(value["cookies"]) ? value["cookies"].map(String) : [];
  if (!areSendable(headers, cookies)) return undefined;
  const decoded = Buffer.from(body, value["isBase64Encoded"] === true ? "base64" : "utf8");
  return { statusCode, headers, cookies, body: decoded };
}

function readHeaders(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(value)) {
    if (!["string", "number", "boolean"].includes(typeof header)) return undefined;
    headers[name.toLowerCase()] = String(header);
  }
  return headers;
}

/** Whether HTTP can carry these headers: a line break or a letter beyond Latin-1 can't be sent. */
export function areSendable(headers: Readonly<Record<string, string>>, cookies: readonly string[]): boolean {
  const lines = [...Object.entries(headers), ...cookies.map((cookie) => ["set-cookie", cookie] as const)];
  return lines.every(([name, value]) => {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      return true;
    } catch {
      return false;
    }
  });
}

/** Sends status line and headers; the body follows from the caller. */
export function sendHead(
  response: ServerResponse,
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[],
): void {
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) {
    if (!FRONTS_OWN_HEADERS.has(name.toLowerCase())) response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader("set-cookie", [...cookies]);
}

/** Sends a whole answer. */
export function sendAnswer(response: ServerResponse, answer: HttpAnswer): void {
  sendHead(response, answer.statusCode, answer.headers, answer.cookies);
  if (answer.statusCode !== 204 && answer.statusCode !== 304) response.setHeader("content-length", answer.body.length);
  response.end(answer.body);
}

/** An answer of the front's own, with a JSON body. */
export function jsonAnswer(statusCode: number, body: unknown): HttpAnswer {
  const headers = { "content-type": "application/json" };
  return { statusCode, headers, cookies: [], body: Buffer.from(JSON.stringify(body)) };
}

/** Whether an invocation was turned away because all of a function's processes are busy. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && /TooManyRequests/.test(error.name);
}

/** Whether an invocation was turned away because its event is larger than a function takes. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /TooLarge/.test(error.name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
