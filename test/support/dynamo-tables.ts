/** A DynamoDB of its own with tables of the stack, for tests of what only a real store can show. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startDynamoDb } from "run-cdk-out/testing";
import { resourcesOf, synthesize } from "../lib/synthesize.js";

export interface DynamoTables {
  readonly client: DynamoDBDocumentClient;
  readonly endpoint: string;
  /** The physical name of a table by its name in lib/storage.ts. */
  readonly names: Readonly<Record<"Templates" | "Jobs" | "Workspaces" | "ApiKeys" | "Limits" | "Claims", string>>;
  close(): Promise<void>;
}

/** The tables are those of the synthesized template, indexes included. */
export async function startDynamoTables(): Promise<DynamoTables> {
  const dataDir = await mkdtemp(join(tmpdir(), "dynamo-"));
  const service = await startDynamoDb({ dataDir, onLine: () => undefined });
  const plain = new DynamoDBClient({
    endpoint: service.endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const tables = resourcesOf(synthesize(), "AWS::DynamoDB::GlobalTable").map(([id, { Properties }]) => {
    const name = id.replace(/^Storage/, "").replace(/[0-9A-F]{8}$/, "");
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } =
      Properties as unknown as CreateTableCommandInput;
    return {
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes,
    } as const;
  });
  for (const table of tables) await plain.send(new CreateTableCommand(table));
  return {
    client: DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } }),
    endpoint: service.endpoint,
    names: Object.fromEntries(tables.map(({ TableName }) => [TableName, TableName])) as DynamoTables["names"],
    close: async () => {
      plain.destroy();
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
