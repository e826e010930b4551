/**
 * Uploads in the workspaces table. Key: `id` (of the workspace) + `item`, which is `upload#` and the upload ID.
 *
 * The IDs start with the time, so the table lists uploads by time. (The first versions of the service used random IDs.
 * Such uploads come first.)
 *
 * Two kinds of uploads have `expiresAt` (TTL, epoch seconds): those that are not finalized, and removed ones. Removed
 * uploads also have `deletedAtMs`.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandOutput,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { IdempotencyRecord } from "../core/idempotency/idempotency-record.js";
import type { UploadPage, UploadStore } from "../core/uploads/ports.js";
import { type Upload, uploadSchema } from "../core/uploads/upload.js";
import { putOnce } from "./idempotency-records.js";
import { ifConditionHolds, itemOfFailedCondition, parseItem } from "./stored-item.js";

const TABLE = "the workspaces table";
const PREFIX = "upload#";
/** The maximum number of keys in one BatchGetItem. */
const BATCH_SIZE = 100;
/**
 * The maximum number of times that a batch with unprocessed keys is sent. A throttled table returns only a part of a
 * batch.
 */
const BATCH_ATTEMPTS = 5;

const itemSchema = z
  .object({ ...uploadSchema.omit({ id: true, workspaceId: true }).shape, id: z.uuid(), item: z.string() })
  .transform(({ id: workspaceId, item, ...facts }): Upload => ({
    ...facts,
    workspaceId,
    id: item.slice(PREFIX.length),
  }));

/** Parses an upload. Returns `undefined` for the mark of a removed upload. */
function parseUpload(item: Record<string, unknown> | undefined): Upload | undefined {
  return item === undefined || "deletedAtMs" in item ? undefined : parseItem(itemSchema, item, TABLE);
}

/** @param recordsTable the table of idempotency records. Only functions that write such records need it. */
export function createUploadsTable(
  client: DynamoDBDocumentClient,
  tableName: string,
  recordsTable?: string,
): UploadStore {
  async function readBatch(keys: readonly Record<string, string>[]): Promise<Upload[]> {
    const found: Upload[] = [];
    let request: BatchGetCommandInput["RequestItems"] = { [tableName]: { Keys: [...keys], ConsistentRead: true } };
    for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
      const output: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: request }));
      const { Responses, UnprocessedKeys = {} } = output;
      found.push(...(Responses?.[tableName] ?? []).flatMap((item) => parseUpload(item) ?? []));
      if (Object.keys(UnprocessedKeys).length === 0) return found;
      request = UnprocessedKeys;
    }
    throw new Error(`The workspaces table returned an incomplete batch ${BATCH_ATTEMPTS} times.`);
  }

  return {
    announce: (upload, expiresAtMs, record) =>
      announce(client, { uploads: tableName, records: recordsTable }, { upload, expiresAtMs, record }),

    async find(workspaceId, uploadId) {
      const Key = keyOf(workspaceId, uploadId);
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
      return parseUpload(Item);
    },

    async findAll(workspaceId, uploadIds) {
      const keys = uploadIds.map((id) => keyOf(workspaceId, id));
      const batches = Array.from({ length: Math.ceil(keys.length / BATCH_SIZE) }, (_, index) =>
        keys.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
      );
      return (await Promise.all(batches.map(readBatch))).flat();
    },

    async finalize(upload) {
      try {
        const { Attributes } = await client.send(new UpdateCommand({ TableName: tableName, ...finalUpdate(upload) }));
        return parseUpload(Attributes);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Another call came first. Its state is correct, because the file cannot change.
        return parseUpload(itemOfFailedCondition(error));
      }
    },

    list: (workspaceId, page) => listUploads(client, tableName, workspaceId, page),

    async remove(workspaceId, uploadId, times) {
      const update = new UpdateCommand({ TableName: tableName, ...removedUpdate(workspaceId, uploadId, times) });
      return (await ifConditionHolds(client.send(update))) !== undefined;
    },
  };
}

interface Announcement {
  readonly upload: Upload;
  readonly expiresAtMs: number;
  readonly record: IdempotencyRecord | undefined;
}

async function announce(
  client: DynamoDBDocumentClient,
  tables: { readonly uploads: string; readonly records: string | undefined },
  { upload, expiresAtMs, record }: Announcement,
): Promise<void> {
  const Item = { ...itemOf(upload), expiresAt: Math.ceil(expiresAtMs / 1000) };
  const put = { TableName: tables.uploads, Item, ConditionExpression: "attribute_not_exists(id)" };
  await putOnce(client, put, tables.records, record);
}

/** Writes all attributes, because the announcement may have expired. */
function finalUpdate({ id, workspaceId, ...upload }: Upload) {
  const attributes = Object.entries(upload).filter(([, value]) => value !== undefined);
  return {
    Key: keyOf(workspaceId, id),
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(", ")} REMOVE expiresAt`,
    ConditionExpression: "(attribute_not_exists(id) OR #state = :waiting) AND attribute_not_exists(deletedAtMs)",
    // All names need placeholders, because some are reserved words.
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
      ":waiting": "waiting",
    },
    ReturnValues: "ALL_NEW",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  } as const;
}

/**
 * Returns the update that turns an upload into a mark. The mark keeps all attributes. Only `deletedAtMs` says that the
 * upload was removed.
 */
function removedUpdate(workspaceId: string, uploadId: string, times: { nowMs: number; forgetAtMs: number }) {
  return {
    Key: keyOf(workspaceId, uploadId),
    UpdateExpression: "SET deletedAtMs = :now, expiresAt = :expiresAt",
    ConditionExpression: "attribute_exists(id) AND attribute_not_exists(deletedAtMs)",
    ExpressionAttributeValues: { ":now": times.nowMs, ":expiresAt": Math.ceil(times.forgetAtMs / 1000) },
  };
}

async function listUploads(
  client: DynamoDBDocumentClient,
  TableName: string,
  workspaceId: string,
  { limit, before }: Parameters<UploadStore["list"]>[1],
): Promise<UploadPage> {
  const found: Upload[] = [];
  let start = before === undefined ? undefined : keyOf(workspaceId, before);
  do {
    // Read one item more than the page has, to find out whether there is a next page. Marks of removed uploads count
    // too.
    const output: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: "id = :workspace AND begins_with(#item, :prefix)",
        ExpressionAttributeNames: { "#item": "item" },
        ExpressionAttributeValues: { ":workspace": workspaceId, ":prefix": PREFIX },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit + 1,
        ExclusiveStartKey: start,
      }),
    );
    found.push(...(output.Items ?? []).flatMap((item) => parseUpload(item) ?? []));
    start = output.LastEvaluatedKey as typeof start;
  } while (found.length <= limit && start !== undefined);
  const uploads = found.slice(0, limit);
  return { uploads, next: found.length > limit ? uploads.at(-1)?.id : undefined };
}

function itemOf({ id, workspaceId, ...facts }: Upload) {
  return { ...facts, ...keyOf(workspaceId, id) };
}

function keyOf(workspaceId: string, uploadId: string): { id: string; item: string } {
  return { id: workspaceId, item: `${PREFIX}${uploadId}` };
}
