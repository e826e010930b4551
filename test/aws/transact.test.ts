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

const cancelled = (...CancellationReasons: CancellationReason[]) =>
  new TransactionCanceledException({ message: "cancelled", $metadata: {}, CancellationReasons });
const conflict = () => cancelled({ Code: "None" }, { Code: "TransactionConflict" });
const tokens = () => dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input.ClientRequestToken);

describe("a transaction", () => {
  test("is sent once, with a token that makes the client's own repeats count once", async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect(dynamo.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems).toEqual(ITEMS);
    expect(tokens()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test("tells which conditions did not hold, and the items as they stood", async () => {
    const Item = { id: { S: "w" }, remaining: { N: "0" } };
    dynamo.on(TransactWriteCommand).rejects(cancelled({ Code: "None" }, { Code: "ConditionalCheckFailed", Item }));
    expect(await transact(client, ITEMS)).toEqual({
      ok: false,
      refused: [1],
      items: [undefined, { id: "w", remaining: 0 }],
    });
    expect(tokens()).toHaveLength(1);
  });

  test("whose condition failed beside a conflict is refused, not tried again", async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejects(cancelled({ Code: "ConditionalCheckFailed" }, { Code: "TransactionConflict" }));
    expect(await transact(client, ITEMS)).toMatchObject({ ok: false, refused: [0] });
  });

  test.each([
    ["met another writer", conflict()],
    ["was throttled on an item", cancelled({ Code: "ThrottlingError" }, { Code: "None" })],
    ["was throttled whole", new ThrottlingException({ message: "slow", $metadata: {} })],
  ])("that %s is tried again as a request of its own", async (_what, error) => {
    dynamo.on(TransactWriteCommand).rejectsOnce(error).rejectsOnce(error).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect(new Set(tokens()).size).toBe(3);
  });

  test("that is still in progress is asked after under its own token, so that it happens once", async () => {
    const error = new TransactionInProgressException({ message: "in progress", $metadata: {} });
    dynamo.on(TransactWriteCommand).rejectsOnce(error).resolves({});
    expect(await transact(client, ITEMS)).toEqual({ ok: true });
    expect([tokens().length, new Set(tokens()).size]).toEqual([2, 1]);
  });

  test("that meets another writer every time ends as RATE_LIMITED after the attempts it was given", async () => {
    dynamo.on(TransactWriteCommand).rejects(conflict());
    await expect(transact(client, ITEMS, 3)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(tokens()).toHaveLength(3);
  });

  test.each([
    ["a fault that stays", cancelled({ Code: "ValidationError" }, { Code: "TransactionConflict" })],
    ["a cancellation without reasons", cancelled()],
    ["a lost connection", new Error("ECONNRESET")],
  ])("passes %s on at once", async (_what, error) => {
    dynamo.on(TransactWriteCommand).rejects(error);
    await expect(transact(client, ITEMS)).rejects.toBe(error);
    expect(tokens()).toHaveLength(1);
  });
});
