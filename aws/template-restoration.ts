/** Restores deleted templates while their versions are stored. */
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { ifConditionHolds } from "./stored-item.js";
import { changeVersions } from "./template-expiry.js";
import { contentOf, type Item, markId, readRemovedHead } from "./template-items.js";
import { transact } from "./transact.js";

interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly documents: Pick<DocumentBucket, "keep">;
}

/**
 * Keeps the versions first, then puts the head back, and then keeps again what a deletion has expired in between. If a
 * restoration was interrupted, another call completes it.
 */
export function createTemplateRestoration(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: Pick<DocumentBucket, "keep">,
): TemplateStore["restore"] {
  const table = { client, tableName, documents };
  return async (workspaceId, id, { nowMs, keptMs }) => {
    const head = await itemAt(table, id, 0);
    if (head?.["workspaceId"] !== workspaceId) return "missing";
    const removed = readRemovedHead(head);
    const revision = Number(head["revision"]);
    if (removed === undefined) {
      await completeRestoration(table, id, revision);
      return "in-use";
    }
    const { deletedAtMs, highestVersion } = removed;
    if (nowMs >= deletedAtMs + keptMs) return "expired";
    if (!(await keepVersions(table, id, { deletedAtMs, revision }))) return "changed";
    const highest = await itemAt(table, id, highestVersion);
    // DynamoDB deletes expired items at any time after their TTL.
    if (highest === undefined) return "expired";
    if (!(await putHeadBack(table, { id, deletedAtMs, nowMs, highest }))) return "changed";
    await completeRestoration(table, id, revision + 1);
    return "restored";
  };
}

/**
 * Keeps the versions that a deletion has expired before the head was back. Nothing can expire them any more. Their
 * documents get other keys than before, because that deletion can still expire the earlier ones.
 */
async function completeRestoration(table: Table, id: string, revision: number): Promise<void> {
  if (!(await keepVersions(table, id, { deletedAtMs: undefined, revision }))) return;
  const head = await itemAt(table, id, 0);
  const copied = (head?.["highest"] as Item | undefined)?.["documentKey"];
  if (head === undefined || copied === undefined) return;
  const highest = await itemAt(table, id, Number(head["highestVersion"]));
  if (highest === undefined || highest["documentKey"] === copied) return;
  const write = table.client.send(
    new UpdateCommand({
      TableName: table.tableName,
      Key: { id, version: 0 },
      UpdateExpression: "SET highest.documentKey = :key",
      ConditionExpression: "highest.documentKey = :copied AND attribute_not_exists(deletedAtMs)",
      ExpressionAttributeValues: { ":key": highest["documentKey"], ":copied": copied },
    }),
  );
  await ifConditionHolds(write);
}

async function itemAt({ client, tableName }: Table, id: string, version: number): Promise<Item | undefined> {
  const { Item } = await client.send(
    new GetCommand({ TableName: tableName, Key: { id, version }, ConsistentRead: true }),
  );
  return Item;
}

/** Removes the TTL of the versions. Resolves to `false` if the head does not have the expected state. */
async function keepVersions(
  { documents, ...table }: Table,
  id: string,
  { deletedAtMs, revision }: { readonly deletedAtMs: number | undefined; readonly revision: number },
): Promise<boolean> {
  return await changeVersions(table, {
    id,
    filter: { FilterExpression: "attribute_exists(expiresAt)", values: {} },
    head: { deletedAtMs },
    change: async ({ documentKey }) => {
      if (typeof documentKey !== "string") return { UpdateExpression: "REMOVE expiresAt" };
      return {
        UpdateExpression: "SET documentKey = :key REMOVE expiresAt",
        ExpressionAttributeValues: { ":key": await documents.keep(documentKey, `r${revision}`) },
      };
    },
  });
}

/** Resolves to `false` if the head was restored meanwhile, or deleted again. */
async function putHeadBack(
  { client, tableName }: Table,
  { id, deletedAtMs, nowMs, highest }: { id: string; deletedAtMs: number; nowMs: number; highest: Item },
): Promise<boolean> {
  const { ok } = await transact(client, [
    {
      Update: {
        TableName: tableName,
        Key: { id, version: 0 },
        UpdateExpression: "SET updatedAtMs = :now, highest = :highest, revision = revision + :one REMOVE deletedAtMs",
        ConditionExpression: "deletedAtMs = :deletedAt",
        ExpressionAttributeValues: {
          ":now": nowMs,
          ":highest": contentOf(highest),
          ":one": 1,
          ":deletedAt": deletedAtMs,
        },
      },
    },
    {
      Update: {
        TableName: tableName,
        Key: { id: markId(id), version: 0 },
        // Without `updatedAtMs`, the index no longer contains the mark. Its TTL deletes it. A template that an earlier
        // release deleted has no mark.
        UpdateExpression: "SET expiresAt = if_not_exists(expiresAt, :now) REMOVE updatedAtMs",
        ExpressionAttributeValues: { ":now": Math.ceil(nowMs / 1000) },
      },
    },
  ]);
  return ok;
}
