/** The queue of webhooks. Besides the webhook function, the api function and the sweeper send to it. */
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { makeUnwatchedQueue } from "./queue-with-dead-letters.js";

/**
 * A delivery takes at most `MAX_DELIVERY_MS`. In the rest of the time, an invocation with a slow receiver takes more
 * messages. A longer timeout would delay the messages of a killed invocation: they return after six times as long.
 */
const CONSUMER_TIMEOUT_SECONDS = 60;

export class Webhooks extends Construct {
  readonly queue: Queue;
  /** Receives webhooks whose attempts are used up. The function logs each as an error, which an alarm counts. */
  readonly deadLetters: Queue;
  readonly consumerTimeoutSeconds = CONSUMER_TIMEOUT_SECONDS;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    ({ queue: this.queue, deadLetters: this.deadLetters } = makeUnwatchedQueue(this, "Webhook", {
      consumerTimeoutSeconds: CONSUMER_TIMEOUT_SECONDS,
    }));
  }
}
