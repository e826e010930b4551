/**
 * The deletions of workspaces, in their profiles in the workspaces table.
 *
 * A profile with a deletion has the `kind` `deletion`, so the index `byKind` lists it apart from the other workspaces.
 */
import { DeleteCommand, type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { DeletionStore, WorkspaceInDeletion } from "../core/access/deletion/ports.js";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { ifConditionHolds } from "./stored-item.js";
import { transact } from "./transact.js";
import { createWorkspaceReader, PROFILE_ITEM, type WorkspaceTableNames } from "./workspaces-table.js";

const KIND = "deletion";

export function createDeletionsTable(
  client: DynamoDBDocumentClient,
  tables: Pick<WorkspaceTableNames, "workspaces" | "apiKeys">,
): DeletionStore {
  const TableName = tables.workspaces;
  const keyOf = (id: string) => ({ id, item: PROFILE_ITEM });
  return {
    async start(before, deletion) {
      const profile = {
        TableName,
        Key: keyOf(before.id),
        UpdateExpression: "SET #keys = :none, #kind = :kind, #deletion = :deletion, #revision = :after",
        ConditionExpression: "#revision = :before",
        ExpressionAttributeNames: { ...NAMES, "#keys": "keys", "#kind": "kind" },
        ExpressionAttributeValues: {
          ...revisionsAfter(before.revision),
          ":none": [],
          ":kind": KIND,
          ":deletion": deletion,
        },
      };
      const keys = before.keys.map(({ hash }) => ({ Delete: { TableName: tables.apiKeys, Key: { hash } } }));
      return (await transact(client, [{ Update: profile }, ...keys])).ok;
    },

    list: () => listDeletions(client, TableName),

    async save(before, deletion) {
      const update = new UpdateCommand({
        TableName,
        Key: keyOf(before.id),
        UpdateExpression: "SET #deletion = :deletion, #revision = :after",
        ConditionExpression: "#revision = :before",
        ExpressionAttributeNames: NAMES,
        ExpressionAttributeValues: { ...revisionsAfter(before.revision), ":deletion": deletion },
      });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },

    async finish(id) {
      await client.send(new DeleteCommand({ TableName, Key: keyOf(id) }));
    },
  };
}

async function listDeletions(client: DynamoDBDocumentClient, TableName: string): Promise<WorkspaceInDeletion[]> {
  const reader = createWorkspaceReader(client, TableName);
  const query = {
    TableName,
    IndexName: INDEXES.workspacesByKind,
    KeyConditionExpression: "kind = :kind",
    ExpressionAttributeValues: { ":kind": KIND },
  };
  const found: WorkspaceInDeletion[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) {
    for (const { id } of Items) {
      const workspace = await reader.find(String(id));
      // The index can lag behind the table.
      if (workspace?.deletion !== undefined) found.push({ ...workspace, deletion: workspace.deletion });
    }
  }
  return found;
}

const NAMES = { "#deletion": "deletion", "#revision": "revision" };
const revisionsAfter = (revision: number) => ({ ":before": revision, ":after": revision + 1 });
