/** The catalogue of every error that the service gives, and the one class that carries them. */
import * as z from "zod";

interface CatalogueRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Whether the same request may succeed later without a change: a queue consumer retries it. */
  readonly retryable: boolean;
  /** Whether it is a fault of ours, logged as an error and counted by an alarm. */
  readonly reported: boolean;
  /** For the documentation: when it is answered. */
  readonly meaning: string;
}

export const ERROR_CATALOGUE = {
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    reported: false,
    meaning: "The API key, session or signature is missing or not valid.",
  },
  BAD_REQUEST: {
    status: 400,
    retryable: false,
    reported: false,
    meaning: "The request is malformed: no JSON, a missing template, a parameter out of its range.",
  },
  PAYMENT_REQUIRED: {
    status: 402,
    retryable: false,
    reported: false,
    meaning: "The plan's credits of the month are spent.",
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    reported: false,
    meaning: "There is no such thing in the caller's workspace, or nothing at the address.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    reported: false,
    meaning: "The address answers other methods, listed in `Allow`.",
  },
  GONE: {
    status: 410,
    retryable: false,
    reported: false,
    meaning: "The picture was archived or has expired; render it again.",
  },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    reported: false,
    meaning: "What `If-Match` names is not the present state.",
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    reported: false,
    meaning: "The body, or what it holds, is larger than the limit.",
  },
  VALIDATION_ERROR: {
    status: 422,
    retryable: false,
    reported: false,
    meaning: "The request is well-formed, but can't be done; `details.issues` lists every fault.",
  },
  IMAGE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    reported: false,
    meaning: "A remote image could not be had just now.",
  },
  DUPLICATE_LAYER_NAMES: {
    status: 422,
    retryable: false,
    reported: false,
    meaning: "Layer names of the template repeat, so that overrides would be ambiguous.",
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    reported: false,
    meaning: "The plan or the key's scopes do not allow it.",
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    reported: false,
    meaning: "Too many requests; `Retry-After` says when to come back.",
  },
  INTERNAL: {
    status: 500,
    retryable: true,
    reported: true,
    meaning: "A fault of the service; the request may be repeated.",
  },
  QUEUE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    reported: true,
    meaning: "The render could not be queued; nothing was created or billed.",
  },
} as const satisfies Record<string, CatalogueRow>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

export const errorCodeSchema = z.enum(Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]);

/** One fault in what a user sent: where (`layers.title.color`) and what to do about it. */
export const issueSchema = z.object({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof issueSchema>;

/** The flat body of every JSON error; `error` and `message` hold the same text. */
export const errorBodySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: errorCodeSchema,
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

export interface ServiceErrorOptions {
  /** Public, machine-readable facts for the answer's `details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** For the log alone; never sent to a caller. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/** The one error that core throws. `message` is public text; `internal` and `cause` are for the log. */
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

  /** Whether the same request may succeed later without a change. */
  get retryable(): boolean {
    return ERROR_CATALOGUE[this.code].retryable;
  }
}

/** A `VALIDATION_ERROR` that lists every fault in `details.issues`. */
export function validationError(message: string, issues: readonly Issue[]): ServiceError {
  return new ServiceError("VALIDATION_ERROR", message, { details: { issues } });
}
