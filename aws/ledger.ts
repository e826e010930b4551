/**
 * Reads the ledger entries in the workspaces table. credit-writes.ts describes their keys.
 *
 * The entries of a month are in the 16 partitions of its balance. Entries of jobs that are older than the shards are in
 * the partition of the workspace. Within a partition, entries are sorted by kind and job. A page reads the partitions
 * one after another, so it reads little more than it returns. The position is `<partition>#<key of the entry>`.
 */
import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type LedgerEntry, ledgerEntrySchema, type LedgerPage, type LedgerStore } from "../core/billing/list-ledger.js";
import { ALL_SHARDS } from "./credit-shards.js";
import { parseItem } from "./stored-item.js";

interface Found {
  readonly position: string;
  readonly entry: LedgerEntry;
}

export function createLedger(client: DynamoDBDocumentClient, table: string): LedgerStore {
  return {
    async list(workspaceId, month, { limit, after }) {
      const partitions = [...ALL_SHARDS.map((shard) => `credits#${workspaceId}#${shard}`), workspaceId];
      const [start, lastItem] = readPosition(after);
      const found: Found[] = [];
      for (const [index, id] of partitions.entries()) {
        if (index < start) continue;
        // One entry more than the page has shows whether there is a next page.
        if (found.length > limit) break;
        const first = index === start ? lastItem : undefined;
        const entries = await readPartition(client, table, { id, month, first, limit: limit + 1 - found.length });
        found.push(...entries.map(({ item, entry }) => ({ position: `${index}#${item}`, entry })));
      }
      return pageOf(found, limit);
    },
  };
}

function pageOf(found: readonly Found[], limit: number): LedgerPage {
  const page = found.slice(0, limit);
  return { entries: page.map(({ entry }) => entry), next: found.length > limit ? page.at(-1)?.position : undefined };
}

function readPosition(after: string | undefined): readonly [partition: number, item: string | undefined] {
  if (after === undefined) return [0, undefined];
  const separator = after.indexOf("#");
  return [Number(after.slice(0, separator)), after.slice(separator + 1)];
}

/** Returns up to `limit` entries of a partition, except entries of voided reservations, which moved no credits. */
async function readPartition(
  client: DynamoDBDocumentClient,
  TableName: string,
  part: { readonly id: string; readonly month: string; readonly first: string | undefined; readonly limit: number },
): Promise<readonly { readonly item: string; readonly entry: LedgerEntry }[]> {
  const { id, month, limit } = part;
  const entries: { item: string; entry: LedgerEntry }[] = [];
  let from: Record<string, unknown> | undefined = part.first === undefined ? undefined : { id, item: part.first };
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: "id = :id AND begins_with(#item, :month)",
        FilterExpression: "kind <> :void",
        ExpressionAttributeNames: { "#item": "item" },
        ExpressionAttributeValues: { ":id": id, ":month": `ledger#${month}#`, ":void": "void" },
        ConsistentRead: true,
        Limit: limit - entries.length,
        ...(from !== undefined && { ExclusiveStartKey: from }),
      }),
    );
    for (const item of Items) {
      entries.push({ item: String(item.item), entry: parseItem(ledgerEntrySchema, item, "the workspaces table") });
    }
    from = LastEvaluatedKey;
  } while (from !== undefined && entries.length < limit);
  return entries;
}
