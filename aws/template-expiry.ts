/** Changes the versions of a template as long as its head stays deleted, or stays in use. */
import { type DynamoDBDocumentClient, paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { Item } from "./template-items.js";
import { transact, type TransactItem } from "./transact.js";

/** A transaction can touch 4 MB, and a version has up to 200 KB of text and some attributes. */
const VERSIONS_PER_TRANSACTION = 15;

type Update = Omit<NonNullable<TransactItem["Update"]>, "TableName" | "Key" | "ConditionExpression">;

export interface VersionChange {
  readonly id: string;
  /** The versions to change. */
  readonly filter: { readonly FilterExpression: string; readonly values: Readonly<Record<string, unknown>> };
  /** The state that the head must have. With `undefined`, it must not be deleted. */
  readonly head: { readonly deletedAtMs: number | undefined };
  /** Returns the update of a version. The item has its `version`, `documentKey` and `expiresAt`. */
  readonly change: (item: Item) => Promise<Update> | Update;
  /** Is called with the versions of a group after their transaction. */
  readonly after?: (items: readonly Item[]) => Promise<void>;
}

/**
 * Writes each group of versions in one transaction with the head. A deletion and a restoration that run at the same time
 * therefore never change versions that belong to the other one.
 *
 * @returns whether the head had its state until the end
 */
export async function changeVersions(
  { client, tableName }: { readonly client: DynamoDBDocumentClient; readonly tableName: string },
  { id, filter, head, change, after }: VersionChange,
): Promise<boolean> {
  const pages = paginateQuery(
    { client },
    {
      TableName: tableName,
      KeyConditionExpression: "id = :id AND version > :head",
      FilterExpression: filter.FilterExpression,
      ProjectionExpression: "version, documentKey, expiresAt",
      ExpressionAttributeValues: { ":id": id, ":head": 0, ...filter.values },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) {
    for (let start = 0; start < Items.length; start += VERSIONS_PER_TRANSACTION) {
      const group = Items.slice(start, start + VERSIONS_PER_TRANSACTION);
      const updates = await Promise.all(
        group.map(async (item) => ({
          Update: {
            TableName: tableName,
            Key: { id, version: item["version"] as number },
            ConditionExpression: "attribute_exists(id)",
            ...(await change(item)),
          },
        })),
      );
      const { ok } = await transact(client, [headWrite(tableName, id, head.deletedAtMs), ...updates]);
      if (!ok) return false;
      await after?.(group);
    }
  }
  return true;
}

/** Returns a write that changes nothing. A condition check would need a permission of its own. */
function headWrite(tableName: string, id: string, deletedAtMs: number | undefined): TransactItem {
  const write = { TableName: tableName, Key: { id, version: 0 } };
  if (deletedAtMs === undefined) {
    return {
      Update: {
        ...write,
        UpdateExpression: "SET revision = revision",
        ConditionExpression: "attribute_exists(id) AND attribute_not_exists(deletedAtMs)",
      },
    };
  }
  return {
    Update: {
      ...write,
      UpdateExpression: "SET deletedAtMs = :deletedAt",
      ConditionExpression: "deletedAtMs = :deletedAt",
      ExpressionAttributeValues: { ":deletedAt": deletedAtMs },
    },
  };
}
