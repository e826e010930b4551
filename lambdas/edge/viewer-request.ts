/**
 * The edge function, at viewer request on every behaviour. It decides which headers the origins may trust.
 *
 * It runs in CloudFront's JavaScript runtime 2.0, not in Node: no `for…of`, no destructuring, no classes, no modules of
 * Node's. What it imports must hold to that too.
 */
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";

interface EdgeValue {
  value: string;
}

export interface EdgeRequest {
  method: string;
  uri: string;
  querystring: Record<string, EdgeValue>;
  headers: Record<string, EdgeValue>;
  cookies: Record<string, EdgeValue>;
}

export interface EdgeResponse {
  statusCode: number;
  statusDescription: string;
  headers: Record<string, EdgeValue>;
  body: { encoding: "text"; data: string };
}

export interface EdgeEvent {
  context: { requestId: string };
  request: EdgeRequest;
}

/** Headers of this kind mean something to the origins; a viewer's own never get there. */
const TRUSTED_PREFIX = "x-irs-";

/** `viewerScheme` is the scheme under which viewers reach the distribution. */
export function viewerRequest(event: EdgeEvent, viewerScheme: "https" | "http"): EdgeRequest | EdgeResponse {
  const request = event.request;
  const headers = request.headers;
  const requestId = event.context.requestId;
  Object.keys(headers).forEach((name) => {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the runtime's headers are a plain object
    if (name.indexOf(TRUSTED_PREFIX) === 0) delete headers[name];
  });

  const length = headers["content-length"];
  if (length !== undefined && Number(length.value) > MAX_BODY_BYTES) return payloadTooLarge(requestId);

  const host = headers.host;
  headers["x-irs-base-url"] = { value: viewerScheme + "://" + (host === undefined ? "" : host.value) };
  headers["x-irs-request-id"] = { value: requestId };
  // Origin access control overwrites Authorization; the copy reaches every origin.
  const authorization = headers.authorization;
  if (authorization !== undefined) headers["x-irs-authorization"] = { value: authorization.value };
  return request;
}

/** Answered here, since beyond 6 MB the platform's own error would reach the caller before any code of ours. */
function payloadTooLarge(requestId: string): EdgeResponse {
  const message = "A request body holds at most " + String(MAX_BODY_BYTES / 1024 / 1024) + " MB.";
  const body = { error: message, message: message, code: "PAYLOAD_TOO_LARGE", requestId: requestId };
  return {
    statusCode: 413,
    statusDescription: "Payload Too Large",
    headers: {
      "content-type": { value: "application/json; charset=utf-8" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: requestId },
    },
    body: { encoding: "text", data: JSON.stringify(body) },
  };
}
