/** The workspaces and API keys tables in a real engine, as lib/storage.ts lays them out. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamoDb } from "run-cdk-out/testing";

export const TABLES = { workspaces: "Workspaces", apiKeys: "ApiKeys" } as const;

export interface AccessTables {
  readonly client: DynamoDBDocumentClient;
  close(): Promise<void>;
}

export async function startAccessTables(): Promise<AccessTables> {
  const dataDir = mkdtempSync(join(tmpdir(), "access-"));
  const service = await startDynamoDb({ dataDir });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new DynamoDBClient({ endpoint: service.endpoint, region: "us-east-1", credentials });
  await client.send(
    new CreateTableCommand({
      TableName: TABLES.workspaces,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [
        { AttributeName: "id", AttributeType: "S" },
        { AttributeName: "item", AttributeType: "S" },
        { AttributeName: "kind", AttributeType: "S" },
        { AttributeName: "createdAtMs", AttributeType: "N" },
      ],
      KeySchema: [
        { AttributeName: "id", KeyType: "HASH" },
        { AttributeName: "item", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "byKind",
          KeySchema: [
            { AttributeName: "kind", KeyType: "HASH" },
            { AttributeName: "createdAtMs", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["name", "plan"] },
        },
      ],
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: TABLES.apiKeys,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "hash", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "hash", KeyType: "HASH" }],
    }),
  );
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    close: async () => {
      client.destroy();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
