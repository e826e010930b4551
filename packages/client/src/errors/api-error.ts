import type { ErrorCode } from "../types.js";
import { ImageRenderError } from "./image-render-error.js";

/** One problem of a request. */
export interface Issue {
  /** The place, for example `layers.title.text`. In a batch it begins with the item: `jobs[1].layers.title.text`. */
  readonly path: string;
  readonly message: string;
}

/** The parts of a response that are an error. */
export interface ErrorFacts {
  readonly status: number;
  readonly code?: ErrorCode | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** A response of the service that is not a success. `message` says what is wrong and how to fix it. */
export class ApiError extends ImageRenderError {
  override readonly name = "ApiError";
  /** The HTTP status. */
  readonly status: number;
  /** The stable code of the error. Absent if the response does not come from the service itself, or has no body. */
  readonly code: ErrorCode | undefined;
  /** Every problem of the request. Empty for most codes. */
  readonly issues: readonly Issue[];
  /** Facts of the error for programs. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The ID to name in a support request. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, { status, code, details, requestId, retryAfterMs }: ErrorFacts) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.issues = issuesOf(details);
  }
}

/** The issues of a request, or those of the items of a batch. */
function issuesOf(details: Readonly<Record<string, unknown>> = {}): Issue[] {
  const { issues = [], jobs } = details as { issues?: Issue[]; jobs?: { index: number; issues?: Issue[] }[] };
  if (!Array.isArray(jobs)) return issues;
  const ofItems = jobs.flatMap(({ index, issues: found = [] }) =>
    found.map(({ path, message }) => ({ path: `jobs[${index}]${path === "" ? "" : `.${path}`}`, message })),
  );
  return [...issues, ...ofItems];
}
