/** A local SQS with an SDK client. Both are closed at the end of the test. */
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { startSqs } from "../../../src/services/sqs.js";
import { type AtEnd, credentials, region, temporaryFolder } from "../fixtures.js";

export class Sqs {
  private constructor(
    readonly client: SQSClient,
    readonly endpoint: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(atEnd: AtEnd, dataDir?: string, returnInFlight = false): Promise<Sqs> {
    const service = await startSqs({ dataDir: dataDir ?? (await temporaryFolder(atEnd)), returnInFlight });
    const client = new SQSClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
    const sqs = new Sqs(client, service.endpoint, () => service.close());
    atEnd(() => service.close());
    atEnd(() => client.destroy());
    return sqs;
  }

  async queue(name: string, Attributes: Record<string, string> = {}): Promise<string> {
    const { QueueUrl } = await this.client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
    return String(QueueUrl);
  }

  send(QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) {
    return this.client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more }));
  }

  async receive(QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
    const { Messages = [] } = await this.client.send(
      new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ["All"], ...more }),
    );
    return Messages;
  }

  async attribute(QueueUrl: string, name: QueueAttributeName): Promise<string | undefined> {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] });
    return (await this.client.send(command)).Attributes?.[name];
  }
}

export const redriveTo = (name: string, maxReceiveCount: number): Record<string, string> => ({
  RedrivePolicy: JSON.stringify({
    deadLetterTargetArn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
    maxReceiveCount,
  }),
});
