import { type Issue } from "../../core/contract/errors.js";
import { EXIT } from "../command.js";

export interface ApiErrorOptions {
  /** Of the answer; none when there was no answer that could be read. */
  readonly status?: number | undefined;
  /** What helps whoever looks into it: status, code, request id. */
  readonly facts?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
}

/** Statuses that blame what was sent; any other keeps the command from being carried out at all. */
const FAULTS_OF_THE_REQUEST: readonly number[] = [400, 404, 409, 410, 412, 413, 422];

/** A service that can't be reached, doesn't speak the contract, or refuses. Its message is a sentence. */
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

  /** 1 for a request that the service finds at fault, 2 for a service that can't be used. */
  get exitCode(): number {
    return this.status !== undefined && FAULTS_OF_THE_REQUEST.includes(this.status) ? EXIT.faults : EXIT.usage;
  }
}
