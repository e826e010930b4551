/** Responses to the viewer. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HeaderMap } from "./message.js";

/** A response. `cacheResult` becomes the `X-Cache` header. */
export interface EdgeResponse {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: HeaderMap;
  readonly body?: Readable | Buffer | undefined;
  readonly cacheResult: string;
}

/** Returns a response of the edge itself: a small error page like that of CloudFront. */
export function edgeError(status: number, explanation: string, cacheResult = "Error"): EdgeResponse {
  const body = errorPage(status, explanation);
  return { status, headers: errorPageHeaders(body), body, cacheResult };
}

/** Returns the text of an error page. */
export function errorPage(status: number, explanation: string): Buffer {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`;
  const escaped = explanation.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return Buffer.from(
    `<!DOCTYPE html><title>${title}</title><h1>${title}</h1><p>The request could not be satisfied.</p><p>${escaped}</p>\n`,
  );
}

/** Returns the headers of an error page. */
export function errorPageHeaders(body: Buffer): Map<string, string[]> {
  return new Map([
    ["content-type", ["text/html"]],
    ["content-length", [String(body.length)]],
    ["server", ["CloudFront"]],
  ]);
}

/** Sends a response with backpressure. If the body fails, the connection to the viewer is closed. */
export async function sendToViewer(
  request: IncomingMessage,
  target: ServerResponse,
  { status, statusText, headers, body, cacheResult }: EdgeResponse,
  requestId: string,
): Promise<void> {
  target.statusCode = status;
  if (statusText !== undefined) target.statusMessage = statusText;
  for (const [name, values] of headers) target.setHeader(name, [...values]);
  target.setHeader("via", "1.1 local.cloudfront.net (CloudFront)");
  target.setHeader("x-cache", `${cacheResult} from cloudfront`);
  target.setHeader("x-amz-cf-pop", "LOCAL1");
  target.setHeader("x-amz-cf-id", requestId);
  const hasNoBody = request.method === "HEAD" || status === 204 || status === 304;
  if (body === undefined || Buffer.isBuffer(body) || hasNoBody) {
    if (body !== undefined && !Buffer.isBuffer(body)) body.on("error", () => undefined).destroy();
    target.end(hasNoBody ? undefined : body);
    return;
  }
  target.flushHeaders();
  await pipeline(body, target).catch(() => target.destroy());
}
