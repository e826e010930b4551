/** The only way to create a queue: with a dead-letter queue, and alarms that link to the runbook. */
import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";

/** Throttled invocations count as receives, so a message can be received far more often than it is processed. */
const MAX_RECEIVES = 10;
/** AWS recommends a visibility timeout of at least six times the consumer's timeout. */
const VISIBILITY_FACTOR = 6;
/** The limit of SQS. */
const DEAD_LETTER_RETENTION = Duration.days(14);
/** A message keeps its age when it moves to the dead-letter queue. It has at least one day there. */
const RETENTION = Duration.days(13);

const SECURE = { enforceSSL: true, encryption: QueueEncryption.SQS_MANAGED };

export interface QueueWithDeadLettersProps {
  /** The timeout of the function that consumes the queue. */
  readonly consumerTimeoutSeconds: number;
  /** The timeout of the function that consumes the dead-letter queue. @default nothing consumes it */
  readonly deadLetterConsumerTimeoutSeconds?: number;
  /** The age of the oldest message that raises an alarm. */
  readonly maxAgeSeconds: number;
  /** The section of docs/runbook.md that the alarm on the dead-letter queue links to. */
  readonly runbook: string;
  /** The section of docs/runbook.md that the alarm on the age links to. */
  readonly ageRunbook: string;
  /** A queue whose dead-letter queue receives the messages of this queue too. @default the queue has its own */
  readonly sharedDeadLetters?: QueueWithDeadLetters;
}

export class QueueWithDeadLetters extends Queue {
  /** Receives the messages that failed all attempts. */
  readonly deadLetters: Queue;
  /** Fires when messages stay in the dead-letter queue. */
  readonly alarm: Alarm;
  /** Fires when messages wait too long. */
  readonly ageAlarm: Alarm;

  /** @param name in PascalCase, for example `Webhook` for the resources WebhookQueue and WebhookDeadLetters */
  constructor(scope: Construct, name: string, props: QueueWithDeadLettersProps) {
    const own = props.sharedDeadLetters ?? makeDeadLetters(scope, name, props);
    super(scope, `${name}Queue`, {
      ...SECURE,
      retentionPeriod: RETENTION,
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * props.consumerTimeoutSeconds),
      deadLetterQueue: { queue: own.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });
    this.deadLetters = own.deadLetters;
    this.alarm = own.alarm;
    this.ageAlarm = new Alarm(scope, `${name}MessagesOld`, {
      metric: this.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      threshold: props.maxAgeSeconds,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Messages of ${name}Queue wait too long. Runbook: docs/runbook.md#${props.ageRunbook}`,
    });
  }
}

function makeDeadLetters(
  scope: Construct,
  name: string,
  { deadLetterConsumerTimeoutSeconds: timeoutSeconds, runbook }: QueueWithDeadLettersProps,
): Pick<QueueWithDeadLetters, "deadLetters" | "alarm"> {
  const deadLetters = new Queue(scope, `${name}DeadLetters`, {
    ...SECURE,
    retentionPeriod: DEAD_LETTER_RETENTION,
    ...(timeoutSeconds !== undefined && {
      visibilityTimeout: Duration.seconds(VISIBILITY_FACTOR * timeoutSeconds),
    }),
  });
  const alarm = new Alarm(scope, `${name}DeadLettersPresent`, {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 2,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
    alarmDescription: `Messages stay in the dead-letter queue of ${name}Queue. Runbook: docs/runbook.md#${runbook}`,
  });
  return { deadLetters, alarm };
}
