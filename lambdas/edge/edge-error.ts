/** The contract's flat errors that the edge function returns itself. */
import type { EdgeResponse } from "./edge.js";

/** The codes and statuses are those of the contract's error catalogue. */
const STATUS_TEXTS = {
  UNAUTHORIZED: { status: 401, text: "Unauthorized" },
  NOT_FOUND: { status: 404, text: "Not Found" },
  METHOD_NOT_ALLOWED: { status: 405, text: "Method Not Allowed" },
  PAYLOAD_TOO_LARGE: { status: 413, text: "Payload Too Large" },
  INTERNAL: { status: 500, text: "Internal Server Error" },
};

export type EdgeErrorCode = keyof typeof STATUS_TEXTS;

export function edgeError(requestId: string, code: EdgeErrorCode, message: string): EdgeResponse {
  const body = { error: message, message: message, code: code, requestId: requestId };
  return {
    statusCode: STATUS_TEXTS[code].status,
    statusDescription: STATUS_TEXTS[code].text,
    headers: {
      "content-type": { value: "application/json; charset=utf-8" },
      "cache-control": { value: "no-store" },
      "x-request-id": { value: requestId },
    },
    body: { encoding: "text", data: JSON.stringify(body) },
  };
}

/** The refusal of methods other than GET and HEAD. `undefined` for these two. */
export function refuseOtherMethods(requestId: string, method: string): EdgeResponse | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  const response = edgeError(requestId, "METHOD_NOT_ALLOWED", "This address supports GET, HEAD.");
  response.headers["allow"] = { value: "GET, HEAD" };
  return response;
}
