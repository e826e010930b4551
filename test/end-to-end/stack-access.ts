/** Access to the tables, queues and secrets behind the running service, for states that no request can produce. */
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { paginateListObjectsV2, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DeleteQueueCommand, GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, paginateScan, PutCommand } from "@aws-sdk/lib-dynamodb";
import { createEdgeKeys } from "../../aws/edge-keys.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
// The runner preloads this into the processes of functions. Here, this process is the client of the services.
import "run-cdk-out/resolve-localhost";
import { EVENT_SOURCE } from "../../core/contract/events/event.js";
import type { Service } from "./service.js";

interface StackResource {
  readonly type: string;
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, string>> | "secret";
}

/** The services that this file calls. There are more. */
interface Endpoints extends Record<string, string> {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly secretsmanager: string;
  readonly keyvaluestore: string;
  readonly events: string;
}

/** The limit of one call of EventBridge. */
const MAX_ENTRIES = 10;

type Attributes = Readonly<Record<string, unknown>>;

const LOCAL = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };
/** The attributes that a job gets only while it is processed. */
const OUTCOME_ATTRIBUTES = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "warnings"];

export class StackAccess {
  readonly #service: Service;
  #opened: ReturnType<typeof connect> | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Connects to the services of the running stack. */
  async open(): Promise<void> {
    const endpoints = await this.#service.inspect<Endpoints>("/services");
    const resources = await this.#service.inspect<Record<string, StackResource>>("/resources");
    this.#opened = connect(endpoints, new Map(Object.entries(resources)));
  }

  close(): void {
    const { documents, sqs, s3, secrets, keyValues, events } = this.#opened ?? {};
    for (const client of [documents, sqs, s3, secrets, keyValues, events]) client?.destroy();
    this.#opened = undefined;
  }

  /** The URL of each service. */
  get endpoints(): Readonly<Record<string, string>> {
    return this.#demandOpen().endpoints;
  }

  /** Stores a copy of an item under another key. The copy of a job has nothing that the job got while it was processed. */
  async copyItem(table: string, key: Attributes, change: Attributes): Promise<void> {
    const { documents } = this.#demandOpen();
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const { Item } = await documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    const kept = Object.entries(Item ?? {}).filter(([name]) => !OUTCOME_ATTRIBUTES.includes(name));
    await documents.send(new PutCommand({ TableName, Item: { ...Object.fromEntries(kept), ...change } }));
  }

  async putItem(table: string, Item: Attributes): Promise<void> {
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    await this.#demandOpen().documents.send(new PutCommand({ TableName, Item }));
  }

  /** Replaces an item with the result of a function. An item that does not exist has no attributes but its key. */
  async changeItem(table: string, key: Attributes, change: (item: Attributes) => Attributes): Promise<void> {
    const { documents } = this.#demandOpen();
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const { Item } = await documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    await documents.send(new PutCommand({ TableName, Item: change({ ...key, ...Item }) }));
  }

  /** Every item of a table that has the given attributes. */
  async itemsWith(table: string, attributes: Attributes): Promise<readonly Attributes[]> {
    const client = this.#demandOpen().documents;
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const found: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      found.push(...Items);
    return found.filter((item) => Object.entries(attributes).every(([name, value]) => item[name] === value));
  }

  /** @param group the message group */
  async sendToQueue(queue: string, message: unknown, group?: string): Promise<void> {
    await this.#send(`Rendering${queue}Queue`, message, group);
  }

  /** Sends a message of a render queue to its dead-letter queue, as SQS does after many receives. */
  async sendToDeadLetters(message: unknown): Promise<void> {
    await this.#send("RenderingRenderDeadLetters", message);
  }

  async #send(logicalPrefix: string, message: unknown, group?: string): Promise<void> {
    const send = {
      QueueUrl: this.physicalId("AWS::SQS::Queue", logicalPrefix),
      MessageBody: JSON.stringify(message),
      ...(group !== undefined && { MessageGroupId: group }),
    };
    await this.#demandOpen().sqs.send(new SendMessageCommand(send));
  }

  /** Publishes events as the service does. */
  async publish(
    details: readonly (Attributes & { readonly type: string })[],
    Source: string = EVENT_SOURCE,
  ): Promise<void> {
    const EventBusName = this.physicalId("AWS::Events::EventBus", "Rendering");
    const entries = details.map((detail) => ({
      ...{ EventBusName, Source, DetailType: detail.type, Detail: JSON.stringify(detail) },
    }));
    for (let start = 0; start < entries.length; start += MAX_ENTRIES) {
      const Entries = entries.slice(start, start + MAX_ENTRIES);
      await this.#demandOpen().events.send(new PutEventsCommand({ Entries }));
    }
  }

  queueArn(logicalPrefix: string): string {
    const resources = [...this.#demandOpen().resources];
    const found = resources.find(([id, { type }]) => type === "AWS::SQS::Queue" && id.startsWith(logicalPrefix));
    const attributes = found?.[1].attributes;
    return typeof attributes === "object" ? (attributes.Arn ?? "") : "";
  }

  /** The messages that a queue could deliver now. */
  async queueLength(logicalPrefix: string): Promise<number> {
    const QueueUrl = this.physicalId("AWS::SQS::Queue", logicalPrefix);
    const name = "ApproximateNumberOfMessages" as const;
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] });
    const { Attributes } = await this.#demandOpen().sqs.send(command);
    return Number(Attributes?.[name]);
  }

  /** Deletes a queue. From then on, every message to it is refused. */
  async removeQueue(queue: string): Promise<void> {
    const QueueUrl = this.physicalId("AWS::SQS::Queue", `Rendering${queue}Queue`);
    await this.#demandOpen().sqs.send(new DeleteQueueCommand({ QueueUrl }));
  }

  /** Puts an object into the bucket, with the headers that responses get from it. */
  async store(key: string, bytes: Uint8Array, headers: { type: string; cacheControl: string }): Promise<void> {
    const Bucket = this.physicalId("AWS::S3::Bucket", "StorageBucket");
    const { type: ContentType, cacheControl: CacheControl } = headers;
    const command = new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType, CacheControl });
    await this.#demandOpen().s3.send(command);
  }

  /** The keys of all objects in the bucket. */
  async storedKeys(): Promise<readonly string[]> {
    const Bucket = this.physicalId("AWS::S3::Bucket", "StorageBucket");
    const client = this.#demandOpen().s3;
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
      keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
    }
    return keys;
  }

  /** The text of the secret whose logical ID begins with the prefix. */
  async readSecret(logicalPrefix: string): Promise<string> {
    const { secrets } = this.#demandOpen();
    return await readSecret(secrets, this.physicalId("AWS::SecretsManager::Secret", logicalPrefix));
  }

  async replaceSecret(logicalPrefix: string, text: string): Promise<void> {
    const { secrets } = this.#demandOpen();
    await writeSecret(secrets, this.physicalId("AWS::SecretsManager::Secret", logicalPrefix), text);
  }

  /** The stores that the use cases of signing work on: the stack's own secret, key-value store and table. */
  signing() {
    const { secrets, keyValues, documents } = this.#demandOpen();
    const secretId = this.physicalId("AWS::SecretsManager::Secret", "AccessSigningKeys");
    return {
      secret: {
        read: () => readSecret(secrets, secretId),
        write: (text: string) => writeSecret(secrets, secretId, text),
      },
      edge: createEdgeKeys(keyValues, this.#attribute("AWS::CloudFront::KeyValueStore", "Arn")),
      generations: createSignatureGenerations(
        documents,
        this.physicalId("AWS::DynamoDB::GlobalTable", "StorageTemplates"),
      ),
    };
  }

  /** The physical ID of the resource of a type whose logical ID begins with the prefix. */
  physicalId(type: string, logicalPrefix: string): string {
    const resources = [...this.#demandOpen().resources];
    const found = resources.find(([id, resource]) => resource.type === type && id.startsWith(logicalPrefix));
    if (found === undefined) throw new Error(`The stack has no ${type} ${logicalPrefix}.`);
    return found[1].physicalId;
  }

  /** An attribute of the only resource of a type. */
  #attribute(type: string, name: string): string {
    const resources = [...this.#demandOpen().resources.values()];
    const found = resources.find((resource) => resource.type === type)?.attributes;
    if (typeof found !== "object") throw new Error(`The stack has no ${type} whose attributes can be read.`);
    return found[name] ?? "";
  }

  #demandOpen(): ReturnType<typeof connect> {
    if (this.#opened === undefined) throw new Error("The stack has not been opened.");
    return this.#opened;
  }
}

function connect(endpoints: Endpoints, resources: ReadonlyMap<string, StackResource>) {
  return {
    endpoints,
    resources,
    documents: DynamoDBDocumentClient.from(new DynamoDBClient({ ...LOCAL, endpoint: endpoints.dynamodb })),
    sqs: new SQSClient({ ...LOCAL, endpoint: endpoints.sqs }),
    s3: new S3Client({ ...LOCAL, endpoint: endpoints.s3, forcePathStyle: true }),
    secrets: new SecretsManagerClient({ ...LOCAL, endpoint: endpoints.secretsmanager }),
    events: new EventBridgeClient({ ...LOCAL, endpoint: endpoints.events }),
    keyValues: new CloudFrontKeyValueStoreClient({ ...LOCAL, endpoint: endpoints.keyvaluestore }),
  };
}
