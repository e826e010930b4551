import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient, GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { QueueDoesNotExist, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDownloadRequests } from "../../aws/download-requests.js";
import { createEventBus } from "../../aws/event-bus.js";
import { createRenderQueues } from "../../aws/render-queues.js";
import { createWebhookDeadLetters, createWebhookQueue } from "../../aws/webhook-queue.js";
import { readSecret } from "../../aws/secrets.js";
import { QueueRefusedError } from "../../core/renders/ports.js";
import { JOB, WORKSPACE } from "../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const sqs = mockClient(SQSClient);
const bridge = mockClient(EventBridgeClient);
const secrets = mockClient(SecretsManagerClient);
const queues = createRenderQueues(new SQSClient({}), { standard: "https://sqs/standard" });
const message = { jobId: JOB, requestId: "r" };

beforeEach(() => [sqs, bridge, secrets].forEach((mock) => mock.reset()));

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

  test("publishing an event throws if a successful response contains a failed entry", async () => {
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: "ThrottlingException" }] });
    await expect(createEventBus(new EventBridgeClient({}), "bus").publish(event)).rejects.toThrow(
      /ThrottlingException/,
    );
  });
});

describe("a secret", () => {
  test("readSecret throws an error with the ARN for a secret without text", async () => {
    secrets.on(GetSecretValueCommand).resolves({});
    await expect(readSecret(new SecretsManagerClient({}), "arn:secret")).rejects.toThrow(/arn:secret/);
  });
});
