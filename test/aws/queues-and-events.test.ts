import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import {
  DeleteMessageCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { agedFileMessageSchema, createAgedFileQueue } from "../../aws/aged-files.js";
import { createDownloadRequests } from "../../aws/download-requests.js";
import { createEdgeCopies } from "../../aws/edge-copies.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createMessageReceiver } from "../../aws/message-receiver.js";
import { createRemovalRequests } from "../../aws/removal-requests.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { createWebhookDeadLetters, createWebhookQueue } from "../../aws/webhook-queue.js";
import { readSecret, readSecretDuringRotation, readSecretIfSet, writeSecret } from "../../aws/secrets.js";
import { QueueRefusedError } from "../../core/renders/ports.js";
import { JOB, WORKSPACE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const sqs = mockClient(SQSClient);
const bridge = mockClient(EventBridgeClient);
const secrets = mockClient(SecretsManagerClient);
const cloudFront = mockClient(CloudFrontClient);
const queues = createRenderQueues(new SQSClient({}), { standard: "https://sqs/standard" });
const message = { jobId: JOB, requestId: "r" };

beforeEach(() => [sqs, bridge, secrets, cloudFront].forEach((mock) => mock.reset()));

describe("a render queue", () => {
  test("sending to a queue uses the workspace as message group, so that the queue is fair", async () => {
    sqs.on(SendMessageCommand).resolves({ MessageId: "1" });
    await queues.send("standard", WORKSPACE, message);
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: "https://sqs/standard",
      MessageBody: JSON.stringify(message),
      MessageGroupId: WORKSPACE,
    });
  });

  test("sending to a queue throws QueueRefusedError for a client error and for a queue without URL", async () => {
    sqs.on(SendMessageCommand).rejects(new QueueDoesNotExist({ message: "gone", $metadata: {} }));
    await expect(queues.send("standard", WORKSPACE, message)).rejects.toBeInstanceOf(QueueRefusedError);
    await expect(queues.send("bulk", WORKSPACE, message)).rejects.toBeInstanceOf(QueueRefusedError);
  });

  test("a message that is sent for later has a delay, and all others have none", async () => {
    sqs.on(SendMessageCommand).resolves({});
    await queues.send("standard", WORKSPACE, message, 7);
    await queues.send("standard", WORKSPACE, message, 0);
    const inputs = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
    expect(inputs[0]?.DelaySeconds).toBe(7);
    expect(inputs[1]).not.toHaveProperty("DelaySeconds");
  });

  test("sending to a queue does not throw QueueRefusedError for a lost response", async () => {
    sqs.on(SendMessageCommand).rejects(new Error("socket hang up"));
    await expect(queues.send("standard", WORKSPACE, message)).rejects.not.toBeInstanceOf(QueueRefusedError);
  });
});

describe("the webhook queue", () => {
  const webhooks = createWebhookQueue(new SQSClient({}), "https://sqs/webhooks");
  const occurrence = {
    eventId: `${JOB}.done`,
    event: "render.completed",
    workspaceId: WORKSPACE,
    subject: { kind: "render", id: JOB },
    timestamp: "2026-11-01T12:00:00.000Z",
  } as const;
  const attempt = { occurrence, target: "request", round: "first", tries: 1 };

  test("every message, even in the dead-letter queue, has the workspace as message group, so that the queue is fair", async () => {
    sqs.on(SendMessageCommand).resolves({ MessageId: "1" });
    await webhooks.sendOccurrence({ occurrence, round: "first", deferrals: 2 }, 7_001);
    await webhooks.sendAttempt(attempt, 1_500);
    await createWebhookDeadLetters(new SQSClient({}), "https://sqs/dead").sendToDeadLetterQueue(attempt);
    const inputs = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
    expect(inputs.map(({ MessageGroupId }) => MessageGroupId)).toEqual([WORKSPACE, WORKSPACE, WORKSPACE]);
    expect(inputs[1]).toEqual({
      QueueUrl: "https://sqs/webhooks",
      MessageBody: JSON.stringify(attempt),
      MessageGroupId: WORKSPACE,
      DelaySeconds: 2,
    });
  });
});

describe("the event bus", () => {
  const event = {
    eventId: `${JOB}.done`,
    type: "render.completed",
    jobId: JOB,
    workspaceId: WORKSPACE,
    status: "done",
    timestamp: "2026-11-01T12:00:00.000Z",
    hasWebhook: false,
  } as const;

  test("publishing an event sends the event with its type as detail type", async () => {
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
    await createEventBus(new EventBridgeClient({}), "bus").publish(event);
    expect(bridge.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      {
        EventBusName: "bus",
        Source: "image-render-service",
        DetailType: "render.completed",
        Detail: JSON.stringify(event),
      },
    ]);
  });

  test("a request for a batch download has a source of its own and only its fields, so no subscriber receives it", async () => {
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 0 });
    await createDownloadRequests(new EventBridgeClient({}), "bus").publish({
      batchId: JOB,
      format: "pdf",
      token: "t",
      requestId: "r",
    });
    expect(bridge.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      {
        EventBusName: "bus",
        Source: "image-render-service.internal",
        DetailType: "archive.requested",
        Detail: `{"batchId":"${JOB}","format":"pdf","token":"t","requestId":"r"}`,
      },
    ]);
  });

  test("a request to remove deleted workspaces is an internal event too", async () => {
    bridge.on(PutEventsCommand).resolves({});
    await createRemovalRequests(new EventBridgeClient({}), "bus").publish({ workspaceId: WORKSPACE, requestId: "r" });
    expect(bridge.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries).toEqual([
      {
        EventBusName: "bus",
        Source: "image-render-service.internal",
        DetailType: "workspace.removal-requested",
        Detail: `{"workspaceId":"${WORKSPACE}","requestId":"r"}`,
      },
    ]);
  });

  test("publishing an event throws if a successful response contains a failed entry", async () => {
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: "ThrottlingException" }] });
    await expect(createEventBus(new EventBridgeClient({}), "bus").publish(event)).rejects.toThrow(
      /ThrottlingException/,
    );
  });
});

describe("receiving messages during an invocation", () => {
  const receiver = createMessageReceiver(new SQSClient({}), "https://sqs/standard");

  test("messages have their ID, handle and body, and an empty queue has none", async () => {
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [{ MessageId: "1", ReceiptHandle: "h", Body: "{}" }] })
      .resolves({});
    expect(await receiver.receive(10, 2)).toEqual([{ messageId: "1", receiptHandle: "h", body: "{}" }]);
    expect(await receiver.receive(10, 2)).toEqual([]);
    expect(sqs.commandCalls(ReceiveMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: "https://sqs/standard",
      MaxNumberOfMessages: 10,
      WaitTimeSeconds: 2,
    });
  });

  test("a message that was processed is deleted by its handle", async () => {
    sqs.on(DeleteMessageCommand).resolves({});
    await receiver.remove({ receiptHandle: "h" });
    expect(sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input)).toEqual([
      { QueueUrl: "https://sqs/standard", ReceiptHandle: "h" },
    ]);
  });
});

describe("messages about aged files", () => {
  test("a file that the audit found and an event from S3 are read as the same kind of message", async () => {
    sqs.on(SendMessageCommand).resolves({});
    await createAgedFileQueue(new SQSClient({}), "https://sqs/aged")({ key: "renders/a.png", atMs: 1_000 });
    const [sent] = sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);
    expect(sent?.QueueUrl).toBe("https://sqs/aged");
    const file = { key: "renders/a.png", atMs: 1_000 };
    expect(agedFileMessageSchema.parse(JSON.parse(sent?.MessageBody ?? ""))).toEqual(file);
    const event = { source: "aws.s3", time: "1970-01-01T00:00:01Z", detail: { object: { key: "renders/a.png" } } };
    expect(agedFileMessageSchema.parse(event)).toEqual(file);
  });
});

describe("cached responses at the edge", () => {
  test("an invalidation names each path, and has an ID of its own so that a retry does not create a second one", async () => {
    cloudFront.on(CreateInvalidationCommand).resolves({});
    const copies = createEdgeCopies(
      new CloudFrontClient({}),
      async () => "E1",
      () => "request-1",
    );
    await copies.invalidate(["/a", "/b*"]);
    expect(cloudFront.commandCalls(CreateInvalidationCommand).map(({ args }) => args[0].input)).toEqual([
      {
        DistributionId: "E1",
        InvalidationBatch: { CallerReference: "request-1", Paths: { Quantity: 2, Items: ["/a", "/b*"] } },
      },
    ]);
  });
});

describe("a secret", () => {
  test("readSecret throws an error with the ARN for a secret without text", async () => {
    secrets.on(GetSecretValueCommand).resolves({});
    await expect(readSecret(new SecretsManagerClient({}), "arn:secret")).rejects.toThrow(/arn:secret/);
  });

  const client = new SecretsManagerClient({});
  const unset = new ResourceNotFoundException({ message: "no value", $metadata: {} });
  const stage = (VersionStage: string) => ({ SecretId: "arn:secret", VersionStage });

  test("a secret that was never written has no value, and every other failure is an error", async () => {
    secrets.on(GetSecretValueCommand).rejectsOnce(unset).rejects(new Error("AccessDenied"));
    expect(await readSecretIfSet(client, "arn:secret")).toBeUndefined();
    await expect(readSecretIfSet(client, "arn:secret")).rejects.toThrow("AccessDenied");
    expect(secrets.commandCalls(GetSecretValueCommand)[0]?.args[0].input).toEqual(stage("AWSCURRENT"));
  });

  test("during a rotation both values are valid, and before the first rotation only the current one", async () => {
    secrets.on(GetSecretValueCommand, stage("AWSCURRENT")).resolves({ SecretString: "new" });
    secrets.on(GetSecretValueCommand, stage("AWSPREVIOUS")).resolvesOnce({ SecretString: "old" }).rejects(unset);
    expect(await readSecretDuringRotation(client, "arn:secret")).toEqual(["new", "old"]);
    expect(await readSecretDuringRotation(client, "arn:secret")).toEqual(["new"]);
  });

  test("a written secret becomes the current value", async () => {
    secrets.on(PutSecretValueCommand).resolves({});
    await writeSecret(client, "arn:secret", "value");
    expect(secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input)).toEqual([
      { SecretId: "arn:secret", SecretString: "value" },
    ]);
  });
});
