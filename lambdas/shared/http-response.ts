/** Responses of the HTTP functions. */
import type { Readable } from "node:stream";
import { RETRY_AFTER_SECONDS } from "../../core/contract/caching.js";
import { ServiceError, type ErrorBody } from "../../core/contract/errors.js";

export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`, which payload format 2.0 keeps separate from the headers. */
  readonly cookies?: readonly string[];
  readonly body: string | Readable;
  /** Whether `body` is Base64. Only for responses that are returned whole. */
  readonly isBase64Encoded?: boolean;
}

export function jsonResponse(statusCode: number, body: unknown): HttpResponse {
  return {
    statusCode,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(body),
  };
}

/** Returns a response with the flat error body of the contract. */
export function errorResponse(error: ServiceError, requestId: string): HttpResponse {
  const body: ErrorBody = {
    error: error.message,
    message: error.message,
    code: error.code,
    ...(error.details !== undefined && { details: { ...error.details } }),
    requestId,
  };
  const response = jsonResponse(error.status, body);
  return { ...response, headers: { ...response.headers, ...headersOf(error) } };
}

/**
 * Converts any thrown value to a ServiceError. The text of an unexpected error goes to the log, never to the caller.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError("INTERNAL", "The service failed unexpectedly. You can repeat the request.", { cause: error });
}

function headersOf(error: ServiceError): Record<string, string> {
  const allow = error.details?.allow;
  if (typeof allow === "string") return { allow };
  if (error.code === "UNAUTHORIZED") return { "www-authenticate": "Bearer" };
  const { retryAfterSeconds } = error.details ?? {};
  if (typeof retryAfterSeconds === "number") return { "retry-after": String(retryAfterSeconds) };
  if (error.status === 503 || error.status === 429) return { "retry-after": String(RETRY_AFTER_SECONDS) };
  return {};
}
