/** The error of a guarded fetch. */

/** The kind of failure, for code that handles it. The message is for people. */
export type FetchFailureKind =
  | "invalid-url"
  | "blocked"
  | "redirect"
  | "timeout"
  | "network"
  | "status"
  | "too-large"
  /** The response is complete but not usable: it is not an image, or its content encoding is not supported. */
  | "content";

export interface FetchFailureOptions {
  /** Whether the same fetch may succeed later without a change. */
  readonly retryable?: boolean;
  /** The HTTP status of the response, if it is the reason for the failure. */
  readonly status?: number;
  /** For the log only: resolved addresses and error codes. Never show it to a user. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * A failed fetch. `message` is public, and a template author can act on it. It contains the host as the author (or a
 * redirecting server) wrote it. It never contains a resolved address, a path, or a query. Paths and queries can contain
 * keys.
 */
export class FetchFailure extends Error {
  readonly kind: FetchFailureKind;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly internal: string | undefined;

  constructor(kind: FetchFailureKind, message: string, options: FetchFailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FetchFailure";
    this.kind = kind;
    this.retryable = options.retryable ?? false;
    this.status = options.status;
    this.internal = options.internal;
  }
}

/** Transient statuses below 500: request timeout, "too early", too many requests. */
const TRANSIENT_CLIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Returns the failure for a response without a success status. 5xx and transient statuses are retryable. */
export function statusFailure(host: string, status: number): FetchFailure {
  const retryable = status >= 500 || TRANSIENT_CLIENT_STATUSES.has(status);
  return new FetchFailure("status", `${host} returned status ${status}.`, { retryable, status });
}

/** Returns the failure for a response that is larger than the limit. */
export function tooLargeFailure(host: string, maxBytes: number): FetchFailure {
  return new FetchFailure("too-large", `The file at ${host} is larger than the limit of ${describeBytes(maxBytes)}.`);
}

function describeBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.floor(bytes / 1024)} KB`;
  return `${Math.floor((bytes / (1024 * 1024)) * 10) / 10} MB`;
}
