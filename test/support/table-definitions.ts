/**
 * The keys and indexes of the tables in lib/storage.ts, by their construct IDs.
 *
 * Tests use this copy because synthesizing the stack takes seconds. table-definitions.test.ts compares it with the
 * synthesized template.
 */
import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

export type TableName = "Templates" | "Jobs" | "Workspaces" | "ApiKeys" | "Limits" | "Claims" | "Batches" | "Webhooks";

export type TableDefinition = Required<Pick<CreateTableCommandInput, "KeySchema" | "AttributeDefinitions">> &
  Pick<CreateTableCommandInput, "GlobalSecondaryIndexes">;

const attributes = (types: Readonly<Record<string, "S" | "N">>) =>
  Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));

const keys = (partitionKey: string, sortKey?: string) => [
  { AttributeName: partitionKey, KeyType: "HASH" as const },
  ...(sortKey === undefined ? [] : [{ AttributeName: sortKey, KeyType: "RANGE" as const }]),
];

export const TABLE_DEFINITIONS: Readonly<Record<TableName, TableDefinition>> = {
  Templates: {
    KeySchema: keys("id", "version"),
    AttributeDefinitions: attributes({
      id: "S",
      version: "N",
      workspaceId: "S",
      updatedAtMs: "N",
      signatureGeneration: "N",
    }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "byWorkspace",
        KeySchema: keys("workspaceId", "updatedAtMs"),
        Projection: {
          ProjectionType: "INCLUDE",
          NonKeyAttributes: ["name", "description", "projectId", "highestVersion", "createdAtMs"],
        },
      },
      {
        IndexName: "raisedGenerations",
        KeySchema: keys("id", "signatureGeneration"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  },
  Workspaces: {
    KeySchema: keys("id", "item"),
    AttributeDefinitions: attributes({ id: "S", item: "S", kind: "S", createdAtMs: "N" }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "byKind",
        KeySchema: keys("kind", "createdAtMs"),
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["name", "plan"] },
      },
    ],
  },
  ApiKeys: { KeySchema: keys("hash"), AttributeDefinitions: attributes({ hash: "S" }) },
  Limits: { KeySchema: keys("id"), AttributeDefinitions: attributes({ id: "S" }) },
  Jobs: {
    KeySchema: keys("id"),
    AttributeDefinitions: attributes({
      id: "S",
      workspaceShard: "S",
      listedAs: "S",
      sweepShard: "N",
      sweepAtMs: "N",
    }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "byWorkspaceShard",
        KeySchema: keys("workspaceShard", "listedAs"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
      {
        IndexName: "watched",
        KeySchema: keys("sweepShard", "sweepAtMs"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  },
  Batches: {
    KeySchema: keys("id"),
    AttributeDefinitions: attributes({ id: "S", workspaceId: "S", createdAtMs: "N" }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "byWorkspace",
        KeySchema: keys("workspaceId", "createdAtMs"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  },
  Claims: { KeySchema: keys("id"), AttributeDefinitions: attributes({ id: "S" }) },
  Webhooks: {
    KeySchema: keys("id", "item"),
    AttributeDefinitions: attributes({
      id: "S",
      item: "S",
      listKey: "S",
      listedAs: "S",
      dueShard: "N",
      dueAtMs: "N",
    }),
    GlobalSecondaryIndexes: [
      {
        IndexName: "byWorkspaceStatus",
        KeySchema: keys("listKey", "listedAs"),
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
      { IndexName: "due", KeySchema: keys("dueShard", "dueAtMs"), Projection: { ProjectionType: "KEYS_ONLY" } },
    ],
  },
};
