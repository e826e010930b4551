/** Reaches behind the running service, to its tables and queues, for states that no request can bring about. */
import { CloudFrontKeyValueStoreClient } from "@aws-sdk/client-cloudfront-keyvaluestore";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { DeleteQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient, GetCommand, paginateScan, PutCommand } from "@aws-sdk/lib-dynamodb";
import { createEdgeKeys } from "../../aws/edge-keys.js";
import { readSecret, writeSecret } from "../../aws/secrets.js";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
// What the local runner preloads into the functions' processes; here this process is the client.
import "run-cdk-out/resolve-localhost";
import type { Service } from "./service.js";

interface StackResource {
  readonly type: string;
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, string>> | "secret";
}

/** The services that are spoken to here; there are more. */
interface Endpoints extends Record<string, string> {
  readonly dynamodb: string;
  readonly sqs: string;
  readonly s3: string;
  readonly secretsmanager: string;
  readonly keyvaluestore: string;
}

const local = { region: "us-east-1", credentials: { accessKeyId: "local", secretAccessKey: "local" } };

export class StackAccess {
  readonly #resources: ReadonlyMap<string, StackResource>;
  readonly #documents: DynamoDBDocumentClient;
  readonly #sqs: SQSClient;
  readonly #s3: S3Client;
  readonly #secrets: SecretsManagerClient;
  readonly #keyValues: CloudFrontKeyValueStoreClient;

  private constructor(
    resources: ReadonlyMap<string, StackResource>,
    documents: DynamoDBDocumentClient,
    sqs: SQSClient,
    s3: S3Client,
    secrets: SecretsManagerClient,
    keyValues: CloudFrontKeyValueStoreClient,
    /** Where each service answers. */
    readonly endpoints: Readonly<Record<string, string>>,
  ) {
    this.#resources = resources;
    this.#documents = documents;
    this.#sqs = sqs;
    this.#s3 = s3;
    this.#secrets = secrets;
    this.#keyValues = keyValues;
  }

  static async open(service: Service): Promise<StackAccess> {
    const endpoints = await service.inspect<Endpoints>("/services");
    const resources = await service.inspect<Record<string, StackResource>>("/resources");
    return new StackAccess(
      new Map(Object.entries(resources)),
      DynamoDBDocumentClient.from(new DynamoDBClient({ ...local, endpoint: endpoints.dynamodb })),
      new SQSClient({ ...local, endpoint: endpoints.sqs }),
      new S3Client({ ...local, endpoint: endpoints.s3, forcePathStyle: true }),
      new SecretsManagerClient({ ...local, endpoint: endpoints.secretsmanager }),
      new CloudFrontKeyValueStoreClient({ ...local, endpoint: endpoints.keyvaluestore }),
      endpoints,
    );
  }

  /** Stores a copy of an item under another key, less the attributes of a job's life. */
  async copyItem(
    table: string,
    key: Readonly<Record<string, unknown>>,
    change: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const { Item } = await this.#documents.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
    const lived = ["finishedAtMs", "publishedAtMs", "bytes", "renderMs", "warnings"];
    const kept = Object.entries(Item ?? {}).filter(([name]) => !lived.includes(name));
    await this.#documents.send(new PutCommand({ TableName, Item: { ...Object.fromEntries(kept), ...change } }));
  }

  /** Every item of a table that has the given attributes. */
  async itemsWith(
    table: string,
    attributes: Readonly<Record<string, unknown>>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const TableName = this.physicalId("AWS::DynamoDB::GlobalTable", `Storage${table}`);
    const found: Record<string, unknown>[] = [];
    for await (const { Items = [] } of paginateScan({ client: this.#documents }, { TableName, ConsistentRead: true }))
      found.push(...Items);
    return found.filter((item) => Object.entries(attributes).every(([name, value]) => item[name] === value));
  }

  async sendToQueue(lane: string, message: unknown): Promise<void> {
    const QueueUrl = this.physicalId("AWS::SQS::Queue", `Rendering${lane}Queue`);
    await this.#sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  }

  /** Puts an object into the bucket, with the headers that it is to be served with. */
  async store(key: string, bytes: Uint8Array, headers: { type: string; cacheControl: string }): Promise<void> {
    const Bucket = this.physicalId("AWS::S3::Bucket", "StorageBucket");
    const { type: ContentType, cacheControl: CacheControl } = headers;
    await this.#s3.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType, CacheControl }));
  }

  /** The text of the secret whose logical id begins so. */
  async readSecret(logicalPrefix: string): Promise<string> {
    return await readSecret(this.#secrets, this.physicalId("AWS::SecretsManager::Secret", logicalPrefix));
  }

  /** What the use cases of signing ask for, over the stack's own secret, store and table. */
  signing() {
    const secretId = this.physicalId("AWS::SecretsManager::Secret", "AccessSigningKeys");
    return {
      secret: {
        read: () => readSecret(this.#secrets, secretId),
        write: (text: string) => writeSecret(this.#secrets, secretId, text),
      },
      edge: createEdgeKeys(this.#keyValues, this.attribute("AWS::CloudFront::KeyValueStore", "Arn")),
      generations: createSignatureGenerations(
        this.#documents,
        this.physicalId("AWS::DynamoDB::GlobalTable", "StorageTemplates"),
      ),
    };
  }

  /** An attribute of the one resource of a type. */
  attribute(type: string, name: string): string {
    const found = [...this.#resources.values()].find((resource) => resource.type === type)?.attributes;
    if (typeof found !== "object") throw new Error(`The stack has no ${type} with attributes to see.`);
    return found[name] ?? "";
  }

  /** After it, whatever is sent to the queue is refused for certain. */
  async removeQueue(lane: string): Promise<void> {
    const QueueUrl = this.physicalId("AWS::SQS::Queue", `Rendering${lane}Queue`);
    await this.#sqs.send(new DeleteQueueCommand({ QueueUrl }));
  }

  /** The physical id of the one resource of a type whose logical id begins so. */
  physicalId(type: string, logicalPrefix: string): string {
    const found = [...this.#resources].find(([id, resource]) => resource.type === type && id.startsWith(logicalPrefix));
    if (found === undefined) throw new Error(`The stack has no ${type} ${logicalPrefix}.`);
    return found[1].physicalId;
  }

  close(): void {
    this.#documents.destroy();
    this.#sqs.destroy();
    this.#s3.destroy();
    this.#secrets.destroy();
    this.#keyValues.destroy();
  }
}
