/** A problem with one place of a request. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** The facts of a {@link CallError}, as far as the service has sent them. */
export interface CallFacts {
  /** The HTTP status. Absent if there was no response. */
  readonly status?: number | undefined;
  /** The code of the service's error catalogue. */
  readonly code?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A call of the service that failed. Its message is the service's own sentence, and contains no secret. */
export class CallError extends Error {
  readonly facts: CallFacts;

  constructor(message: string, facts: CallFacts = {}) {
    super(message);
    this.name = "CallError";
    this.facts = facts;
  }
}
