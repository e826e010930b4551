import {
  type CancellationReason,
  ThrottlingException,
  TransactionCanceledException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDocumentClient } from "../../aws/document-client.js";
import { transact } from "../../aws/transact.js";

process.env.AWS_REGION = "us-east-1";
const dynamo = mockClient(DynamoDBDocumentClient);
const client = createDocumentClient();
const ITEMS = [
  { Put: { TableName: "Jobs", Item: { id: "1" } } },
  { Update: { TableName: "Workspaces", Key: { id: "w" }, UpdateExpression: "SET spent = spent + :one" } },
];

beforeEach(() => void dynamo.reset());

const canceled = (...CancellationReasons: CancellationReason[]) =>
  new TransactionCanceledException({ message: "canceled", $metadata: {}, CancellationReasons });
const conflict = () => canceled({ Code: "None" }, { Code: "TransactionConflict" });
const tokens = () => dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken);

describe("transact", () => {
  test("transact sends a request token, so that a retry of the SDK takes effect once", async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect(dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual(ITEMS);
    expect(tokens()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test("transact returns the indexes of failed conditions and the stored items", async () => {
    const Item = { id: { S: "w" }, remaining: { N: "0" } };
    dynamo.on(TransactWriteCommand).rejects(canceled({ Code: "None" }, { Code: "ConditionalCheckFailed", Item }));
    expect(await transact(client, ITEMS)).toEqual({
      ok: false,
      failedConditions: [1],
      items: [undefined, { id: "w", remaining: 0 }],
    });
    expect(tokens()).toHaveLength(1);
  });

  test("transact does not retry if a condition failed, even if there was a conflict too", async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(canceled({ Code: "ConditionalCheckFailed" }, { Code: "TransactionConflict" }));
    expect(await transact(client, ITEMS)).toMatchObject({ ok: false, failedConditions: [0] });
  });

  test.each([
    ["a conflict with another transaction", conflict()],
    ["throttling of an item", canceled({ Code: "ThrottlingError" }, { Code: "None" })],
    ["throttling of the request", new ThrottlingException({ message: "slow", $metadata: {} })],
  ])("transact retries after %s with a new token", async (_what, error) => {
    dynamo.on(TransactWriteCommand).rejectsOnce(error).rejectsOnce(error).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect(new Set(tokens()).size).toBe(3);
  });

  test("transact repeats a request in progress with the same token, so that it takes effect once", async () => {
    const error = new TransactionInProgressException({ message: "in progress", $metadata: {} });
    dynamo.on(TransactWriteCommand).rejectsOnce(error).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect([tokens().length, new Set(tokens()).size]).toEqual([2, 1]);
  });

  test("transact throws RATE_LIMITED if all attempts have conflicts", async () => {
    dynamo.on(TransactWriteCommand).rejects(conflict());
    await expect(transact(client, ITEMS, 3)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(tokens()).toHaveLength(3);
  });

  test.each([
    ["a permanent error", canceled({ Code: "ValidationError" }, { Code: "TransactionConflict" })],
    ["a cancellation without reasons", canceled()],
    ["a lost connection", new Error("ECONNRESET")],
  ])("transact throws %s without a retry", async (_what, error) => {
    dynamo.on(TransactWriteCommand).rejects(error);
    await expect(transact(client, ITEMS)).rejects.toBe(error);
    expect(tokens()).toHaveLength(1);
  });
});
