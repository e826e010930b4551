/** The queue for files that were archived or deleted by age. Only the archived-files function consumes it. */
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { makeUnwatchedQueue } from "./queue-with-dead-letters.js";

/** One invocation processes a few messages. Each needs one read, two writes and one event. */
const CONSUMER_TIMEOUT_SECONDS = 30;

export class ArchivedFiles extends Construct {
  readonly queue: Queue;
  readonly consumerTimeoutSeconds = CONSUMER_TIMEOUT_SECONDS;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // No operator needs to act at once if marks are late or lost: after a night of many transitions, messages are hours
    // old, nobody waits for them, and the file-audit function finds the jobs of lost messages.
    ({ queue: this.queue } = makeUnwatchedQueue(this, "ArchivedFiles", {
      consumerTimeoutSeconds: CONSUMER_TIMEOUT_SECONDS,
    }));
  }
}
