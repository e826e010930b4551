/**
 * The handler of every function that consumes a queue. It processes each message on its own and reports each failure.
 */
import { ChangeMessageVisibilityCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import type * as z from "zod";
import { createMessageReceiver, type ReceivedMessage } from "../../aws/message-receiver.js";
import { type LaneTerms, runInLanes } from "./lanes.js";
import type { FunctionLog } from "./logger.js";

/** `settled`: the queue may delete the message. `retry`: it delivers the message again after this time. */
export type MessageOutcome = { readonly kind: "settled" } | { readonly kind: "retry"; readonly afterSeconds: number };

export interface Delivery<Message> {
  readonly message: Message;
  readonly log: FunctionLog;
  /** How long this invocation can still run. */
  readonly remainingMs: number;
  /**
   * Sets when the queue delivers the message again if this invocation does not settle it. If the call to SQS fails, the
   * visibility timeout of the queue applies.
   */
  readonly returnAfter: (seconds: number) => Promise<void>;
}

export type HandleMessage<Message> = (delivery: Delivery<Message>) => Promise<MessageOutcome>;

export interface QueueAppOptions<Message> {
  readonly sqs: SQSClient;
  /** Queue URLs by queue ARN. Records name their queue by its ARN, but SQS calls need its URL. */
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly log: FunctionLog;
  /** Returns the facts of a message that all its log lines contain. */
  readonly logFields: (message: Message) => Readonly<Record<string, unknown>>;
  /**
   * For messages that can take a long time: in the meantime, an invocation receives further messages.
   *
   * @default it ends with its batch
   */
  readonly lanes?: LaneTerms;
}

/** The delay after an unexpected error, for example of a table or bucket. */
const RETRY_SECONDS = 5;
/** SQS allows twelve hours from the receive. This is slightly less. */
const MAX_VISIBILITY_SECONDS = 43_000;

/**
 * Creates the Lambda handler. Its event sources need `ReportBatchItemFailures`.
 *
 * @param messageSchema parses the JSON body of a message. A message that it rejects goes to the dead-letter queue.
 */
export function createQueueApp<Schema extends z.ZodType>(
  messageSchema: Schema,
  handle: HandleMessage<z.output<Schema>>,
  options: QueueAppOptions<z.output<Schema>>,
) {
  return async ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    const app = { messageSchema, handle, ...options };
    const stay = await (options.lanes === undefined
      ? processBatch(app, Records, context)
      : processInLanes(app, options.lanes, Records, context));
    return { batchItemFailures: stay.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

type GivenMessage = ReceivedMessage & { readonly eventSourceARN: string };

async function processBatch<Schema extends z.ZodType>(
  app: QueueApp<Schema>,
  given: readonly GivenMessage[],
  context: Context,
): Promise<readonly string[]> {
  const done = await Promise.all(given.map((message) => processMessage(app, message, context)));
  return given.filter((_, index) => done[index] !== true).map(({ messageId }) => messageId);
}

async function processInLanes<Schema extends z.ZodType>(
  app: QueueApp<Schema>,
  terms: LaneTerms,
  given: readonly GivenMessage[],
  context: Context,
): Promise<readonly string[]> {
  // All messages of an invocation come from one queue.
  const [{ eventSourceARN } = { eventSourceARN: "" }] = given;
  return await runInLanes({
    ...terms,
    given,
    receiver: createMessageReceiver(app.sqs, app.queueUrls[eventSourceARN] ?? ""),
    process: (message) => processMessage(app, { ...message, eventSourceARN }, context),
    remainingMs: () => context.getRemainingTimeInMillis(),
    random: Math.random,
    log: app.log,
  });
}

interface QueueApp<Schema extends z.ZodType> extends QueueAppOptions<z.output<Schema>> {
  readonly messageSchema: Schema;
  readonly handle: HandleMessage<z.output<Schema>>;
}

/** Resolves to whether the queue may delete the message. */
async function processMessage<Schema extends z.ZodType>(
  app: QueueApp<Schema>,
  given: GivenMessage,
  context: Context,
): Promise<boolean> {
  const { messageId, body } = given;
  const parsed = app.messageSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    app.log.error("Unknown message format: the message goes to the dead-letter queue.", {
      messageId,
      body: body.slice(0, 1_000),
    });
    return false;
  }
  const message = parsed.data;
  const log = app.log.with({ ...app.logFields(message), invocationId: context.awsRequestId });
  const returnAfter = (seconds: number) => changeVisibility(app, given, seconds, log);
  try {
    const outcome = await app.handle({
      message,
      log,
      remainingMs: context.getRemainingTimeInMillis(),
      returnAfter,
    });
    if (outcome.kind === "settled") return true;
    await returnAfter(outcome.afterSeconds);
  } catch (error) {
    log.error("Processing a message failed. The queue delivers it again.", { error });
    await returnAfter(RETRY_SECONDS);
  }
  return false;
}

async function changeVisibility(
  { sqs, queueUrls }: Pick<QueueAppOptions<never>, "sqs" | "queueUrls">,
  { eventSourceARN, receiptHandle }: GivenMessage,
  seconds: number,
  log: FunctionLog,
): Promise<void> {
  try {
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrls[eventSourceARN],
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(Math.max(0, Math.ceil(seconds)), MAX_VISIBILITY_SECONDS),
      }),
    );
  } catch (error) {
    log.warn("The message keeps the visibility timeout of its queue.", { error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
