/** Answers on their way to the viewer. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import { type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type HeaderMap } from "./message.js";

/** An answer; `cacheResult` becomes the `X-Cache` header. */
export interface EdgeAnswer {
  readonly status: number;
  readonly statusText?: string | undefined;
  readonly headers: HeaderMap;
  readonly body?: Readable | Buffer | undefined;
  readonly cacheResult: string;
}

/** An answer that the edge itself gives, as the small page that CloudFront shows. */
export function edgeError(status: number, explanation: string, cacheResult = "Error"): EdgeAnswer {
  const body = errorPage(status, explanation);
  return { status, headers: errorPageHeaders(body), body, cacheResult };
}

/** The text of an error page. */
export function errorPage(status: number, explanation: string): Buffer {
  const title = `${status} ${STATUS_CODES[status] ?? "Error"}`;
  const escaped = explanation.replace(/[<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
  return Buffer.from(
    `<!DOCTYPE html><title>${title}</title><h1>${title}</h1><p>The request could not be satisfied.</p><p>${escaped}</p>\n`,
  );
}

/** The headers of an error page. */
export function errorPageHeaders(body: Buffer): Map<string, string[]> {
  return new Map([
    ["content-type", ["text/html"]],
    ["content-length", [String(body.length)]],
    ["server", ["CloudFront"]],
  ]);
}

/** Sends an answer, no faster than the viewer takes it. A body that breaks off breaks the viewer's connection off. */
export async function sendToViewer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: EdgeAnswer,
  requestId: string,
): Promise<void> {
  response.statusCode = answer.status;
  if (answer.statusText !== undefined) response.statusMessage = answer.statusText;
  for (const [name, values] of answer.headers) response.setHeader(name, [...values]);
  response.setHeader("via", "1.1 local.cloudfront.net (CloudFront)");
  response.setHeader("x-cache", `${answer.cacheResult} from cloudfront`);
  response.setHeader("x-amz-cf-pop", "LOCAL1");
  response.setHeader("x-amz-cf-id", requestId);
  const { body } = answer;
  const bodiless = request.method === "HEAD" || answer.status === 204 || answer.status === 304;
  if (body === undefined || Buffer.isBuffer(body) || bodiless) {
    if (body !== undefined && !Buffer.isBuffer(body)) body.on("error", () => undefined).destroy();
    response.end(bodiless ? undefined : body);
    return;
  }
  response.flushHeaders();
  // Either side may break: the pipeline then ends the other.
  await pipeline(body, response).catch(() => response.destroy());
}
