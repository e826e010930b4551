import type { Issue } from "@image-render/engine/issues";
import { EXIT } from "../exit-code.js";

export interface ApiErrorOptions {
  /** The status of the response. Absent if there was no readable response. */
  readonly status?: number | undefined;
  /** Facts for a support request: status, code, request ID. */
  readonly facts?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
}

/** The statuses for an error in the request. Any other status means that the service cannot be used at all. */
const REQUEST_ERRORS: readonly number[] = [400, 404, 409, 410, 412, 413, 422];

/** The error if the service is not reachable, refuses the request, or does not follow the contract. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number | undefined;
  readonly facts: string;
  readonly issues: readonly Issue[];

  constructor(message: string, { status, facts = "", issues = [] }: ApiErrorOptions = {}) {
    super(message);
    this.status = status;
    this.facts = facts;
    this.issues = issues;
  }

  /** The exit code: 1 for an error in the request, 2 if the service cannot be used. */
  get exitCode(): number {
    return this.status !== undefined && REQUEST_ERRORS.includes(this.status) ? EXIT.issues : EXIT.usage;
  }
}
