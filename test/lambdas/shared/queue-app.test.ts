import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Context, SQSRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import * as z from "zod";
import type { FunctionLog } from "../../../lambdas/shared/logger.js";
import { createQueueApp, type HandleMessage, type MessageOutcome } from "../../../lambdas/shared/queue-app.js";

process.env.AWS_REGION = "us-east-1";
const sqs = mockClient(SQSClient);

/** A message format that no queue of the service uses. */
const letterSchema = z.object({ to: z.string(), pages: z.coerce.number() });
type TestMessage = z.output<typeof letterSchema>;

const withFacts = jest.fn<(facts: Readonly<Record<string, unknown>>) => void>();
const errors = jest.fn<(message: string, facts?: Readonly<Record<string, unknown>>) => void>();
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: errors,
  with: (facts) => {
    withFacts(facts);
    return log;
  },
} satisfies FunctionLog as FunctionLog;

beforeEach(() => {
  sqs.reset();
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  withFacts.mockClear();
  errors.mockClear();
});

const record = (messageId: string, body: string) =>
  ({ messageId, body, receiptHandle: `receipt-${messageId}`, eventSourceARN: "arn:queue" }) as SQSRecord;
const good = JSON.stringify({ to: "Ada", pages: "3" });
const settled: MessageOutcome = { kind: "settled" };

async function run(handle: HandleMessage<TestMessage>, ...Records: SQSRecord[]) {
  const app = createQueueApp(letterSchema, handle, {
    sqs: new SQSClient({}),
    queueUrls: { "arn:queue": "https://sqs/q" },
    log,
    logFields: ({ to }) => ({ to }),
  });
  const context = { awsRequestId: "i", getRemainingTimeInMillis: () => 5_000 } as Context;
  const { batchItemFailures } = await app({ Records }, context);
  const visibility = sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input);
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), visibility };
}

describe("createQueueApp", () => {
  test("the queue app passes the parsed message and the remaining time to its handler", async () => {
    const handle = jest.fn<HandleMessage<TestMessage>>(async () => settled);
    await run(handle, record("a", good));
    expect(handle).toHaveBeenCalledWith(
      expect.objectContaining({ message: { to: "Ada", pages: 3 }, remainingMs: 5_000 }),
    );
  });

  test("every log line of a message has the fields of the message and the ID of the invocation", async () => {
    await run(async () => settled, record("a", good));
    expect(withFacts).toHaveBeenCalledWith({ to: "Ada", invocationId: "i" });
  });

  test("a queue function reports only the messages that must stay, each with its own delay", async () => {
    const outcomes: readonly MessageOutcome[] = [settled, { kind: "retry", afterSeconds: 7 }];
    let index = 0;
    const { failed, visibility } = await run(
      async () => outcomes[index++] ?? settled,
      record("a", good),
      record("b", good),
    );
    expect(failed).toEqual(["b"]);
    expect(visibility).toEqual([{ QueueUrl: "https://sqs/q", ReceiptHandle: "receipt-b", VisibilityTimeout: 7 }]);
  });

  test("a message stays in the queue for five seconds when its handler throws", async () => {
    const { failed, visibility } = await run(async () => Promise.reject(new Error("table down")), record("a", good));
    expect([failed, visibility[0]?.VisibilityTimeout]).toEqual([["a"], 5]);
  });

  test("a handler can set when its message returns to the queue, even before the handler finishes", async () => {
    const { failed, visibility } = await run(
      async ({ returnAfter }) => {
        await returnAfter(61);
        return settled;
      },
      record("a", good),
    );
    expect([failed, visibility[0]?.VisibilityTimeout]).toEqual([[], 61]);
  });

  test("a message stays in the queue when SQS refuses to change its visibility", async () => {
    sqs.on(ChangeMessageVisibilityCommand).rejects(new Error("down"));
    const { failed } = await run(async () => ({ kind: "retry", afterSeconds: 1 }), record("a", good));
    expect(failed).toEqual(["a"]);
  });

  test.each(["", "{", "{}", '{"to":7,"pages":1}'])(
    "a message with the unknown format %j is logged and left to the dead-letter queue",
    async (body) => {
      const handle = jest.fn<HandleMessage<TestMessage>>(async () => settled);
      const { failed, visibility } = await run(handle, record("a", body));
      expect([failed, visibility]).toEqual([["a"], []]);
      expect(handle).not.toHaveBeenCalled();
      expect(errors).toHaveBeenCalledWith("Unknown message format: the message goes to the dead-letter queue.", {
        messageId: "a",
        body,
      });
    },
  );

  test("a queue function never asks for a longer visibility timeout than SQS allows", async () => {
    const { visibility } = await run(async () => ({ kind: "retry", afterSeconds: 1e9 }), record("a", good));
    expect(visibility[0]?.VisibilityTimeout).toBe(43_000);
  });

  test("with lanes, a slow message does not keep the invocation from receiving others, which it deletes itself", async () => {
    const received = { MessageId: "b", ReceiptHandle: "receipt-b", Body: JSON.stringify({ to: "Grace", pages: 1 }) };
    const slow = Promise.withResolvers<MessageOutcome>();
    sqs
      .on(ReceiveMessageCommand)
      .resolvesOnce({ Messages: [received] })
      .resolves({});
    sqs.on(DeleteMessageCommand).callsFake(() => {
      slow.resolve(settled);
      return {};
    });
    const app = createQueueApp(
      letterSchema,
      async ({ message: { to } }) => (to === "Ada" ? await slow.promise : settled),
      {
        sqs: new SQSClient({}),
        queueUrls: { "arn:queue": "https://sqs/q" },
        log,
        logFields: ({ to }) => ({ to }),
        lanes: { lanes: 2, maxMessageMs: 1_000 },
      },
    );
    const context = { awsRequestId: "i", getRemainingTimeInMillis: () => 60_000 } as Context;
    expect(await app({ Records: [record("a", good)] }, context)).toEqual({ batchItemFailures: [] });
    expect(sqs.commandCalls(ReceiveMessageCommand)[0]?.args[0].input).toEqual({
      QueueUrl: "https://sqs/q",
      MaxNumberOfMessages: 1,
      WaitTimeSeconds: 1,
    });
    expect(sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input)).toEqual([
      { QueueUrl: "https://sqs/q", ReceiptHandle: "receipt-b" },
    ]);
  });
});
