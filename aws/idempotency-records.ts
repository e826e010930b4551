/**
 * Idempotency records. They are in the jobs table, beside the jobs that were created with them.
 *
 * Stored attribute names cannot change, because items exist: `responseBody` is stored as `answer`.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, GetCommand, PutCommand, type PutCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import {
  type IdempotencyRecord,
  type IdempotencyRecorder,
  idempotencyRecordSchema,
  recordedAtMs,
} from "../core/idempotency/idempotency-record.js";
import { AlreadyRecordedError } from "../core/idempotency/already-recorded.js";
import { parseItem } from "./stored-item.js";
import { transact, type TransactItem } from "./transact.js";

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
 * Stores a new item, and its record if there is one, in one transaction.
 *
 * @throws AlreadyRecordedError if the record exists, and Error if the item exists. Then nothing was changed.
 */
export async function putOnce(
  client: DynamoDBDocumentClient,
  put: PutCommandInput & { readonly TableName: string },
  recordsTable: string | undefined,
  record: IdempotencyRecord | undefined,
): Promise<void> {
  if (record === undefined) {
    await client.send(new PutCommand(put));
    return;
  }
  const result = await transact(client, [recordWrite(recordsTable, record, recordedAtMs(record)), { Put: put }]);
  if (result.ok) return;
  if (result.failedConditions.includes(0)) throw new AlreadyRecordedError();
  throw new Error(`An item that was to be stored in ${put.TableName} exists.`);
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
