/** The log of webhook deliveries, in the webhooks table. */
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { type DeliveryStatus, deliveryStatusSchema } from "../core/contract/webhooks-api.js";
import type { Delivery } from "../core/webhooks/delivery.js";
import type { DeliveryStore } from "../core/webhooks/ports.js";
import { putOnce } from "./idempotency-records.js";
import { ifConditionHolds, parseItem } from "./stored-item.js";
import { ALL_LIST_SHARDS, deliveryItemOf, listKeyOf, parseDelivery, subjectKey, TABLE } from "./webhook-items.js";

const READ_ATTEMPTS = 5;
/** The limit of one BatchGetItem. */
const MAX_BATCH = 100;

const entrySchema = z.object({ id: z.string(), item: z.string(), listedAs: z.string() });
type Entry = z.infer<typeof entrySchema>;

/** Creates the log for functions that deliver. */
export function createDeliveryLog(
  client: DynamoDBDocumentClient,
  tableName: string,
): Pick<DeliveryStore, "listOf" | "record"> {
  return {
    async listOf(subject) {
      const query = new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: "id = :id",
        ExpressionAttributeValues: { ":id": subjectKey(subject) },
        ConsistentRead: true,
      });
      // Eleven targets with 20 attempts of at most 1.3 KB each fit into the megabyte that one page holds.
      const { Items = [] } = await client.send(query);
      return Items.map(parseDelivery);
    },

    async record(before, after, dueAtMs) {
      const put = new PutCommand({
        TableName: tableName,
        Item: deliveryItemOf(after, dueAtMs),
        ...conditionOn(before),
      });
      return (await ifConditionHolds(client.send(put))) !== undefined;
    },
  };
}

function conditionOn(before: Delivery | undefined) {
  if (before === undefined) return { ConditionExpression: "attribute_not_exists(id)" };
  const { round, tries, status } = before;
  return {
    ConditionExpression: "#round = :round AND tries = :tries AND #status = :status",
    ExpressionAttributeNames: { "#round": "round", "#status": "status" },
    ExpressionAttributeValues: { ":round": round, ":tries": tries, ":status": status },
  };
}

/** @param recordsTable the table of idempotency records */
export function createDeliveriesTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  recordsTable: string,
): DeliveryStore {
  const list = (workspaceId: string, statuses: readonly DeliveryStatus[], range: Range) =>
    listEntries(client, tableName, workspaceId, statuses, range);
  const read = (entries: readonly Entry[]) => readDeliveries(client, tableName, entries);
  return {
    ...createDeliveryLog(client, tableName),

    add: (delivery, dueAtMs, record) =>
      putOnce(client, { TableName: tableName, Item: deliveryItemOf(delivery, dueAtMs) }, recordsTable, record),

    async listOwned(workspaceId, { status, limit, before }) {
      const statuses = status === undefined ? deliveryStatusSchema.options : [status];
      const entries = await list(workspaceId, statuses, { limit: limit + 1, before });
      const page = entries.slice(0, limit);
      const deliveries = await read(page);
      return { deliveries, next: entries.length > limit ? page.at(-1)?.listedAs : undefined };
    },

    async listFailedSince(workspaceId, sinceMs, limit) {
      const since = new Date(sinceMs).toISOString();
      const entries = await list(workspaceId, ["failed"], { limit, since });
      return (await read(entries.slice(0, limit))).filter(({ status }) => status === "failed");
    },
  };
}

/** A range of entries: those before a position, newest first, or those since a time, oldest first. */
type Range =
  { readonly limit: number; readonly before: string | undefined } | { readonly limit: number; readonly since: string };

async function listEntries(
  client: DynamoDBDocumentClient,
  tableName: string,
  workspaceId: string,
  statuses: readonly DeliveryStatus[],
  range: Range,
): Promise<readonly Entry[]> {
  const isForward = "since" in range;
  const [condition, values] = isForward
    ? [" AND listedAs >= :since", { ":since": range.since }]
    : range.before === undefined
      ? ["", {}]
      : [" AND listedAs < :before", { ":before": range.before }];
  const keys = statuses.flatMap((status) => ALL_LIST_SHARDS.map((shard) => listKeyOf(workspaceId, status, shard)));
  const lists = await Promise.all(
    keys.map(async (key) => {
      const query: QueryCommandInput = {
        TableName: tableName,
        IndexName: INDEXES.deliveriesByWorkspace,
        KeyConditionExpression: `listKey = :key${condition}`,
        ExpressionAttributeValues: { ":key": key, ...values },
        ScanIndexForward: isForward,
        Limit: range.limit,
      };
      const { Items = [] } = await client.send(new QueryCommand(query));
      return Items.map((item) => parseItem(entrySchema, item, TABLE));
    }),
  );
  const direction = isForward ? 1 : -1;
  return lists.flat().sort((a, b) => (a.listedAs < b.listedAs ? -direction : direction));
}

/**
 * Returns the deliveries in the order of the entries. A delivery that has changed since it was listed keeps its place.
 * An expired one is left out.
 */
async function readDeliveries(client: DynamoDBDocumentClient, tableName: string, entries: readonly Entry[]) {
  const found = new Map<string, Delivery>();
  for (let first = 0; first < entries.length; first += MAX_BATCH) {
    let keys: Record<string, unknown>[] = entries.slice(first, first + MAX_BATCH).map(({ id, item }) => ({ id, item }));
    for (let attempt = 1; keys.length > 0; attempt += 1) {
      if (attempt > READ_ATTEMPTS) throw new Error("DynamoDB returned an incomplete batch of deliveries.");
      if (attempt > 1) await pause(10 * 2 ** attempt);
      const RequestItems = { [tableName]: { Keys: keys } };
      const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
      for (const item of Responses?.[tableName] ?? []) found.set(`${item.id}${item.item}`, parseDelivery(item));
      keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
  }
  return entries.flatMap(({ id, item }) => found.get(`${id}${item}`) ?? []);
}
