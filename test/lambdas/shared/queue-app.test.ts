import { ChangeMessageVisibilityCommand, SQSClient } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Context, SQSRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { createQueueApp, type QueueAppOptions } from "../../../lambdas/shared/queue-app.js";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";
import { JOB } from "../../support/render-fixture.js";

process.env.AWS_REGION = "us-east-1";
const sqs = mockClient(SQSClient);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as FunctionLog;
Object.assign(log, { with: () => log });

beforeEach(() => {
  sqs.reset();
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
});

const record = (messageId: string, body: string) =>
  ({ messageId, body, receiptHandle: `receipt-${messageId}`, eventSourceARN: "arn:queue" }) as SQSRecord;
const good = JSON.stringify({ jobId: JOB, requestId: "r" });

async function run(process: QueueAppOptions["process"], ...Records: SQSRecord[]) {
  const app = createQueueApp({ sqs: new SQSClient({}), queueUrls: { "arn:queue": "https://sqs/q" }, log, process });
  const context = { awsRequestId: "i", getRemainingTimeInMillis: () => 5_000 } as Context;
  const { batchItemFailures } = await app({ Records }, context);
  const visibility = sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input);
  return { kept: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), visibility };
}

describe("a queue function", () => {
  test("lets settled messages go and keeps the others, each for its own time", async () => {
    const answers = [{ kind: "settled" }, { kind: "retry", afterSeconds: 7 }] as const;
    let index = 0;
    const { kept, visibility } = await run(
      async () => answers[index++] ?? answers[0],
      record("a", good),
      record("b", good),
    );
    expect(kept).toEqual(["b"]);
    expect(visibility).toEqual([{ QueueUrl: "https://sqs/q", ReceiptHandle: "receipt-b", VisibilityTimeout: 7 }]);
  });

  test("keeps a message whose processing throws", async () => {
    const { kept } = await run(async () => Promise.reject(new Error("table down")), record("a", good));
    expect(kept).toEqual(["a"]);
  });

  test("keeps a message when its visibility can't be changed", async () => {
    sqs.on(ChangeMessageVisibilityCommand).rejects(new Error("down"));
    const { kept } = await run(async () => ({ kind: "retry", afterSeconds: 1 }), record("a", good));
    expect(kept).toEqual(["a"]);
  });

  test.each(["", "{", "{}", '{"jobId":"x","requestId":"r"}'])(
    "sends a message that is not ours (%j) towards the dead letters",
    async (body) => {
      const { kept, visibility } = await run(async () => ({ kind: "settled" }), record("a", body));
      expect(kept).toEqual(["a"]);
      expect(visibility).toEqual([]);
    },
  );

  test("never asks for more than SQS grants", async () => {
    const { visibility } = await run(async () => ({ kind: "retry", afterSeconds: 1e9 }), record("a", good));
    expect(visibility[0]?.VisibilityTimeout).toBe(43_000);
  });
});
