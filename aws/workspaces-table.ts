/** The workspaces table: key `id`. */
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { WorkspaceStore } from "../core/access/workspace.js";
import { unlessRefused } from "./stored-item.js";

export function createWorkspacesTable(client: DynamoDBDocumentClient, tableName: string): WorkspaceStore {
  return {
    async put(workspace) {
      const condition = "attribute_not_exists(id)";
      await unlessRefused(
        client.send(new PutCommand({ TableName: tableName, Item: workspace, ConditionExpression: condition })),
      );
    },
  };
}
