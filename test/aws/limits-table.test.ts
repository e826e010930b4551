import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "@jest/globals";
import { createLimitsTable } from "../../aws/limits-table.js";
import { LOCAL_CREDENTIALS as credentials, LOCAL_REGION as region, startDynamoDb } from "run-cdk-out/testing";
import { cleanups, temporaryFolder } from "../support/cleanups.js";

const atEnd = cleanups();

describe("a daily quota in the limits table", () => {
  test("counts up to its limit, however many count at once, and is forgotten in time", async () => {
    const service = await startDynamoDb({ dataDir: await temporaryFolder(atEnd) });
    atEnd(() => service.close());
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: service.endpoint, region, credentials }));
    atEnd(() => client.destroy());
    await client.send(
      new CreateTableCommand({
        TableName: "Limits",
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
        BillingMode: "PAY_PER_REQUEST",
      }),
    );
    const limits = createLimitsTable(client, "Limits");
    const counted = await Promise.all(Array.from({ length: 8 }, () => limits.countWithin("q", 5, 7_001)));
    expect(counted.filter(Boolean)).toHaveLength(5);
    expect(await limits.countWithin("q", 6, 9_000)).toBe(true);
    const { Item } = await client.send(new GetCommand({ TableName: "Limits", Key: { id: "q" } }));
    expect(Item).toEqual({ id: "q", count: 6, expiresAt: 9 });
  });
});
