/** The templates and workspaces tables in the emulator, and a bucket for documents in memory. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { DocumentBucket } from "../../aws/document-bucket.js";
import { createProjectsTable } from "../../aws/projects-table.js";
import { createTemplatesTable } from "../../aws/templates-table.js";
import type { StoredTemplate } from "../../core/templates/template-version.js";
import { startDynamoDb } from "run-cdk-out/testing";
import { DOCUMENT, START_MS, WORKSPACE } from "../support/world.js";

export const TABLE = "templates";
export const WORKSPACES = "workspaces";

/** A bucket in memory; a key tells whose and how long the text is. */
export function createInMemoryDocuments(): DocumentBucket & { readonly objects: Map<string, string> } {
  const objects = new Map<string, string>();
  return {
    objects,
    put: async (workspaceId, templateId, text) => {
      const key = `${workspaceId}/${templateId}/${text.length}`;
      objects.set(key, text);
      return key;
    },
    get: async (key) => {
      const text = objects.get(key);
      if (text === undefined) throw new Error(`nothing at ${key}`);
      return text;
    },
  };
}

export async function startTables() {
  const folder = await mkdtemp(join(tmpdir(), "templates-table-"));
  const service = await startDynamoDb({ dataDir: folder });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const raw = new DynamoDBClient({ endpoint: service.endpoint, region: "us-east-1", credentials });
  await makeTables(raw);
  const client = DynamoDBDocumentClient.from(raw, { marshallOptions: { removeUndefinedValues: true } });
  const documents = createInMemoryDocuments();
  return {
    client,
    documents,
    store: createTemplatesTable(client, TABLE, documents),
    projects: createProjectsTable(client, WORKSPACES),
    itemAt: async (id: string, version: number) =>
      (await client.send(new GetCommand({ TableName: TABLE, Key: { id, version } }))).Item,
    close: async () => {
      raw.destroy();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Tables = Awaited<ReturnType<typeof startTables>>;

/** A template at its first version. */
export function template(
  more: Partial<StoredTemplate["head"]> = {},
  document = JSON.stringify(DOCUMENT),
): StoredTemplate {
  const times = { createdAtMs: START_MS, updatedAtMs: START_MS };
  const counts = { highestVersion: 1, revision: 1 };
  const head = { id: randomUUID(), workspaceId: WORKSPACE, name: "Card", ...counts, ...times, ...more };
  const { id, workspaceId, name, createdAtMs } = head;
  return { head, version: { id, workspaceId, version: 1, name, document, createdAtMs } };
}

/** What the next change of a template makes of it. */
export function changed({ head, version }: StoredTemplate, document: string): StoredTemplate {
  const highestVersion = head.highestVersion + 1;
  return {
    head: { ...head, highestVersion, revision: head.revision + 1, updatedAtMs: head.updatedAtMs + 1 },
    version: { ...version, version: highestVersion, document, createdAtMs: head.updatedAtMs + 1 },
  };
}

async function makeTables(client: DynamoDBClient): Promise<void> {
  const attribute = (AttributeName: string, AttributeType: "S" | "N") => ({ AttributeName, AttributeType });
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
  const NonKeyAttributes = ["name", "description", "projectId", "highestVersion", "createdAtMs"];
  await client.send(
    new CreateTableCommand({
      TableName: TABLE,
      KeySchema: keys("id", "version"),
      AttributeDefinitions: [
        attribute("id", "S"),
        attribute("version", "N"),
        attribute("workspaceId", "S"),
        attribute("updatedAtMs", "N"),
      ],
      BillingMode: "PAY_PER_REQUEST",
      GlobalSecondaryIndexes: [
        {
          IndexName: "byWorkspace",
          KeySchema: keys("workspaceId", "updatedAtMs"),
          Projection: { ProjectionType: "INCLUDE", NonKeyAttributes },
        },
      ],
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: WORKSPACES,
      KeySchema: keys("id", "item"),
      AttributeDefinitions: [attribute("id", "S"), attribute("item", "S")],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
}
