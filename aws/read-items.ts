/** Reads many items of a table at once. */
import { setTimeout as pause } from "node:timers/promises";
import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

const READ_ATTEMPTS = 5;

/**
 * Resolves to the items that exist, by their key `id`. At most 100 IDs, the limit of one BatchGetItem.
 *
 * @param parse is called with each stored item
 * @throws Error if DynamoDB keeps leaving out items. What `parse` throws
 */
export async function readItems<Item>(
  client: DynamoDBDocumentClient,
  tableName: string,
  ids: readonly string[],
  parse: (item: unknown) => Item,
  { consistent = false } = {},
): Promise<ReadonlyMap<string, Item>> {
  const found = new Map<string, Item>();
  let keys: Record<string, unknown>[] = ids.map((id) => ({ id }));
  for (let attempt = 1; keys.length > 0; attempt += 1) {
    if (attempt > READ_ATTEMPTS) throw new Error(`DynamoDB returned only a part of the items of ${tableName}.`);
    if (attempt > 1) await pause(10 * 2 ** attempt);
    const RequestItems = { [tableName]: { Keys: keys, ConsistentRead: consistent } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
    for (const item of Responses?.[tableName] ?? []) found.set(String(item.id), parse(item));
    keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}
