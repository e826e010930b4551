import { DynamoDBClient, GetItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { CreateQueueCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "@jest/globals";
import { accessKeyIdOf, type Denial } from "../src/denials.js";
import { Permissions } from "../src/permissions/permissions.js";
import { startDynamoDbGuard } from "../src/services/dynamodb-guard.js";
import { startEventBus } from "../src/services/event-bus.js";
import { startHttpService } from "../src/services/http-service.js";
import { startS3 } from "../src/services/s3.js";
import { startSecretsManager } from "../src/services/secrets-manager.js";
import { startSqs } from "../src/services/sqs.js";
import { cleanups, credentials, region, temporaryFolder } from "./services/fixtures.js";

const atEnd = cleanups();
const clientOf = (functionName: string, endpoint: string) => ({
  region,
  endpoint,
  maxAttempts: 1,
  credentials: { accessKeyId: accessKeyIdOf(functionName), secretAccessKey: credentials.secretAccessKey },
});
const deny = (service: Denial["service"], action: string) =>
  new Permissions({ enforced: true, denials: [{ functionName: "worker", service, action }] });

test("S3 refuses a denied action of one function only, even with a presigned URL", async () => {
  const authorizer = deny("s3", "PutObject");
  const options = { dataDir: await temporaryFolder(atEnd), credentials, onEvent: () => undefined, authorizer };
  const s3 = await startS3(options);
  atEnd(() => s3.close());
  await s3.ensureBucket("files");
  const worker = new S3Client({ ...clientOf("worker", s3.endpoint), forcePathStyle: true });
  const other = new S3Client({ ...clientOf("worker-2", s3.endpoint), forcePathStyle: true });
  const put = new PutObjectCommand({ Bucket: "files", Key: "a", Body: "x" });
  await expect(worker.send(put)).rejects.toMatchObject({
    name: "AccessDenied",
    message: expect.stringContaining("is not authorized to perform: s3:PutObject"),
    $metadata: { httpStatusCode: 403 },
  });
  const url = await getSignedUrl(worker, new PutObjectCommand({ Bucket: "files", Key: "a" }));
  expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(403);
  await other.send(put);
  await worker.send(new HeadObjectCommand({ Bucket: "files", Key: "a" }));
  await worker.send(new GetObjectCommand({ Bucket: "files", Key: "a" }));
});

test("SQS refuses a batch if the single operation is denied", async () => {
  const sqs = await startSqs({ dataDir: await temporaryFolder(atEnd), authorizer: deny("sqs", "SendMessage") });
  atEnd(() => sqs.close());
  const client = new SQSClient(clientOf("worker", sqs.endpoint));
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: "jobs" }));
  const batch = new SendMessageBatchCommand({ QueueUrl, Entries: [{ Id: "a", MessageBody: "x" }] });
  await expect(client.send(batch)).rejects.toMatchObject({ name: "AccessDenied", $fault: "client" });
  await new SQSClient(clientOf("other", sqs.endpoint)).send(batch);
});

test("Secrets Manager and EventBridge refuse a denied action", async () => {
  const secrets = await startSecretsManager({
    dataDir: await temporaryFolder(atEnd),
    authorizer: deny("secretsmanager", "GetSecretValue"),
  });
  const bus = await startEventBus({ deliver: async () => undefined, authorizer: deny("events", "PutEvents") });
  atEnd(async () => Promise.all([secrets.close(), bus.close()]));
  const read = new SecretsManagerClient(clientOf("worker", secrets.endpoint)).send(
    new GetSecretValueCommand({ SecretId: "key" }),
  );
  await expect(read).rejects.toMatchObject({ name: "AccessDeniedException" });
  const publish = new EventBridgeClient(clientOf("worker", bus.endpoint)).send(
    new PutEventsCommand({ Entries: [{ Source: "a", DetailType: "b", Detail: "{}" }] }),
  );
  await expect(publish).rejects.toMatchObject({ name: "AccessDeniedException" });
});

test("DynamoDB refuses a transaction with a denied part, and forwards everything else", async () => {
  const upstream = await startHttpService(async (_request, response) => {
    response.writeHead(200, { "content-type": "application/x-amz-json-1.0" }).end('{"Item":{"id":{"S":"a"}}}');
  });
  const guard = await startDynamoDbGuard(upstream.endpoint, deny("dynamodb", "UpdateItem"));
  atEnd(async () => Promise.all([guard.close(), upstream.close()]));
  const client = new DynamoDBClient(clientOf("worker", guard.endpoint));
  const Key = { id: { S: "a" } };
  const transaction = new TransactWriteItemsCommand({
    TransactItems: [{ Update: { TableName: "Items", Key, UpdateExpression: "SET a = b" } }],
  });
  await expect(client.send(transaction)).rejects.toMatchObject({ name: "AccessDeniedException" });
  await expect(client.send(new GetItemCommand({ TableName: "Items", Key }))).resolves.toMatchObject({ Item: Key });
});
