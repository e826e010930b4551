/** The tables of the stack in a local DynamoDB, for tests of the adapters. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { startDynamoDb } from "run-cdk-out/testing";
import { TABLE_DEFINITIONS, type TableName } from "./table-definitions.js";

export interface DynamoTables {
  readonly client: DynamoDBDocumentClient;
  readonly endpoint: string;
  /** Table names by construct ID. */
  readonly names: Readonly<Record<TableName, string>>;
  /** Reads an item as it is stored. */
  itemAt(table: TableName, key: Readonly<Record<string, unknown>>): Promise<Record<string, unknown> | undefined>;
  close(): Promise<void>;
}

/** Starts a DynamoDB process with empty tables. This takes about 100 ms. */
export async function startDynamoTables(): Promise<DynamoTables> {
  const dataDir = await mkdtemp(join(tmpdir(), "dynamo-"));
  const service = await startDynamoDb({ dataDir, onLine: () => undefined });
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const plain = new DynamoDBClient({ endpoint: service.endpoint, region: "us-east-1", credentials });
  for (const [TableName, definition] of Object.entries(TABLE_DEFINITIONS)) {
    await plain.send(new CreateTableCommand({ TableName, BillingMode: "PAY_PER_REQUEST", ...definition }));
  }
  const client = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } });
  return {
    client,
    endpoint: service.endpoint,
    names: Object.fromEntries(Object.keys(TABLE_DEFINITIONS).map((name) => [name, name])) as DynamoTables["names"],
    itemAt: async (table, Key) =>
      (await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))).Item,
    close: async () => {
      plain.destroy();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
