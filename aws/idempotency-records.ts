/** Idempotency records, in the jobs table beside the jobs that were made with them. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import {
  type IdempotencyRecord,
  type IdempotencyRecorder,
  idempotencyRecordSchema,
} from "../core/idempotency/idempotency-record.js";
import { parseItem } from "./stored-item.js";
import type { TransactItem } from "./transact.js";

export function createIdempotencyRecords(client: DynamoDBDocumentClient, tableName: string): IdempotencyRecorder {
  return {
    async findRecord(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(idempotencyRecordSchema, Item, "the jobs table");
    },

    async keepFirst(record, nowMs) {
      try {
        await client.send(new PutCommand(conditionalPut(tableName, record, nowMs)));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}

/** Keeps a record, as a part of a transaction. */
export function recordWrite(tableName: string, record: IdempotencyRecord, nowMs: number): TransactItem {
  return { Put: conditionalPut(tableName, record, nowMs) };
}

/** Unless there is one whose time is not over: the table's TTL may come late. */
function conditionalPut(tableName: string, record: IdempotencyRecord, nowMs: number) {
  return {
    TableName: tableName,
    Item: record,
    ConditionExpression: "attribute_not_exists(id) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(nowMs / 1000) },
  };
}
