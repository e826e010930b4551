/** The DynamoDB commands of requests, in the order in which the code sends them. */

/** A command of the document client: its name and its input. */
export interface CapturedCommand {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The commands of one job, and of the check of the rate limit before it. */
export interface CapturedJob {
  readonly jobId: string;
  readonly limit: readonly CapturedCommand[];
  readonly create: readonly CapturedCommand[];
  /** The commands after the creation: the job is enqueued, claimed, ended and published. */
  readonly end: readonly CapturedCommand[];
}
