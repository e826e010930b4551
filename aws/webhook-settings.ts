/** The secrets and endpoints of workspaces, in the webhooks table. */
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import type { Endpoint } from "../core/webhooks/endpoint.js";
import type { EndpointChange, EndpointHealth, WebhookSettings, WebhookSettingsStore } from "../core/webhooks/ports.js";
import { type SecretPair, secretPairSchema } from "../core/webhooks/secret-pair.js";
import { putOnce } from "./idempotency-records.js";
import { ifConditionHolds, parseItem } from "./stored-item.js";
import {
  dueShardOf,
  ENDPOINT_PREFIX,
  endpointItemOf,
  endpointKey,
  parseEndpoint,
  SECRET_ITEM,
  TABLE,
} from "./webhook-items.js";

/** The attributes in which the service records failures of an endpoint. */
const FAILURE_ATTRIBUTES = ["failingSinceMs", "disabledReason", "disabledAtMs", "dueShard", "dueAtMs"];
const SECRET_IS_UNCHANGED = { ConditionExpression: "secrets.#current.sealed = :sealed" };

/** Creates a reader for functions that only read the settings. */
export function createWebhookSettingsReader(
  client: DynamoDBDocumentClient,
  tableName: string,
): Pick<WebhookSettingsStore, "find" | "addSecrets"> {
  const find = async (workspaceId: string): Promise<WebhookSettings> => {
    const query = new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "id = :id",
      ExpressionAttributeValues: { ":id": workspaceId },
      ConsistentRead: true,
    });
    // Eleven items of about 1 KB are far below the megabyte that one page holds.
    const { Items = [] } = await client.send(query);
    const endpoints = Items.filter(({ item }) => String(item).startsWith(ENDPOINT_PREFIX)).map(parseEndpoint);
    const secret = Items.find(({ item }) => item === SECRET_ITEM);
    return {
      secrets: secret === undefined ? undefined : parseItem(secretPairSchema, secret.secrets, TABLE),
      endpoints: endpoints.sort((a, b) => a.createdAtMs - b.createdAtMs),
    };
  };
  return {
    find,
    async addSecrets(workspaceId, secrets) {
      const put = new PutCommand({
        TableName: tableName,
        Item: { id: workspaceId, item: SECRET_ITEM, secrets },
        ConditionExpression: "attribute_not_exists(id)",
      });
      if ((await ifConditionHolds(client.send(put))) !== undefined) return secrets;
      const stored = (await find(workspaceId)).secrets;
      if (stored === undefined) throw new Error("The secret of a workspace disappeared.");
      return stored;
    },
  };
}

/** @param recordsTable the table of idempotency records. Only functions that write such records need it. */
export function createWebhookSettings(
  client: DynamoDBDocumentClient,
  tableName: string,
  recordsTable?: string,
): WebhookSettingsStore {
  const update = async (input: Omit<UpdateCommandInput, "TableName">) =>
    (
      await ifConditionHolds(
        client.send(new UpdateCommand({ TableName: tableName, ...input, ReturnValues: "ALL_NEW" })),
      )
    )?.Attributes;
  const replace = async (Key: Record<string, string>, before: SecretPair, after: SecretPair) =>
    (await update({
      Key,
      UpdateExpression: "SET secrets = :after",
      ...SECRET_IS_UNCHANGED,
      ExpressionAttributeNames: { "#current": "current" },
      ExpressionAttributeValues: { ":after": after, ":sealed": before.current.sealed },
    })) !== undefined;
  return {
    ...createWebhookSettingsReader(client, tableName),

    replaceSecrets: (workspaceId, before, after) => replace({ id: workspaceId, item: SECRET_ITEM }, before, after),

    replaceEndpointSecrets: ({ workspaceId, endpointId, secrets }, after) =>
      replace(endpointKey(workspaceId, endpointId), secrets, after),

    addEndpoint: (endpoint, record) =>
      putOnce(client, { TableName: tableName, Item: endpointItemOf(endpoint) }, recordsTable, record),

    async changeEndpoint(workspaceId, endpointId, change) {
      const item = await update({ Key: endpointKey(workspaceId, endpointId), ...changeUpdate(change) });
      return item === undefined ? undefined : parseEndpoint(item);
    },

    async removeEndpoint(workspaceId, endpointId) {
      const Key = endpointKey(workspaceId, endpointId);
      const remove = new DeleteCommand({ TableName: tableName, Key, ConditionExpression: "attribute_exists(id)" });
      return (await ifConditionHolds(client.send(remove))) !== undefined;
    },
  };
}

/** Returns the update for a change. An update without changes only reads the endpoint. */
function changeUpdate(change: EndpointChange): Omit<UpdateCommandInput, "TableName" | "Key"> {
  const changes = Object.entries(change);
  const set = changes.length === 0 ? "" : `SET ${changes.map(([name]) => `#${name} = :${name}`).join(", ")}`;
  const remove = change.enabled === true ? ` REMOVE ${FAILURE_ATTRIBUTES.join(", ")}` : "";
  return {
    ConditionExpression: "attribute_exists(id)",
    ...(set !== "" && {
      UpdateExpression: `${set}${remove}`,
      ExpressionAttributeNames: Object.fromEntries(changes.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
    }),
  };
}

export function createEndpointHealth(client: DynamoDBDocumentClient, tableName: string): EndpointHealth {
  const update = async (
    { workspaceId, endpointId }: Endpoint,
    UpdateExpression: string,
    ConditionExpression: string,
    ExpressionAttributeValues?: Record<string, unknown>,
  ): Promise<void> => {
    const Key = endpointKey(workspaceId, endpointId);
    const input = { TableName: tableName, Key, UpdateExpression, ConditionExpression };
    const values = ExpressionAttributeValues === undefined ? {} : { ExpressionAttributeValues };
    await ifConditionHolds(client.send(new UpdateCommand({ ...input, ...values })));
  };
  return {
    markFailing: (endpoint, sinceMs) =>
      update(endpoint, "SET failingSinceMs = if_not_exists(failingSinceMs, :since)", "attribute_exists(id)", {
        ":since": sinceMs,
      }),
    clearFailing: (endpoint) => update(endpoint, "REMOVE failingSinceMs", "attribute_exists(failingSinceMs)"),
    switchOff: (endpoint, reason, nowMs) =>
      update(
        endpoint,
        "SET enabled = :off, disabledReason = :reason, disabledAtMs = :now, dueShard = :shard, dueAtMs = :now",
        "enabled = :on AND failingSinceMs = :since",
        {
          ":off": false,
          ":on": true,
          ":reason": reason,
          ":now": nowMs,
          ":shard": dueShardOf(endpointKey(endpoint.workspaceId, endpoint.endpointId)),
          ":since": endpoint.failingSinceMs ?? 0,
        },
      ),
  };
}
