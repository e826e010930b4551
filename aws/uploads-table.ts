/**
 * Uploads in the workspaces table: key `id` (of the workspace) + `item`, which is `upload#` and the upload's id.
 *
 * `expiresAt` (TTL, epoch seconds) stands only on announcements whose file has not been looked at.
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
import { itemOfRefusal, parseItem } from "./stored-item.js";

const TABLE = "the workspaces table";
const PREFIX = "upload#";
/** Keys of one BatchGetItem at most. */
const BATCH_SIZE = 100;
/** A table under load answers a batch in part; what is left is asked for again. */
const MAX_ROUNDS = 5;

/** Names an upload's item so that it can't be taken for the workspace's profile. */
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
    let left: BatchGetCommandInput["RequestItems"] = { [tableName]: { Keys: [...keys], ConsistentRead: true } };
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const answer: BatchGetCommandOutput = await client.send(new BatchGetCommand({ RequestItems: left }));
      const { Responses, UnprocessedKeys = {} } = answer;
      found.push(...(Responses?.[tableName] ?? []).map((item) => parseItem(itemSchema, item, TABLE)));
      if (Object.keys(UnprocessedKeys).length === 0) return found;
      left = UnprocessedKeys;
    }
    throw new Error(`The workspaces table left part of a batch unanswered ${MAX_ROUNDS} times.`);
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

    async settle(upload) {
      try {
        const { Attributes } = await client.send(new UpdateCommand({ TableName: tableName, ...settlement(upload) }));
        return parseItem(itemSchema, Attributes, TABLE);
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        // Somebody else was first, and is right: the file cannot have changed in between.
        return parseItem(itemSchema, itemOfRefusal(error), TABLE);
      }
    },
  };
}

/** Writes every fact, since the announcement may have been forgotten. */
function settlement({ id, workspaceId, ...upload }: Upload) {
  const facts = Object.entries(upload).filter(([, value]) => value !== undefined);
  return {
    Key: keyOf(workspaceId, id),
    UpdateExpression: `SET ${facts.map(([name]) => `#${name} = :${name}`).join(", ")} REMOVE expiresAt`,
    ConditionExpression: "attribute_not_exists(id) OR #state = :waiting",
    // Placeholders for all names: some of them are reserved words.
    ExpressionAttributeNames: Object.fromEntries(facts.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(facts.map(([name, value]) => [`:${name}`, value])),
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
