/** The catalogue of every error that the service returns, and the error class. */
import * as z from "zod";
import { type Issue, withFirstIssue } from "@image-render/engine/issues";

/**
 * The reasons for which the service refuses a request, as metrics and operators count them:
 * - `key`: the key, session or signature is missing, is not valid, or does not allow the request.
 * - `credits`: the month's credits are used up.
 * - `limit`: there are too many requests.
 * - `content`: the request is malformed, too large or not valid.
 */
export const REFUSAL_REASONS = ["key", "credits", "limit", "content"] as const;
export type Refusal = (typeof REFUSAL_REASONS)[number];

interface CatalogueRow {
  /** The HTTP status. */
  readonly status: number;
  /** Whether the same request can succeed later. Queue consumers retry such errors. */
  readonly retryable: boolean;
  /** Whether the service is at fault. Such errors are logged as errors and counted by an alarm. */
  readonly reported: boolean;
  /** Why the service refuses such a request, for operators. Undefined if an object is missing or the service failed. */
  readonly refusal: Refusal | undefined;
  /** For the documentation: when the service returns the error. */
  readonly meaning: string;
}

export const ERROR_CATALOGUE = {
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    reported: false,
    refusal: "key",
    meaning: "The API key, session or signature is missing or not valid.",
  },
  BAD_REQUEST: {
    status: 400,
    retryable: false,
    reported: false,
    refusal: "content",
    meaning: "The request is malformed: the body is not JSON, the template is missing, or a parameter is out of range.",
  },
  PAYMENT_REQUIRED: {
    status: 402,
    retryable: false,
    reported: false,
    refusal: "credits",
    meaning: "The plan's credits for this month are used up.",
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    reported: false,
    refusal: undefined,
    meaning: "The caller's workspace has no such object, or the address does not exist.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    reported: false,
    refusal: undefined,
    meaning: "The address supports other methods. `Allow` lists them.",
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    reported: false,
    refusal: undefined,
    meaning: "The state of the object does not allow the request. `details.status` names the state.",
  },
  GONE: {
    status: 410,
    retryable: false,
    reported: false,
    refusal: undefined,
    meaning:
      "Something that the request needs was archived or has expired: the picture, which can be rendered again, the stored " +
      "request of a render, or the template that a repeated request has created.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    reported: false,
    refusal: undefined,
    meaning: "`If-Match` names a state that is not the current one.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    reported: false,
    refusal: "content",
    meaning:
      "The body, or a part of it, is larger than the limit. Above about 4.5 MB, the platform itself can return 413, " +
      "with a body of its own and without a `code`.",
  },
  VALIDATION_ERROR: {
    status: 422,
    retryable: false,
    reported: false,
    refusal: "content",
    meaning: "The request is well-formed, but its content is not valid. `details.issues` lists every issue.",
  },
  IMAGE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    reported: false,
    refusal: undefined,
    meaning: "A remote image is temporarily unavailable.",
  },
  DUPLICATE_LAYER_NAMES: {
    status: 422,
    retryable: false,
    reported: false,
    refusal: "content",
    meaning: "Several layers of the template have the same name, so overrides would be ambiguous.",
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    reported: false,
    refusal: "key",
    meaning: "The plan or the key's scopes do not allow the request.",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    reported: false,
    refusal: "limit",
    meaning: "Too many requests. `Retry-After` says how long to wait.",
  },
  INTERNAL: {
    status: 500,
    retryable: true,
    reported: true,
    refusal: undefined,
    meaning: "The service failed. You can repeat the request.",
  },
  QUEUE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    reported: true,
    refusal: undefined,
    meaning: "The render could not be queued. Nothing was created or billed.",
  },
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export const errorCodeSchema = z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]);

/** The flat body of every JSON error. `error` and `message` contain the same text. */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: errorCodeSchema,
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export interface ServiceErrorOptions {
  /** Public, machine-readable facts for `details` in the response. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For the log only. It is never sent to a caller. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/** The error that core throws. `message` is public. `internal` and `cause` are for the log. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly internal: string | undefined;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = options.details;
    this.internal = options.internal;
  }

  get status(): number {
    return ERROR_CATALOGUE[this.code].status;
  }

  /** Whether the same request can succeed later. */
  get retryable(): boolean {
    return ERROR_CATALOGUE[this.code].retryable;
  }
}

/** A `VALIDATION_ERROR` that lists every issue in `details.issues`. */
export function validationError(message: string, issues: readonly Issue[]): ServiceError {
  return new ServiceError("VALIDATION_ERROR", message, { details: { issues } });
}

/** Like {@link validationError}, with the first issue in the message, because many clients show nothing else. */
export function issuesError(subject: string, issues: readonly Issue[]): ServiceError {
  return validationError(withFirstIssue(subject, issues), issues);
}
