/**
 * The workspaces table: key `id` (of the workspace) + `item`, which is `profile` for the workspace itself.
 *
 * Index `byKind` (kind, createdAtMs) is sparse: profiles alone have a `kind`.
 */
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { WorkspaceStore } from "../core/access/workspace.js";
import { unlessRefused } from "./stored-item.js";

export function createWorkspacesTable(client: DynamoDBDocumentClient, tableName: string): WorkspaceStore {
  return {
    async put(workspace) {
      const condition = "attribute_not_exists(id)";
      const Item = { ...workspace, item: "profile", kind: "workspace" };
      await unlessRefused(client.send(new PutCommand({ TableName: tableName, Item, ConditionExpression: condition })));
    },
  };
}
