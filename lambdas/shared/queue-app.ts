/** The frame of every function that consumes a render queue: message by message, each with its own fate. */
import { ChangeMessageVisibilityCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import middy from "@middy/core";
import { type RenderMessage, renderMessageSchema } from "../../core/renders/job.js";
import type { Outcome } from "../../core/renders/render-job.js";
import type { FunctionLog } from "./logger.js";

export interface QueueMessage {
  readonly message: RenderMessage;
  readonly log: FunctionLog;
  /** How long this invocation can still run. */
  readonly remainingMs: number;
  /** Brings the message back after this time unless it is settled before. Best effort: the queue's own time-out stands behind it. */
  readonly returnAfter: (seconds: number) => Promise<void>;
}

export interface QueueAppOptions {
  readonly sqs: SQSClient;
  /** Queue URLs by the ARN that stands in a record. */
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly log: FunctionLog;
  readonly process: (message: QueueMessage) => Promise<Outcome>;
}

/** Makes the Lambda handler; it needs `ReportBatchItemFailures` on its event sources. */
export function createQueueApp(options: QueueAppOptions) {
  return middy<SQSEvent, SQSBatchResponse>({ timeoutEarlyInMillis: 0 }).handler(async (event, context) => {
    const kept = await Promise.all(event.Records.map((record) => processRecord(options, record, context)));
    return { batchItemFailures: kept.filter((id) => id !== undefined).map((itemIdentifier) => ({ itemIdentifier })) };
  });
}

/** Resolves to the message's id when it must stay in the queue. */
async function processRecord(
  options: QueueAppOptions,
  record: SQSRecord,
  context: Context,
): Promise<string | undefined> {
  const parsed = renderMessageSchema.safeParse(parseJson(record.body));
  if (!parsed.success) {
    options.log.error("A message is not ours to understand; it goes its way to the dead letters.", {
      messageId: record.messageId,
      body: record.body.slice(0, 1_000),
    });
    return record.messageId;
  }
  const { jobId, requestId } = parsed.data;
  const log = options.log.with({ requestId, jobId, invocationId: context.awsRequestId });
  const returnAfter = (seconds: number) => changeVisibility(options, record, seconds, log);
  try {
    const remainingMs = context.getRemainingTimeInMillis();
    const outcome = await options.process({ message: parsed.data, log, remainingMs, returnAfter });
    if (outcome.kind === "settled") return undefined;
    await returnAfter(outcome.afterSeconds);
  } catch (error) {
    log.error("Processing a message failed; it comes back.", { error });
    await returnAfter(FAILED_RETURN_SECONDS);
  }
  return record.messageId;
}

/** The wait after a fault of the surroundings (a table or bucket that does not answer). */
const FAILED_RETURN_SECONDS = 5;
/** SQS counts twelve hours from the receive; this stays under them. */
const MAX_VISIBILITY_SECONDS = 43_000;

async function changeVisibility(
  { sqs, queueUrls }: QueueAppOptions,
  record: SQSRecord,
  seconds: number,
  log: FunctionLog,
): Promise<void> {
  try {
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrls[record.eventSourceARN],
        ReceiptHandle: record.receiptHandle,
        VisibilityTimeout: Math.min(Math.max(0, Math.ceil(seconds)), MAX_VISIBILITY_SECONDS),
      }),
    );
  } catch (error) {
    log.warn("The message keeps its queue's visibility timeout.", { error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
