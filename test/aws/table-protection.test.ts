import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { setDeletionProtection } from "../../aws/table-protection.js";
import { type DynamoTables, startDynamoTables } from "../support/dynamo-tables.js";
import { TABLE_DEFINITIONS } from "../support/table-definitions.js";

let tables: DynamoTables;
let client: DynamoDBClient;

beforeAll(async () => {
  tables = await startDynamoTables();
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  client = new DynamoDBClient({ endpoint: tables.endpoint, region: "us-east-1", credentials });
});

afterAll(async () => {
  client.destroy();
  await tables.close();
});

test("a protected table cannot be deleted until its protection is switched off", async () => {
  const TableName = "Kept";
  await client.send(new CreateTableCommand({ TableName, BillingMode: "PAY_PER_REQUEST", ...TABLE_DEFINITIONS.Claims }));
  await setDeletionProtection(client, [TableName], true);
  await expect(client.send(new DeleteTableCommand({ TableName }))).rejects.toThrow(/protect/i);
  // The table is already protected. Protecting it again must not fail.
  await setDeletionProtection(client, [TableName], true);
  await setDeletionProtection(client, [TableName], false);
  await client.send(new DeleteTableCommand({ TableName }));
});
