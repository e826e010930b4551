/** Sends messages to the render queues. */
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { BatchQueue } from "../core/batches/ports.js";
import type { QueueName } from "../core/contract/render-queues.js";
import { isRefusal, sendJobs } from "./send-jobs.js";
import { QueueRefusedError, type RenderQueue } from "../core/renders/ports.js";

export function createRenderQueues(
  client: SQSClient,
  queueUrls: Partial<Readonly<Record<QueueName, string>>>,
): RenderQueue & BatchQueue {
  return {
    async send(queue, workspaceId, message, delaySeconds = 0) {
      const QueueUrl = queueUrls[queue];
      if (QueueUrl === undefined) throw new QueueRefusedError(`This function has no URL for the ${queue} queue.`);
      try {
        await client.send(
          // The group ID makes a standard queue fair: the backlog of one workspace does not delay the others.
          new SendMessageCommand({
            QueueUrl,
            MessageBody: JSON.stringify(message),
            MessageGroupId: workspaceId,
            ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
          }),
        );
      } catch (error) {
        if (isRefusal(error)) {
          throw new QueueRefusedError(`The ${queue} queue refused the message: ${error.message}`, { cause: error });
        }
        throw error;
      }
    },

    async sendAll(jobs) {
      return await sendJobs(client, queueUrls, jobs);
    },
  };
}
