/** Lists one page of the batches of a workspace, newest first. */
import { MAX_EXAMINED_BATCHES } from "../contract/limits.js";
import type { ListBatchesQuery } from "../contract/list-batches.js";
import { readCursor, writeCursor } from "../shared/list-cursor.js";
import type { Batch } from "./batch.js";
import type { BatchPosition, BatchStore } from "./ports.js";
import { countsOf, statusOf } from "./present-batch.js";

/** The maximum number of batches in one read of the store. */
const MAX_READ = 100;

export interface BatchList {
  readonly batches: readonly Batch[];
  /** `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

/**
 * A cursor is a position in time, so batches that are created between two pages appear on neither of them.
 *
 * One page examines at most `MAX_EXAMINED_BATCHES` batches. With a filter, it can therefore be empty and still have a
 * cursor.
 *
 * @throws ServiceError `BAD_REQUEST` for a cursor that this list did not return.
 */
export async function listBatches(
  { batches: store }: { readonly batches: Pick<BatchStore, "listOwned"> },
  workspaceId: string,
  { limit, cursor, status }: ListBatchesQuery,
): Promise<BatchList> {
  const scope = { list: "batches", workspaceId } as const;
  const cursorAt = (place: BatchPosition | undefined) => place && writeCursor(scope, writePlace(place));
  let after = cursor === undefined ? undefined : readPlace(readCursor(scope, cursor));
  const found: Batch[] = [];
  for (let examined = 0; examined < MAX_EXAMINED_BATCHES;) {
    const wanted = status === undefined ? limit - found.length : MAX_READ;
    const page = await store.listOwned(workspaceId, {
      limit: Math.min(wanted, MAX_EXAMINED_BATCHES - examined),
      after,
    });
    for (const batch of page.batches) {
      if (status !== undefined && statusOf(countsOf(batch)) !== status) continue;
      found.push(batch);
      if (found.length < limit) continue;
      const isLast = page.next === undefined && batch === page.batches.at(-1);
      return { batches: found, nextCursor: isLast ? undefined : cursorAt(batch) };
    }
    if (page.next === undefined) return { batches: found, nextCursor: undefined };
    after = page.next;
    examined += page.examined;
  }
  return { batches: found, nextCursor: cursorAt(after) };
}

function writePlace({ createdAtMs, id }: BatchPosition): string {
  return `${createdAtMs}#${id}`;
}

function readPlace(text: string): BatchPosition {
  const [createdAtMs, id = ""] = text.split("#");
  return { createdAtMs: Number(createdAtMs), id };
}
