/** The render queues. */
import { SendMessageCommand, type SQSClient, SQSServiceException } from "@aws-sdk/client-sqs";
import type { QueueName } from "../core/contract/render-queues.js";
import { QueueRefusedError, type RenderQueue } from "../core/renders/ports.js";

/**
 * A queue that answered with a client error (it is gone, access is denied, the message is malformed) has certainly not
 * taken the message. A time-out, a broken connection or a server error leaves that open.
 */
export function createRenderQueues(
  client: SQSClient,
  queueUrls: Partial<Readonly<Record<QueueName, string>>>,
): RenderQueue {
  return {
    async send(lane, workspaceId, message) {
      const QueueUrl = queueUrls[lane];
      if (QueueUrl === undefined) throw new QueueRefusedError(`This function may not send to the ${lane} queue.`);
      try {
        await client.send(
          // The group id makes a standard queue fair: one workspace's backlog does not delay the others.
          new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), MessageGroupId: workspaceId }),
        );
      } catch (error) {
        if (error instanceof SQSServiceException && error.$fault === "client") {
          throw new QueueRefusedError(`The ${lane} queue refused the message: ${error.message}`, { cause: error });
        }
        throw error;
      }
    },
  };
}
