/**
 * Receives more messages from a queue during an invocation, in addition to the messages that Lambda has passed to it.
 */
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
}

export interface MessageReceiver {
  /** Receives up to ten messages. Waits up to `waitSeconds` for the first one. */
  receive(atMost: number, waitSeconds: number): Promise<readonly ReceivedMessage[]>;
  /** Deletes a message that was processed. */
  remove(message: Pick<ReceivedMessage, "receiptHandle">): Promise<void>;
}

export function createMessageReceiver(client: SQSClient, QueueUrl: string): MessageReceiver {
  return {
    async receive(atMost, waitSeconds) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: atMost, WaitTimeSeconds: waitSeconds }),
      );
      return Messages.map(({ MessageId: messageId = "", ReceiptHandle: receiptHandle = "", Body: body = "" }) => ({
        messageId,
        receiptHandle,
        body,
      }));
    },
    async remove({ receiptHandle }) {
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receiptHandle }));
    },
  };
}
