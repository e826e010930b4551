/** The one error of a guarded fetch. */

/** What went wrong, for code that decides; people read the message. */
export type FetchFaultKind =
  | "invalid-url"
  | "blocked"
  | "redirect"
  | "timeout"
  | "network"
  | "status"
  | "too-large"
  /** The answer came whole, but is not what was asked for: not a picture, or a content encoding that can't be read. */
  | "content";

export interface FetchFaultOptions {
  /** Whether the same fetch may succeed later without a change. */
  readonly retryable?: boolean;
  /** The HTTP status that the other side answered, where that is the fault. */
  readonly status?: number;
  /** For the log alone: resolved addresses and error codes, never shown to a user. */
  readonly internal?: string;
  readonly cause?: unknown;
}

/**
 * A fetch that failed. `message` is a public sentence that a template's author can act on: it names the host as the author
 * (or a server that redirected) wrote it, never an address that it resolved to, nor the path or query, which may hold keys.
 */
export class FetchFault extends Error {
  readonly kind: FetchFaultKind;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly internal: string | undefined;

  constructor(kind: FetchFaultKind, message: string, options: FetchFaultOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FetchFault";
    this.kind = kind;
    this.retryable = options.retryable ?? false;
    this.status = options.status;
    this.internal = options.internal;
  }
}

/** Statuses below 500 that tell of a passing state: time-out, "too early", too many requests. */
const PASSING_CLIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The fault of an answer whose status is not a success; 5xx and the passing ones may be retried. */
export function statusFault(host: string, status: number): FetchFault {
  const retryable = status >= 500 || PASSING_CLIENT_STATUSES.has(status);
  return new FetchFault("status", `${host} answered with status ${status}.`, { retryable, status });
}

/** The fault of an answer that holds more than it may. */
export function tooLargeFault(host: string, maxBytes: number): FetchFault {
  return new FetchFault(
    "too-large",
    `The file at ${host} is larger than the ${describeBytes(maxBytes)} that are allowed.`,
  );
}

function describeBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.floor(bytes / 1024)} KB`;
  return `${Math.floor((bytes / (1024 * 1024)) * 10) / 10} MB`;
}
