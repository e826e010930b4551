import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { createDueWebhooks } from "../../aws/due-webhooks.js";

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: "us-east-1" }));
const dynamo = mockClient(client);
const due = createDueWebhooks(client, "webhooks");
const CORRUPT = { id: "render#1", item: "1.done#request", dueAtMs: 5, status: "tired" };
const GONE = { id: "render#2", item: "2.done#request" };

beforeEach(() => {
  dynamo.reset();
});

describe("the index of due webhooks", () => {
  test("an item that cannot be read is listed as corrupt, with its key, and does not hide the others", async () => {
    dynamo.on(QueryCommand).resolves({ Items: [CORRUPT, GONE] });
    dynamo.on(GetCommand).resolves({});
    dynamo.on(GetCommand, { Key: { id: CORRUPT.id, item: CORRUPT.item } }).resolves({ Item: CORRUPT });
    const found = await due.listDue(0, 10, 100);
    expect(found).toEqual([{ kind: "corrupt", key: { id: CORRUPT.id, item: CORRUPT.item }, error: expect.any(Error) }]);
  });

  test("an item that is set aside leaves the index and stays in the table", async () => {
    dynamo.on(UpdateCommand).resolves({});
    await due.setAside({ id: "render#1", item: "1.done#request" });
    expect(dynamo.commandCalls(UpdateCommand)[0]?.args[0].input).toMatchObject({
      Key: { id: "render#1", item: "1.done#request" },
      UpdateExpression: "REMOVE dueShard, dueAtMs",
    });
  });
});
