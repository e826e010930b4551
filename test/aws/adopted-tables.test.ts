import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { expect, test } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { checkAdoptedTables } from "../../aws/adopted-tables.js";

const STACK = new Date("2026-11-24T12:00:00Z");

/** Returns a client whose tables were created at these times. */
function clientOf(tables: Readonly<Record<string, string>>): DynamoDBClient {
  const client = new DynamoDBClient({ region: "us-east-1" });
  const dynamoDb = mockClient(client);
  dynamoDb.on(DescribeTableCommand).rejects(new ResourceNotFoundException({ message: "no table", $metadata: {} }));
  for (const [TableName, at] of Object.entries({ ...tables, Limits: STACK.toISOString() })) {
    dynamoDb.on(DescribeTableCommand, { TableName }).resolves({ Table: { CreationDateTime: new Date(at) } });
  }
  return client;
}

test("tables that are older than the stack are adopted", async () => {
  const client = clientOf({ Jobs: "2026-11-24T11:59:59Z", Claims: "2025-01-01T00:00:00Z" });
  await checkAdoptedTables(client, ["Jobs", "Claims"], "Limits");
  await checkAdoptedTables(client, [], "Limits");
});

test("the deployment fails if CloudFormation created a table because no table had its name", async () => {
  const client = clientOf({
    Jobs: "2026-11-01T00:00:00Z",
    Claims: "2026-11-24T12:00:00Z",
    Keys: "2026-11-24T12:00:05Z",
  });
  await expect(checkAdoptedTables(client, ["Jobs", "Claims", "Keys"], "Limits")).rejects.toThrow(
    /did not exist, so CloudFormation created them empty: Claims, Keys\. Delete these tables/,
  );
  await expect(checkAdoptedTables(client, ["Gone"], "Limits")).rejects.toThrow("no table");
});
