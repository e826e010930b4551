/** Converts the result of a function to an HTTP response (payload format 2.0). */
import { type ServerResponse, validateHeaderName, validateHeaderValue } from "node:http";
import type { Invocation } from "./invoker.js";

/** A complete response. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
}

/** Headers of the connection, and headers that the front sets. If a function sets them, they are dropped. */
const DROPPED_HEADERS = new Set([
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
 * Reads the result of a function: a response with a `statusCode`, or other JSON, which becomes the body.
 * Undefined if the function failed or its result is invalid.
 */
export function readResponse(invocation: Invocation, defaultContentType: string): HttpResponse | undefined {
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

function shorthand(value: unknown): HttpResponse {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return { statusCode: 200, headers: { "content-type": "application/json" }, cookies: [], body: Buffer.from(body) };
}

function structured(value: Record<string, unknown>, defaultContentType: string): HttpResponse | undefined {
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

/** Returns whether HTTP allows these headers. Line breaks and characters outside Latin-1 are not allowed. */
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

/** Sets status and headers. The caller sends the body. */
export function sendHead(
  response: ServerResponse,
  statusCode: number,
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[],
): void {
  response.statusCode = statusCode;
  for (const [name, value] of Object.entries(headers)) {
    if (!DROPPED_HEADERS.has(name.toLowerCase())) response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader("set-cookie", [...cookies]);
}

/** Sends a complete response. */
export function sendResponse(target: ServerResponse, response: HttpResponse): void {
  const { statusCode, headers, cookies, body } = response;
  sendHead(target, statusCode, headers, cookies);
  if (statusCode !== 204 && statusCode !== 304) target.setHeader("content-length", body.length);
  target.end(body);
}

/** Returns a response of the front itself, with a JSON body. */
export function jsonResponse(statusCode: number, body: unknown): HttpResponse {
  const headers = { "content-type": "application/json" };
  return { statusCode, headers, cookies: [], body: Buffer.from(JSON.stringify(body)) };
}

/** Returns whether an invocation was throttled because all processes of the function are busy. */
export function isThrottled(error: unknown): boolean {
  return error instanceof Error && /TooManyRequests/.test(error.name);
}

/** Returns whether an invocation was rejected because its event exceeds the size limit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /TooLarge/.test(error.name);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
