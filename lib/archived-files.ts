/** The queue for files that were archived or deleted by age. Only the archived-files function consumes it. */
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { makeDeadLetters, QueueWithDeadLetters } from "./queue-with-dead-letters.js";

/** One invocation processes a few messages. Each needs one read, two writes and one event. */
const CONSUMER_TIMEOUT_SECONDS = 30;

export class ArchivedFiles extends Construct {
  readonly queue: Queue;
  readonly consumerTimeoutSeconds = CONSUMER_TIMEOUT_SECONDS;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const deadLetters = makeDeadLetters(this, "ArchivedFiles", { runbook: "archived-files" });
    // No alarm on the age of messages: after a night of many transitions, they are hours old, and nobody is waiting.
    this.queue = new QueueWithDeadLetters(this, "ArchivedFiles", {
      consumerTimeoutSeconds: CONSUMER_TIMEOUT_SECONDS,
      deadLetters,
    });
  }
}
