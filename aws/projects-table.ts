/** Projects in the workspaces table. Key: `id` (of the workspace) + `item`, which is `project#` and the project ID. */
import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { type ProjectRecord, projectRecordSchema, type ProjectStore } from "../core/templates/project.js";
import { putOnce } from "./idempotency-records.js";
import { parseItem } from "./stored-item.js";

const PREFIX = "project#";
const itemSchema = projectRecordSchema
  .omit({ workspaceId: true, id: true })
  .extend({ projectId: projectRecordSchema.shape.id });

/** @param recordsTable the table of idempotency records. Only functions that write such records need it. */
export function createProjectsTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  recordsTable?: string,
): ProjectStore {
  const parse = (workspaceId: string, item: unknown): ProjectRecord => {
    const { projectId, ...record } = parseItem(itemSchema, item, "the workspaces table");
    return { id: projectId, workspaceId, ...record };
  };
  return {
    async find(workspaceId, projectId) {
      const Key = { id: workspaceId, item: `${PREFIX}${projectId}` };
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : parse(workspaceId, Item);
    },

    async list(workspaceId) {
      const pages = paginateQuery(
        { client },
        {
          TableName: tableName,
          KeyConditionExpression: "id = :workspace AND begins_with(#item, :prefix)",
          ExpressionAttributeNames: { "#item": "item" },
          ExpressionAttributeValues: { ":workspace": workspaceId, ":prefix": PREFIX },
          ConsistentRead: true,
        },
      );
      const projects: ProjectRecord[] = [];
      for await (const { Items = [] } of pages) projects.push(...Items.map((item) => parse(workspaceId, item)));
      return projects;
    },

    async put({ id: projectId, workspaceId, name, createdAtMs }, record) {
      const Item = { id: workspaceId, item: `${PREFIX}${projectId}`, projectId, name, createdAtMs };
      const put = { TableName: tableName, Item, ConditionExpression: "attribute_not_exists(id)" };
      await putOnce(client, put, recordsTable, record);
    },
  };
}
