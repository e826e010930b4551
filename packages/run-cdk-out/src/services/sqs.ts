/**
 * SQS on SQLite: standard queues with visibility timeouts, long polling, delays, redrive to dead-letter queues and fair
 * message groups. Everything is on disk before it is acknowledged, so queues and messages outlast a killed runner.
 */
import { startJsonService } from "./aws-json.js";
import { once } from "./http-service.js";
import type { Service, ServiceOptions } from "./service.js";
import { openQueueDatabase } from "./sqs/database.js";
import { LongPoll } from "./sqs/long-poll.js";
import { MessageStore } from "./sqs/message-store.js";
import { sqsOperations } from "./sqs/operations.js";
import { QueueRegistry } from "./sqs/queue-registry.js";

/** Errors whose name in the old query protocol, which the SDK reports, differs from the JSON protocol's. */
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

export interface SqsOptions extends ServiceOptions {
  /**
   * Hands out at once what was in flight when the data was last used: whoever had received it is gone. In AWS the pollers
   * of event sources don't die with their queue, so nothing of the kind exists there.
   */
  readonly returnInFlight?: boolean;
}

/**
 * Starts SQS. Queue URLs carry the endpoint's port, and the SDK sends to a queue URL's host: resolve URLs anew after a
 * start (GetQueueUrl), or keep the port.
 */
export async function startSqs({ dataDir, port, returnInFlight = false }: SqsOptions): Promise<Service> {
  const database = openQueueDatabase(dataDir);
  try {
    const now = Date.now;
    const messages = new MessageStore(database, now);
    if (returnInFlight) messages.returnInFlight();
    const operations = sqsOperations({
      queues: new QueueRegistry(database, now),
      messages,
      longPoll: new LongPoll(),
      endpoint: () => service.endpoint,
    });
    const service = await startJsonService(
      {
        version: "1.0",
        targetPrefix: "AmazonSQS",
        operations,
        invalidInputCode: "InvalidParameterValue",
        queryErrorCode: (code) => QUERY_ERROR_CODES[code] ?? code,
      },
      port,
    );
    return {
      endpoint: service.endpoint,
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
