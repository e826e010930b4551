/** Answers of the HTTP functions. */
import type { Readable } from "node:stream";
import { ServiceError, type ErrorBody } from "../../core/contract/errors.js";

export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines, which payload format 2.0 carries apart. */
  readonly cookies?: readonly string[];
  readonly body: string | Readable;
}

export function jsonAnswer(statusCode: number, body: unknown): HttpAnswer {
  return {
    statusCode,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(body),
  };
}

/** The flat error body of the contract; a fault that is not ours to explain becomes `INTERNAL`. */
export function errorAnswer(error: ServiceError, requestId: string): HttpAnswer {
  const body: ErrorBody = {
    error: error.message,
    message: error.message,
    code: error.code,
    ...(error.details !== undefined && { details: { ...error.details } }),
    requestId,
  };
  const answer = jsonAnswer(error.status, body);
  return { ...answer, headers: { ...answer.headers, ...headersOf(error) } };
}

/** Any thrown value as a ServiceError; the text of an unexpected one stays in the log. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError("INTERNAL", "Something went wrong on our side; the request may be repeated.", {
    cause: error,
  });
}

function headersOf(error: ServiceError): Record<string, string> {
  const allow = error.details?.allow;
  if (typeof allow === "string") return { allow };
  if (error.code === "UNAUTHORIZED") return { "www-authenticate": "Bearer" };
  const { retryAfterSeconds } = error.details ?? {};
  if (typeof retryAfterSeconds === "number") return { "retry-after": String(retryAfterSeconds) };
  if (error.status === 503 || error.status === 429) return { "retry-after": "1" };
  return {};
}
