import type { ErrorCode } from "../types.js";
import { ImageRenderError } from "./image-render-error.js";

/** One problem of a request. */
export interface Issue {
  /** The place, for example `layers.title.text`. In a batch it begins with the item: `jobs[1].layers.title.text`. */
  readonly path: string;
  readonly message: string;
}

/** The parts of an error response. */
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
  // The fields are declared without code, to keep the package small.
  /** The HTTP status. */
  declare readonly status: number;
  /** The stable code of the error. Absent if the response does not come from the service itself, or has no body. */
  declare readonly code: ErrorCode | undefined;
  /** Every problem of the request. Empty for most codes. */
  declare readonly issues: readonly Issue[];
  /** Facts about the error for programs. */
  declare readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The ID to name in a support request. */
  declare readonly requestId: string | undefined;
  /** How long the service asks to wait before the next try. */
  declare readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: ErrorFacts) {
    super(message);
    Object.assign(this, facts, { issues: issuesOf(facts.details) });
  }
}

/** Returns the issues of a request, and those of the items of a batch. */
function issuesOf({ issues = [], jobs = [] }: ErrorDetails = {}): Issue[] {
  const ofItems = jobs.flatMap(({ index, issues: found = [] }) =>
    found.map((issue) => ({ ...issue, path: `jobs[${index}].${issue.path}`.replace(/\.$/, "") })),
  );
  return [...issues, ...ofItems];
}

/** The details that list issues. */
interface ErrorDetails {
  readonly issues?: readonly Issue[];
  readonly jobs?: readonly { readonly index: number; readonly issues?: readonly Issue[] }[];
}
