import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SecretsManagerClient, GetSecretValueCommand } from "@aws-sdk/client-secrets-manager";
import { QueueDoesNotExist, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createEventBus } from "../../aws/event-bus.js";
import { createRenderQueues } from "../../aws/render-queues.js";
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
  test("is fair: the workspace is the message group", async () => {
    sqs.on(SendMessageCommand).resolves({ MessageId: "1" });
    await queues.send("standard", WORKSPACE, message);
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: "https://sqs/standard",
      MessageBody: JSON.stringify(message),
      MessageGroupId: WORKSPACE,
    });
  });

  test("has certainly refused what it answers with a client error", async () => {
    sqs.on(SendMessageCommand).rejects(new QueueDoesNotExist({ message: "gone", $metadata: {} }));
    await expect(queues.send("standard", WORKSPACE, message)).rejects.toBeInstanceOf(QueueRefusedError);
    await expect(queues.send("bulk", WORKSPACE, message)).rejects.toBeInstanceOf(QueueRefusedError);
  });

  test("may have taken what it did not answer", async () => {
    sqs.on(SendMessageCommand).rejects(new Error("socket hang up"));
    await expect(queues.send("standard", WORKSPACE, message)).rejects.not.toBeInstanceOf(QueueRefusedError);
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

  test("is told the event under its type", async () => {
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

  test("that refuses an entry inside a successful answer makes publishing fail", async () => {
    bridge.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: "ThrottlingException" }] });
    await expect(createEventBus(new EventBridgeClient({}), "bus").publish(event)).rejects.toThrow(
      /ThrottlingException/,
    );
  });
});

describe("a secret", () => {
  test("without text is an error that names it", async () => {
    secrets.on(GetSecretValueCommand).resolves({});
    await expect(readSecret(new SecretsManagerClient({}), "arn:secret")).rejects.toThrow(/arn:secret/);
  });
});
