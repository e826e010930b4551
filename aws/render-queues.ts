/** Sends messages to the render queues. */
import { SendMessageCommand, type SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import type { QueueName } from "../core/contract/render-queues.js";
import { QueueRefusedError, type RenderQueue } from "../core/renders/ports.js";

/**
 * After a client error (no such queue, access denied, malformed message), the queue has definitely not accepted the
 * message. After a timeout, a broken connection, or a server error, this is unknown.
 */
export function createRenderQueues(
  client: SQSClient,
  queueUrls: Partial<Readonly<Record<QueueName, string>>>,
): RenderQueue {
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
        if (error instanceof SQSServiceException && error.$fault === "client") {
          throw new QueueRefusedError(`The ${queue} queue refused the message: ${error.message}`, { cause: error });
        }
        throw error;
      }
    },
  };
}
