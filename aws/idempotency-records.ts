/**
 * Idempotency records. They are in the jobs table, beside the jobs that were created with them.
 *
 * Stored attribute names cannot change, because items exist: `responseBody` is stored as `answer`.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import {
  type IdempotencyRecord,
  type IdempotencyRecorder,
  idempotencyRecordSchema,
} from "../core/idempotency/idempotency-record.js";
import { parseItem } from "./stored-item.js";
import type { TransactItem } from "./transact.js";

const recordItemSchema = idempotencyRecordSchema
  .omit({ responseBody: true })
  .extend({ answer: z.string() })
  .transform(({ answer, ...record }): IdempotencyRecord => ({ ...record, responseBody: answer }));

export function createIdempotencyRecords(client: DynamoDBDocumentClient, tableName: string): IdempotencyRecorder {
  return {
    async findRecord(id) {
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(recordItemSchema, Item, "the jobs table");
    },

    async putFirst(record, nowMs) {
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

/**
 * Writes a record as part of a transaction, unless an unexpired one exists.
 *
 * @throws Error if the table name is missing, because the function then has no access to records
 */
export function recordWrite(tableName: string | undefined, record: IdempotencyRecord, nowMs: number): TransactItem {
  if (tableName === undefined) throw new Error("This store was made without the table of idempotency records.");
  return { Put: conditionalPut(tableName, record, nowMs) };
}

/**
 * Returns the conditional write of a record. DynamoDB can delete expired items late, so the condition also checks the
 * time.
 */
function conditionalPut(tableName: string, { responseBody, ...record }: IdempotencyRecord, nowMs: number) {
  return {
    TableName: tableName,
    Item: { ...record, answer: responseBody },
    ConditionExpression: "attribute_not_exists(id) OR expiresAt <= :now",
    ExpressionAttributeValues: { ":now": Math.floor(nowMs / 1000) },
  };
}
