/** Reaches behind the running service, to its tables and queues, for states that no request can bring about. */
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Service } from "./service.js";

interface StackResource {
  readonly type: string;
  readonly physicalId: string;
}

const local = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

export class StackAccess {
  private constructor(
    private readonly resources: ReadonlyMap<string, StackResource>,
    private readonly documents: DynamoDBDocumentClient,
    private readonly sqs: SQSClient,
  ) {}

  static async open(service: Service): Promise<StackAccess> {
    const endpoints = await service.inspect<{ dynamodb: string; sqs: string }>("/services");
    const resources = await service.inspect<Record<string, StackResource>>("/resources");
    return new StackAccess(
      new Map(Object.entries(resources)),
      DynamoDBDocumentClient.from(new DynamoDBClient({ ...local, endpoint: endpoints.dynamodb })),
      new SQSClient({ ...local, endpoint: endpoints.sqs }),
    );
  }

  /** Stores a copy of an item under another key, less the attributes of a job's life. */
  async copyItem(
    table: string,
    key: Readonly<Record<string, unknown>>,
    change: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const { Item } = await this.documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    const lived = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "warnings"];
    const kept = Object.entries(Item ?? {}).filter(([name]) => !lived.includes(name));
    await this.documents.send(new PutCommand({ TableName, Item: { ...Object.fromEntries(kept), ...change } }));
  }

  async sendToQueue(lane: string, message: unknown): Promise<void> {
    const QueueUrl = this.physicalId("AWS::SQS::Queue", `Rendering${lane}Queue`);
    await this.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  }

  /** The physical id of the one resource of a type whose logical id begins so. */
  physicalId(type: string, logicalPrefix: string): string {
    const found = [...this.resources].find(([id, resource]) => resource.type === type && id.startsWith(logicalPrefix));
    if (found === undefined) throw new Error(`The stack has no ${type} ${logicalPrefix}.`);
    return found[1].physicalId;
  }

  close(): void {
    this.documents.destroy();
    this.sqs.destroy();
  }
}
