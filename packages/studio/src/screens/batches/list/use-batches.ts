import type { BatchSummary } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import { type LivePages, useLivePages } from "../../../service/use-live-pages.js";
import type { ListPage } from "../../../service/use-pages.js";
import type { BatchFilter } from "../model/entries.js";

const NONE: ListPage<BatchSummary, string> = { items: [], next: undefined };

/** Reads the batches of the workspace, and keeps them current. Drafts exist only in the browser, not in the service. */
export function useBatches(filter: BatchFilter | undefined): LivePages<BatchSummary> {
  return useLivePages<BatchSummary>(`batches/list?${filter ?? ""}`, async (cursor, signal) => {
    if (filter === "draft") return NONE;
    const { body } = await irs.requestJson("GET /renders/batches", {
      query: { status: filter, cursor, limit: undefined },
      options: { signal },
    });
    return { items: body.batches, next: body.nextCursor };
  });
}
