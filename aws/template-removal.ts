/** Deletes templates: the head at once and for good, the versions when nothing in a queue can need them any more. */
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import { itemOfRefusal, unlessRefused } from "./stored-item.js";
import { readRemovedHead } from "./template-items.js";

const AT_ONCE = 25;

/** A removal that was cut off is brought to its end by the next one of the same template. */
export function createTemplateRemoval(client: DynamoDBDocumentClient, tableName: string): TemplateStore["remove"] {
  /** Resolves to whether the head is deleted now, and by this call. */
  async function removeHead(workspaceId: string, id: string, nowMs: number) {
    try {
      await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { id, version: 0 },
          // Without the time of its last update it leaves the index. It stays as a mark that the id was used.
          UpdateExpression: "SET deletedAtMs = :now, revision = revision + :one REMOVE updatedAtMs, highest",
          ConditionExpression: "workspaceId = :workspace AND attribute_not_exists(deletedAtMs)",
          ExpressionAttributeValues: { ":now": nowMs, ":one": 1, ":workspace": workspaceId },
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return { isRemoved: true, isOurs: true };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const removed = readRemovedHead(itemOfRefusal(error) ?? {});
      const isRemoved = removed?.workspaceId === workspaceId;
      // The SDK repeats a call whose answer was lost, and then meets its own deed.
      return { isRemoved, isOurs: isRemoved && removed.deletedAtMs === nowMs };
    }
  }

  async function forgetVersions(id: string, forgetAtMs: number): Promise<void> {
    const pages = paginateQuery(
      { client },
      {
        TableName: tableName,
        KeyConditionExpression: "id = :id AND version > :head",
        FilterExpression: "attribute_not_exists(expiresAt)",
        ProjectionExpression: "version",
        ExpressionAttributeValues: { ":id": id, ":head": 0 },
        ConsistentRead: true,
      },
    );
    for await (const { Items = [] } of pages) {
      for (let done = 0; done < Items.length; done += AT_ONCE) {
        await Promise.all(
          Items.slice(done, done + AT_ONCE).map(({ version }) =>
            forget(client, tableName, { id, version }, forgetAtMs),
          ),
        );
      }
    }
  }

  return async (workspaceId, id, { nowMs, forgetAtMs }) => {
    const { isRemoved, isOurs } = await removeHead(workspaceId, id, nowMs);
    if (isRemoved) await forgetVersions(id, forgetAtMs);
    return isOurs;
  };
}

async function forget(
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
  await unlessRefused(write);
}
