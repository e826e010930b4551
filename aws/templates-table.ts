/** The templates table: key `id` + `version` (number). */
import { type DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type TemplateStore, type TemplateVersion, templateVersionSchema } from "../core/templates/template-version.js";
import { parseItem, unlessRefused } from "./stored-item.js";

export function createTemplatesTable(client: DynamoDBDocumentClient, tableName: string): TemplateStore {
  async function read(id: string, version: number | "highest"): Promise<Record<string, unknown> | undefined> {
    if (version !== "highest") {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { id, version }, ConsistentRead: true }),
      );
      return Item;
    }
    const { Items } = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "id = :id AND version >= :first",
        ExpressionAttributeValues: { ":id": id, ":first": 1 },
        ScanIndexForward: false,
        Limit: 1,
        ConsistentRead: true,
      }),
    );
    return Items?.[0];
  }

  return {
    async find(workspaceId, id, version): Promise<TemplateVersion | undefined> {
      const item = await read(id, version);
      if (item === undefined) return undefined;
      const stored = parseItem(templateVersionSchema, item, "the templates table");
      return stored.workspaceId === workspaceId ? stored : undefined;
    },

    async putVersion(version) {
      const condition = "attribute_not_exists(id)";
      const write = client.send(
        new PutCommand({ TableName: tableName, Item: version, ConditionExpression: condition }),
      );
      return (await unlessRefused(write)) !== undefined;
    },
  };
}
