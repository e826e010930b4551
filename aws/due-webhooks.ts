/** The sweeper's sparse index of the webhooks table: attempts that are due, and endpoints that were switched off. */
import { type DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { INDEXES } from "../core/deployment/storage-layout.js";
import type { DueWebhook, DueWebhooks } from "../core/webhooks/ports.js";
import { ifConditionHolds } from "./stored-item.js";
import { deliveryKey, ENDPOINT_PREFIX, endpointKey, parseDelivery, parseEndpoint } from "./webhook-items.js";

export function createDueWebhooks(client: DynamoDBDocumentClient, tableName: string): DueWebhooks {
  const read = async (Key: Record<string, unknown>): Promise<readonly DueWebhook[]> => {
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
    // The index is eventually consistent: by now, the item may be gone or no longer due.
    return Item?.dueAtMs === undefined ? [] : [dueWebhookOf(Item)];
  };
  return {
    async listDue(shard, nowMs, limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: INDEXES.dueWebhooks,
          KeyConditionExpression: "dueShard = :shard AND dueAtMs <= :now",
          ExpressionAttributeValues: { ":shard": shard, ":now": nowMs },
          Limit: limit,
        }),
      );
      const found: DueWebhook[] = [];
      for (const { id, item } of Items) found.push(...(await read({ id, item })));
      return found;
    },

    async postpone({ occurrence, target, round, tries }, dueAtMs) {
      const update = new UpdateCommand({
        TableName: tableName,
        Key: deliveryKey(occurrence, target),
        UpdateExpression: "SET dueAtMs = :at",
        ConditionExpression: "attribute_exists(dueAtMs) AND #round = :round AND tries = :tries",
        ExpressionAttributeNames: { "#round": "round" },
        ExpressionAttributeValues: { ":at": dueAtMs, ":round": round, ":tries": tries },
      });
      await ifConditionHolds(client.send(update));
    },

    async settle({ workspaceId, endpointId }) {
      await removeFromIndex(client, tableName, endpointKey(workspaceId, endpointId));
    },

    async setAside({ id, item }) {
      await removeFromIndex(client, tableName, { id, item });
    },
  };
}

/** One corrupt item must not hide the others of its shard. */
function dueWebhookOf(item: Record<string, unknown>): DueWebhook {
  try {
    return String(item["item"]).startsWith(ENDPOINT_PREFIX)
      ? { kind: "endpoint", endpoint: parseEndpoint(item) }
      : { kind: "delivery", delivery: parseDelivery(item) };
  } catch (error) {
    return { kind: "corrupt", key: { id: String(item["id"]), item: String(item["item"]) }, error };
  }
}

async function removeFromIndex(
  client: DynamoDBDocumentClient,
  TableName: string,
  Key: { readonly id: string; readonly item: string },
): Promise<void> {
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: "REMOVE dueShard, dueAtMs",
    ConditionExpression: "attribute_exists(id)",
  });
  await ifConditionHolds(client.send(update));
}
