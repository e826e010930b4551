/**
 * Deletes templates: the head immediately, the versions by TTL when no queued job can need them, and their documents in
 * the bucket by a lifecycle rule.
 */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { ifConditionHolds, itemOfFailedCondition } from "./stored-item.js";
import { readRemovedHead } from "./template-items.js";

const PARALLEL_WRITES = 25;

/** If a deletion was interrupted, another call for the same template completes it. */
export function createTemplateRemoval(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: Pick<DocumentBucket, "expire">,
): TemplateStore["remove"] {
  async function expireVersions(id: string, forgetAtMs: number): Promise<void> {
    const pages = paginateQuery(
      { client },
      {
        TableName: tableName,
        KeyConditionExpression: "id = :id AND version > :head",
        FilterExpression: "attribute_not_exists(expiresAt)",
        ProjectionExpression: "version, documentKey",
        ExpressionAttributeValues: { ":id": id, ":head": 0 },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (let start = 0; start < Items.length; start += PARALLEL_WRITES) {
        await Promise.all(
          Items.slice(start, start + PARALLEL_WRITES).map(async ({ version, documentKey }) => {
            // Do this first: a repeated deletion skips versions that already have their TTL.
            if (typeof documentKey === "string") await documents.expire(documentKey);
            await expire(client, tableName, { id, version }, forgetAtMs);
          }),
        );
      }
    }
  }

  return async (workspaceId, id, { nowMs, forgetAtMs }) => {
    const { isRemoved, wasRemovedByThisCall } = await removeHead(client, tableName, { workspaceId, id, nowMs });
    if (isRemoved) await expireVersions(id, forgetAtMs);
    return wasRemovedByThisCall;
  };
}

/** Resolves to whether the head is deleted, and whether this call deleted it. */
async function removeHead(
  client: DynamoDBDocumentClient,
  tableName: string,
  { workspaceId, id, nowMs }: { readonly workspaceId: string; readonly id: string; readonly nowMs: number },
) {
  try {
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { id, version: 0 },
        // Without `updatedAtMs`, the index no longer contains the head. The head stays, so that its ID is not reused.
        UpdateExpression: "SET deletedAtMs = :now, revision = revision + :one REMOVE updatedAtMs, highest",
        ConditionExpression: "workspaceId = :workspace AND attribute_not_exists(deletedAtMs)",
        ExpressionAttributeValues: { ":now": nowMs, ":one": 1, ":workspace": workspaceId },
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { isRemoved: true, wasRemovedByThisCall: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const removed = readRemovedHead(itemOfFailedCondition(error) ?? {});
    const isRemoved = removed?.workspaceId === workspaceId;
    // If a response was lost, the SDK repeats the call and finds the head that its first request deleted.
    return { isRemoved, wasRemovedByThisCall: isRemoved && removed.deletedAtMs === nowMs };
  }
}

async function expire(
  client: DynamoDBDocumentClient,
  tableName: string,
  Key: { readonly id: string; readonly version: unknown },
  forgetAtMs: number,
): Promise<void> {
  const write = client.send(
    new UpdateCommand({
      TableName: tableName,
      Key,
      UpdateExpression: "SET expiresAt = :at",
      ConditionExpression: "attribute_exists(id)",
      ExpressionAttributeValues: { ":at": Math.ceil(forgetAtMs / 1000) },
    }),
  );
  await ifConditionHolds(write);
}
