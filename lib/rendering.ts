/**
 * Resources that the rendering functions share: the job queues, the bus that publishes the end of each job, the layers.
 */
import { EventBus } from "aws-cdk-lib/aws-events";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { MAX_ATTEMPTS } from "../core/contract/limits.js";
import type { QueueName } from "../core/contract/render-queues.js";
import { RenderingLayers } from "./layers.js";
import { type DeadLetters, makeDeadLetters, QueueWithDeadLetters } from "./queue-with-dead-letters.js";
import type { Settings } from "./settings.js";

/** The timeout of the function that consumes the dead-letter queues. */
export const DEAD_LETTER_TIMEOUT_SECONDS = 30;

/** The time after which an operator must know that a job is still waiting. */
const MAX_AGE_SECONDS: Readonly<Record<QueueName, number>> = {
  interactive: 120,
  standard: 900,
  bulk: 7200,
  heavy: 7200,
};

export class Rendering extends Construct {
  readonly queues: Readonly<Record<QueueName, QueueWithDeadLetters>>;
  /** Receives the messages that failed all attempts, from all queues. */
  readonly deadLetters: Queue;
  readonly bus: EventBus;
  readonly layers: RenderingLayers;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.layers = new RenderingLayers(this, "Layers", settings);
    this.bus = new EventBus(this, "Bus", { description: "The end of each render job" });
    // The queues share one dead-letter queue, because each would cost a poller and an alarm. The dead-letter function
    // does not need to know where a message comes from.
    const deadLetters = makeDeadLetters(this, "Render", {
      consumerTimeoutSeconds: DEAD_LETTER_TIMEOUT_SECONDS,
      runbook: "dead-letters",
    });
    const make = (name: QueueName) => this.#makeQueue(name, settings, deadLetters);
    this.deadLetters = deadLetters.queue;
    this.queues = {
      interactive: make("interactive"),
      standard: make("standard"),
      bulk: make("bulk"),
      heavy: make("heavy"),
    };
  }

  #makeQueue(name: QueueName, settings: Settings, deadLetters: DeadLetters): QueueWithDeadLetters {
    return new QueueWithDeadLetters(this, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, {
      consumerTimeoutSeconds: settings.renderTimeoutSeconds,
      // The age includes the attempts: in the worst case, each attempt runs into the time limit.
      maxAgeSeconds: MAX_AGE_SECONDS[name] + MAX_ATTEMPTS * settings.renderTimeoutSeconds,
      deadLetters,
      ageRunbook: "old-messages",
    });
  }
}
