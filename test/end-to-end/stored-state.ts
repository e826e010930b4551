/** Shows what a runner has left behind in its state folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { startDynamoDb } from "run-cdk-out/testing";

export interface Stored {
  readonly tables: readonly string[];
  readonly buckets: readonly string[];
  readonly secrets: readonly string[];
  readonly keyValueStores: readonly string[];
}

/** Returns what the services have stored in a state folder. No runner may use the folder meanwhile. */
export async function storedIn(stateDir: string): Promise<Stored> {
  const dataDir = join(stateDir, "dynamodb");
  const dynamoDb = await startDynamoDb({ dataDir });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: dynamoDb.endpoint, region: "us-east-1", credentials });
  const { TableNames: tables = [] } = await client.send(new ListTablesCommand());
  client.destroy();
  await dynamoDb.close();
  const read = (file: string): unknown => JSON.parse(readFileSync(join(stateDir, file), "utf8"));
  const { secrets } = read("secrets/secrets.json") as { secrets: { name: string }[] };
  const { stores } = read("key-value-stores/key-value-stores.json") as { stores: { arn: string }[] };
  return {
    tables,
    buckets: readdirSync(join(stateDir, "s3")).filter((name) => !name.startsWith(".")),
    secrets: secrets.map(({ name }) => name),
    keyValueStores: stores.map(({ arn }) => arn),
  };
}

/** The state that remains after a stack is deleted together with its data. */
export const NOTHING_STORED: Stored = { tables: [], buckets: [], secrets: [], keyValueStores: [] };
