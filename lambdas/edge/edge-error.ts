/** The contract's flat errors that the edge function returns itself. */
import type { EdgeResponse } from "./edge.js";

/** The codes and statuses are those of the contract's error catalogue. */
const STATUSES = {
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  INTERNAL: 500,
};

export type EdgeErrorCode = keyof typeof STATUSES;

export function edgeError(requestId: string, code: EdgeErrorCode, message: string): EdgeResponse {
  const body = { error: message, message: message, code: code, requestId: requestId };
  return {
    statusCode: STATUSES[code],
    headers: {
      "content-type": { value: "application/json; charset=utf-8" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: requestId },
    },
    body: { encoding: "text", data: JSON.stringify(body) },
  };
}

/** Returns the refusal of methods other than GET and HEAD, or `undefined` for these two. */
export function refuseOtherMethods(requestId: string, method: string): EdgeResponse | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  const response = edgeError(requestId, "METHOD_NOT_ALLOWED", "This address supports GET, HEAD.");
  response.headers["allow"] = { value: "GET, HEAD" };
  return response;
}
