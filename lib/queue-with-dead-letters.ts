/** The only way to create a queue. It has a dead-letter queue, and alarms that link to the runbook. */
import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { type IQueue, Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** Throttled invocations count as receives, so a message can be received far more often than it is processed. */
const MAX_RECEIVES = 10;
/** AWS recommends a visibility timeout of at least six times the consumer's timeout. */
const VISIBILITY_FACTOR = 6;
/** SQS's limit. */
const DEAD_LETTER_RETENTION = Duration.days(14);
/** A message keeps its age when it moves to the dead-letter queue. So it stays there for at least one day. */
const RETENTION = Duration.days(13);

const SECURE = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED };

/** CloudWatch's metrics of a queue, for alarms and dashboards. */
export interface QueueMetrics {
  /** The age of the oldest message in seconds. */
  readonly oldestMessageAge: Metric;
  /** The number of messages that a consumer could receive. */
  readonly visibleMessages: Metric;
  /** The number of messages that a consumer has received and not deleted. */
  readonly messagesInFlight: Metric;
}

/** Returns the metrics of any queue. */
export function queueMetrics(queue: IQueue): QueueMetrics {
  const period = Duration.minutes(5);
  return {
    oldestMessageAge: queue.metricApproximateAgeOfOldestMessage({ period }),
    visibleMessages: queue.metricApproximateNumberOfMessagesVisible({ period }),
    messagesInFlight: queue.metricApproximateNumberOfMessagesNotVisible({ period }),
  };
}

/** A dead-letter queue. Several queues can share it. */
export interface DeadLetters {
  readonly queue: Queue;
  /** Fires when messages stay in the queue. */
  readonly alarm: Alarm;
}

export interface DeadLettersProps {
  /** The timeout of the function that consumes the dead-letter queue. @default nothing consumes it */
  readonly consumerTimeoutSeconds?: number;
  /** The section of docs/runbook.md that the alarm links to. */
  readonly runbook: string;
}

export interface QueueWithDeadLettersProps {
  /** The timeout of the function that consumes the queue. */
  readonly consumerTimeoutSeconds: number;
  /** Receives the messages that failed all attempts. */
  readonly deadLetters: DeadLetters;
  /** The age of the oldest message that raises an alarm. @default no alarm on the age */
  readonly maxAgeSeconds?: number;
  /** The section of docs/runbook.md that the alarm on the age links to. */
  readonly ageRunbook?: string;
}

export class QueueWithDeadLetters extends Queue {
  /** @param name in PascalCase, for example `Webhook` for the resource WebhookQueue */
  constructor(scope: Construct, name: string, props: QueueWithDeadLettersProps) {
    super(scope, `${name}Queue`, {
      ...SECURE,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: props.deadLetters.queue, maxReceiveCount: MAX_RECEIVES },
    });
    if (props.maxAgeSeconds === undefined) return;
    new Alarm(scope, `${name}MessagesOld`, {
      metric: queueMetrics(this).oldestMessageAge,
      threshold: props.maxAgeSeconds,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Messages of ${name}Queue wait too long. Runbook: docs/runbook.md#${props.ageRunbook ?? ""}`,
    });
  }
}

/**
 * Creates a queue and its dead-letter queue without alarms, because each alarm costs $0.10 a month. The consumer must
 * log an error for each message that goes to the dead-letter queue, so that the alarm on its errors counts them.
 *
 * @param name in PascalCase, for example `Webhook` for the resources WebhookQueue and WebhookDeadLetters
 */
export function makeUnwatchedQueue(
  scope: Construct,
  name: string,
  { consumerTimeoutSeconds }: Pick<QueueWithDeadLettersProps, "consumerTimeoutSeconds">,
): { readonly queue: Queue; readonly deadLetters: Queue } {
  const deadLetters = new Queue(scope, `${name}DeadLetters`, { ...SECURE, retentionPeriod: DEAD_LETTER_RETENTION });
  const queue = new Queue(scope, `${name}Queue`, {
    ...SECURE,
    retentionPeriod: RETENTION,
    visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * consumerTimeoutSeconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVES },
  });
  return { queue, deadLetters };
}

/** @param name in PascalCase, for example `Render` for the resource RenderDeadLetters */
export function makeDeadLetters(
  scope: Construct,
  name: string,
  { consumerTimeoutSeconds, runbook }: DeadLettersProps,
): DeadLetters {
  const queue = new Queue(scope, `${name}DeadLetters`, {
    ...SECURE,
    retentionPeriod: DEAD_LETTER_RETENTION,
    ...(consumerTimeoutSeconds !== undefined && {
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * consumerTimeoutSeconds),
    }),
  });
  const alarm = new Alarm(scope, `${name}DeadLettersPresent`, {
    metric: storedMessages(queue, { isConsumed: consumerTimeoutSeconds !== undefined }),
    threshold: 1,
    evaluationPeriods: 2,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `Messages stay in ${name}DeadLetters. Runbook: docs/runbook.md#${runbook}`,
  });
  return { queue, alarm };
}

/**
 * Returns the number of messages in a dead-letter queue. A consumer that fails receives a message again as soon as it
 * becomes visible, so such a message is in flight nearly all the time, and the number of visible messages stays 0. Without a
 * consumer, no message is in flight. Each metric costs $0.10 a month.
 */
function storedMessages(queue: IQueue, { isConsumed }: { readonly isConsumed: boolean }): IMetric {
  const { visibleMessages: visible, messagesInFlight: inFlight } = queueMetrics(queue);
  if (!isConsumed) return visible;
  const { period } = visible;
  return new MathExpression({ expression: "visible + inFlight", usingMetrics: { visible, inFlight }, period });
}
