/** Sends messages to the webhook queue and to its dead-letter queue. */
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { AttemptMessage, OccurrenceMessage } from "../core/webhooks/delivery.js";
import type { WebhookDeadLetters, WebhookQueue } from "../core/webhooks/ports.js";

export function createWebhookQueue(client: SQSClient, queueUrl: string): WebhookQueue {
  const send = async (message: AttemptMessage | OccurrenceMessage, delayMs: number): Promise<void> => {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(message),
        // The workspace is the message group of a fair queue. Messages that come from the bus have no group.
        MessageGroupId: message.occurrence.workspaceId,
        DelaySeconds: Math.ceil(delayMs / 1000),
      }),
    );
  };
  return {
    sendOccurrence: (message, delayMs = 0) => send(message, delayMs),
    sendAttempt: (message, delayMs = 0) => send(message, delayMs),
  };
}

export function createWebhookDeadLetters(client: SQSClient, queueUrl: string): WebhookDeadLetters {
  return {
    async sendToDeadLetterQueue(message) {
      const MessageGroupId = message.occurrence.workspaceId;
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(message), MessageGroupId }),
      );
    },
  };
}
