/** The API keys table: key `hash`. */
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { type ApiKeyStore, apiKeyRecordSchema } from "../core/access/authenticate.js";
import { parseItem, unlessRefused } from "./stored-item.js";

export function createApiKeysTable(client: DynamoDBDocumentClient, tableName: string): ApiKeyStore {
  return {
    async findByHash(hash) {
      // Consistent, so that a revoked key stops as soon as no function's cache holds it.
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { hash }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(apiKeyRecordSchema, Item, "the API keys table");
    },

    async put(record) {
      await unlessRefused(
        client.send(
          new PutCommand({
            TableName: tableName,
            Item: record,
            ConditionExpression: "attribute_not_exists(#hash)",
            ExpressionAttributeNames: { "#hash": "hash" },
          }),
        ),
      );
    },
  };
}
