/** The list of batches: the sheets of this browser, and the batches of the service that belong to none of them. */
import type { BatchSummary } from "@image-render/client";
import { isActive, latestRenders, totalsOf } from "./parts.js";
import type { Sheet } from "./sheet.js";

/** The filters of the list. `draft`: a sheet that was not sent. */
export const FILTERS = ["draft", "queued", "done", "failed"] as const;
export type BatchFilter = (typeof FILTERS)[number];

/** A row of the list. */
export type Entry =
  | { readonly kind: "sheet"; readonly id: string; readonly createdAt: string; readonly sheet: Sheet }
  | { readonly kind: "batch"; readonly id: string; readonly createdAt: string; readonly batch: BatchSummary };

/** The batches that the service has listed so far. */
export interface ListedBatches {
  readonly batches: readonly BatchSummary[];
  /** Whether the service has older ones. */
  readonly hasMore: boolean;
}

/**
 * Joins sheets and batches, the newest first. While the service has more batches, sheets that are older than the listed ones
 * are left out, so that no row is inserted between others later.
 */
export function joinEntries(
  sheets: readonly Sheet[],
  { batches, hasMore }: ListedBatches,
  filter: BatchFilter | undefined,
): readonly Entry[] {
  const oldest = hasMore ? batches.at(-1)?.createdAt : undefined;
  const own = sheets
    .filter((sheet) => filter === undefined || statusOfSheet(sheet) === filter)
    .filter(({ createdAt }) => oldest === undefined || createdAt >= oldest)
    .map((sheet): Entry => ({ kind: "sheet", id: sheet.id, createdAt: sheet.createdAt, sheet }));
  const others = batchesOfNoSheet(batches, sheets).map((batch): Entry => ({
    kind: "batch",
    id: batch.id,
    createdAt: batch.createdAt,
    batch,
  }));
  return [...own, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Returns the batches that belong to no sheet of this browser. */
export function batchesOfNoSheet(batches: readonly BatchSummary[], sheets: readonly Sheet[]): readonly BatchSummary[] {
  const own = new Set(sheets.flatMap(({ parts }) => parts.map(({ batchId }) => batchId)));
  return batches.filter(({ id }) => !own.has(id));
}

/** The state of a sheet in the words of the service. Rows that were not created count as failed. */
function statusOfSheet(sheet: Sheet): BatchFilter {
  if (sheet.parts.length === 0) return "draft";
  if (isActive(sheet)) return "queued";
  const { total, failed, refused } = totalsOf(latestRenders(sheet));
  return failed + refused === total ? "failed" : "done";
}
