/** Idempotency records, in the jobs table beside the jobs that were made with them. */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import {
  type IdempotencyRecord,
  idempotencyRecordSchema,
  type IdempotencyStore,
} from "../core/idempotency/idempotency-record.js";
import { parseItem } from "./stored-item.js";
import type { TransactItem } from "./transact.js";

export function createIdempotencyRecords(client: DynamoDBDocumentClient, tableName: string): IdempotencyStore {
  return {
    async findRecord(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(idempotencyRecordSchema, Item, "the jobs table");
    },
  };
}

/** Keeps a record unless there is one whose time is not over: the table's TTL may come late. */
export function recordWrite(tableName: string, record: IdempotencyRecord, nowMs: number): TransactItem {
  return {
    Put: {
      TableName: tableName,
      Item: record,
      ConditionExpression: "attribute_not_exists(id) OR expiresAt <= :now",
      ExpressionAttributeValues: { ":now": Math.floor(nowMs / 1000) },
    },
  };
}
