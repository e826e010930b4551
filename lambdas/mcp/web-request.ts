/** Converts events of the HTTP API to requests of the Fetch API, and responses back. */
import { bearer, type HttpEvent } from "../shared/http-event.js";
import type { HttpResponse } from "../shared/http-response.js";

/** @param baseUrl the address of the service, without a slash at its end */
export function requestOf(event: HttpEvent, baseUrl: string): Request {
  const { rawPath, rawQueryString, requestContext, body, isBase64Encoded } = event;
  const { method } = requestContext.http;
  const headers = new Headers();
  for (const [name, value] of Object.entries(event.headers)) if (value !== undefined) headers.set(name, value);
  const authorization = bearer(event);
  if (authorization !== undefined) headers.set("authorization", authorization);
  const hasBody = body !== undefined && method !== "GET" && method !== "HEAD";
  return new Request(`${baseUrl}${rawPath}${rawQueryString === "" ? "" : `?${rawQueryString}`}`, {
    method,
    headers,
    ...(hasBody && { body: isBase64Encoded ? Buffer.from(body, "base64") : body }),
  });
}

/** Reads the whole response. It is JSON, and never a stream. */
export async function responseOf(response: Response, requestId: string): Promise<HttpResponse> {
  return {
    statusCode: response.status,
    headers: {
      ...Object.fromEntries(response.headers),
      "x-request-id": requestId,
      "x-content-type-options": "nosniff",
    },
    body: await response.text(),
  };
}
