/** The catalogue of every error that the service gives, and the one class that carries them. */
import * as z from "zod";

interface CatalogueRow {
  /** HTTP status of the answer. */
  readonly status: number;
  /** Whether the same request may succeed later without a change: a queue consumer retries it. */
  readonly retryable: boolean;
  /** Whether it is a fault of ours, logged as an error and counted by an alarm. */
  readonly reported: boolean;
}

export const ERROR_CATALOGUE = {
  UNAUTHORIZED: { status: 401, retryable: false, reported: false },
  BAD_REQUEST: { status: 400, retryable: false, reported: false },
  PAYMENT_REQUIRED: { status: 402, retryable: false, reported: false },
  NOT_FOUND: { status: 404, retryable: false, reported: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, reported: false },
  GONE: { status: 410, retryable: false, reported: false },
  PRECONDITION_FAILED: { status: 412, retryable: false, reported: false },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, reported: false },
  VALIDATION_ERROR: { status: 422, retryable: false, reported: false },
  IMAGE_UNAVAILABLE: { status: 503, retryable: true, reported: false },
  DUPLICATE_LAYER_NAMES: { status: 422, retryable: false, reported: false },
  FORBIDDEN: { status: 403, retryable: false, reported: false },
  RATE_LIMITED: { status: 429, retryable: true, reported: false },
  INTERNAL: { status: 500, retryable: true, reported: true },
  QUEUE_UNAVAILABLE: { status: 503, retryable: true, reported: true },
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
