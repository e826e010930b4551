/**
 * Uploads in the workspaces table. Key: `id` (of the workspace) + `item`, which is `upload#` and the upload ID.
 *
 * Only uploads that are not finalized have `expiresAt` (TTL, epoch seconds).
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  type BatchGetCommandOutput,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { UploadStore } from "../core/uploads/ports.js";
import { type Upload, uploadSchema } from "../core/uploads/upload.js";
import { itemOfFailedCondition, parseItem } from "./stored-item.js";

const TABLE = "the workspaces table";
const PREFIX = "upload#";
/** The maximum number of keys in one BatchGetItem. */
const BATCH_SIZE = 100;
/** How often a batch with unprocessed keys is sent. A throttled table returns only a part of a batch. */
const BATCH_ATTEMPTS = 5;

const itemSchema = z
  .object({ ...uploadSchema.omit({ id: true, workspaceId: true }).shape, id: z.uuid(), item: z.string() })
  .transform(({ id: workspaceId, item, ...facts }): Upload => ({
    ...facts,
    workspaceId,
    id: item.slice(PREFIX.length),
  }));

export function createUploadsTable(client: DynamoDBDocumentClient, tableName: string): UploadStore {
  async function readBatch(keys: readonly Record<string, string>[]): Promise<Upload[]> {
    const found: Upload[] = [];
    let request: BatchGetCommandInput["RequestItems"] = { [tableName]: { Keys: [...keys], ConsistentRead: true } };
    for (let attempt = 1; attempt <= BATCH_ATTEMPTS; attempt += 1) {
      const output: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: request }));
      const { Responses, UnprocessedKeys = {} } = output;
      found.push(...(Responses?.[tableName] ?? []).map((item) => parseItem(itemSchema, item, TABLE)));
      if (Object.keys(UnprocessedKeys).length === 0) return found;
      request = UnprocessedKeys;
    }
    throw new Error(`The workspaces table returned an incomplete batch ${BATCH_ATTEMPTS} times.`);
  }

  return {
    async announce(upload, expiresAtMs) {
      const Item = { ...itemOf(upload), expiresAt: Math.ceil(expiresAtMs / 1000) };
      const ConditionExpression = "attribute_not_exists(id)";
      await client.send(new PutCommand({ TableName: tableName, Item, ConditionExpression }));
    },

    async find(workspaceId, uploadId) {
      const Key = keyOf(workspaceId, uploadId);
      const { Item } = await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : parseItem(itemSchema, Item, TABLE);
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
        return parseItem(itemSchema, Attributes, TABLE);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Another call came first. Its state is correct, because the file cannot change.
        return parseItem(itemSchema, itemOfFailedCondition(error), TABLE);
      }
    },
  };
}

/** Writes all attributes, because the announcement may have expired. */
function finalUpdate({ id, workspaceId, ...upload }: Upload) {
  const attributes = Object.entries(upload).filter(([, value]) => value !== undefined);
  return {
    Key: keyOf(workspaceId, id),
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(", ")} REMOVE expiresAt`,
    ConditionExpression: "attribute_not_exists(id) OR #state = :waiting",
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

function itemOf({ id, workspaceId, ...facts }: Upload) {
  return { ...facts, ...keyOf(workspaceId, id) };
}

function keyOf(workspaceId: string, uploadId: string): { id: string; item: string } {
  return { id: workspaceId, item: `${PREFIX}${uploadId}` };
}
