/**
 * SQS on SQLite: standard queues with visibility timeouts, long polling, delays, redrive to dead-letter queues and fair
 * message groups. Changes are on disk before the response is sent, so queues and messages survive a killed runner.
 */
import { MACHINE_CLOCK } from "../clock/clock.js";
import { callerOf } from "../denials.js";
import { type JsonInput, startJsonService } from "./aws-json.js";
import { once } from "./http-service.js";
import type { Service, ServiceOptions } from "./service.js";
import { openQueueDatabase } from "./sqs/database.js";
import { LongPoll } from "./sqs/long-poll.js";
import { MessageStore, type WaitingMessages } from "./sqs/message-store.js";
import { sqsOperations } from "./sqs/operations.js";
import { nameFromUrl, queueArn, QueueRegistry } from "./sqs/queue-registry.js";

/** Errors with another code in the older query protocol. The SDK reports that code. */
const QUERY_ERROR_CODES: Readonly<Record<string, string>> = {
  QueueDoesNotExist: "AWS.SimpleQueueService.NonExistentQueue",
  QueueNameExists: "QueueAlreadyExists",
  MessageNotInflight: "AWS.SimpleQueueService.MessageNotInflight",
  EmptyBatchRequest: "AWS.SimpleQueueService.EmptyBatchRequest",
  TooManyEntriesInBatchRequest: "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
  BatchEntryIdsNotDistinct: "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
  BatchRequestTooLong: "AWS.SimpleQueueService.BatchRequestTooLong",
  InvalidBatchEntryId: "AWS.SimpleQueueService.InvalidBatchEntryId",
  UnsupportedOperation: "AWS.SimpleQueueService.UnsupportedOperation",
};

const ACCESS_DENIED = { code: "AccessDenied", status: 403 };

export interface SqsOptions extends ServiceOptions {
  /**
   * Whether messages that were in flight when the previous process ended become visible: their receivers ended with it.
   * AWS has no such option, because on AWS, the pollers of event sources do not end together with their queue.
   */
  readonly returnInFlight?: boolean;
}

export interface SqsService extends Service {
  /** Returns the counts of all queues with messages. */
  readonly waitingMessages: () => readonly WaitingMessages[];
}

/**
 * Starts SQS. Queue URLs contain the port of the endpoint, and the SDK sends requests to the host of the queue URL.
 * After a restart on another port, get the URLs again with GetQueueUrl.
 */
export async function startSqs(options: SqsOptions): Promise<SqsService> {
  const { dataDir, port, returnInFlight = false, authorizer, faults, clock = MACHINE_CLOCK } = options;
  const database = openQueueDatabase(dataDir);
  try {
    const { now } = clock;
    const messages = new MessageStore(database, now);
    if (returnInFlight) messages.returnInFlight();
    const operations = sqsOperations({
      queues: new QueueRegistry(database, now),
      messages,
      longPoll: new LongPoll(clock),
      now,
      endpoint: () => service.endpoint,
    });
    const service = await startJsonService(
      {
        version: "1.0",
        targetPrefix: "AmazonSQS",
        operations,
        invalidInputCode: "InvalidParameterValue",
        authorize(operation, input, headers) {
          // A batch needs the permission of the single operation.
          const action = `sqs:${operation.replace(/Batch$/, "")}`;
          authorizer?.check({ action, resource: resourceOf(input) }, callerOf(headers), ACCESS_DENIED);
        },
        intercept: faults && ((handler) => faults.wrap("sqs", handler)),
        queryErrorCode: (code) => QUERY_ERROR_CODES[code] ?? code,
      },
      port,
    );
    return {
      endpoint: service.endpoint,
      waitingMessages: () => messages.waiting(),
      close: once(async () => {
        await service.close();
        database.close();
      }),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the ARN of the queue that a request names by its URL or its name. */
function resourceOf({ QueueUrl, QueueName }: JsonInput): string {
  if (typeof QueueUrl === "string") return queueArn(nameFromUrl(QueueUrl));
  return typeof QueueName === "string" ? queueArn(QueueName) : "*";
}
