/**
 * Deletes templates: the head immediately, the versions by TTL when no queued job can need them, and their documents in
 * the bucket by a lifecycle rule.
 */
import { type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { changeVersions } from "./template-expiry.js";
import { type Item, markId, markPartition, readHead, readRemovedHead } from "./template-items.js";
import { transact } from "./transact.js";

/** Each failed attempt means that another writer changed the template. */
const ATTEMPTS = 10;

/** If a deletion was interrupted, another call for the same template completes it. */
export function createTemplateRemoval(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: Pick<DocumentBucket, "expire">,
): TemplateStore["remove"] {
  return async (workspaceId, id, { nowMs, forgetAtMs }) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { id, version: 0 }, ConsistentRead: true }),
      );
      if (Item?.workspaceId !== workspaceId) return false;
      const removed = readRemovedHead(Item);
      const times = { nowMs, forgetAtMs };
      if (removed === undefined && !(await removeHead(client, tableName, Item, times))) continue;
      const deletedAtMs = removed?.deletedAtMs ?? nowMs;
      const expiresAt = Math.ceil((deletedAtMs + forgetAtMs - nowMs) / 1000);
      await expireVersions({ client, tableName, documents }, { id, deletedAtMs, expiresAt });
      // If the response of the whole request was lost, a caller with the same time finds what it deleted.
      return deletedAtMs === nowMs;
    }
    throw new Error(`The template ${id} changed ${ATTEMPTS} times while it was being deleted.`);
  };
}

/** Removes the head from the list, and writes its mark. Resolves to `false` if the head has changed since it was read. */
async function removeHead(
  client: DynamoDBDocumentClient,
  tableName: string,
  item: Item,
  { nowMs, forgetAtMs }: { readonly nowMs: number; readonly forgetAtMs: number },
): Promise<boolean> {
  const found = readHead(item);
  if (found === undefined) return false;
  const { id, workspaceId, name, description, projectId, highestVersion, createdAtMs, revision } = found.head;
  const facts = { name, highestVersion, createdAtMs };
  const mark = {
    ...facts,
    ...(description !== undefined && { description }),
    ...(projectId !== undefined && { projectId }),
    ...{ id: markId(id), version: 0, workspaceId: markPartition(workspaceId), updatedAtMs: nowMs },
    expiresAt: Math.ceil(forgetAtMs / 1000),
  };
  const { ok } = await transact(client, [
    {
      Update: {
        TableName: tableName,
        Key: { id, version: 0 },
        // Without `updatedAtMs`, the index no longer contains the head. The head stays, so that its ID is not reused.
        UpdateExpression: "SET deletedAtMs = :now, revision = revision + :one REMOVE updatedAtMs, highest",
        ConditionExpression: "revision = :revision AND attribute_not_exists(deletedAtMs)",
        ExpressionAttributeValues: { ":now": nowMs, ":one": 1, ":revision": revision },
      },
    },
    { Put: { TableName: tableName, Item: mark } },
  ]);
  return ok;
}

interface Expiry {
  readonly id: string;
  readonly deletedAtMs: number;
  /** In epoch seconds. */
  readonly expiresAt: number;
}

/** Stops if the template was restored meanwhile. */
async function expireVersions(
  {
    documents,
    ...table
  }: Parameters<typeof changeVersions>[0] & { readonly documents: Pick<DocumentBucket, "expire"> },
  { id, deletedAtMs, expiresAt }: Expiry,
): Promise<void> {
  await changeVersions(table, {
    id,
    // A version can have the earlier TTL of a deletion that was undone before all versions were kept.
    // A repeated deletion expires the documents again, because the first one can have been interrupted before it did.
    filter: {
      FilterExpression: "attribute_not_exists(expiresAt) OR expiresAt < :at OR attribute_exists(documentKey)",
      values: { ":at": expiresAt },
    },
    head: { deletedAtMs },
    change: ({ expiresAt: earlier }) => ({
      UpdateExpression: "SET expiresAt = :at",
      ExpressionAttributeValues: { ":at": Math.max(expiresAt, typeof earlier === "number" ? earlier : 0) },
    }),
    // Do this last: only the TTL of a version tells a restoration that its document can expire.
    after: async (versions) => {
      const keys = versions.flatMap(({ documentKey }) => (typeof documentKey === "string" ? [documentKey] : []));
      await Promise.all(keys.map((key) => documents.expire(key)));
    },
  });
}
