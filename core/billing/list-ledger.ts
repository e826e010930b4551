/** Lists the ledger entries of a workspace in one month, page by page. */
import * as z from "zod";
import { ledgerKindSchema, type LedgerQuery } from "../contract/ledger-api.js";
import { readCursor, writeCursor } from "../shared/list-cursor.js";
import { debitAt, monthOf } from "./debit.js";

export const ledgerEntrySchema = z.object({
  kind: ledgerKindSchema,
  credits: z.int().min(1),
  jobId: z.string(),
  requestId: z.string(),
  atMs: z.number(),
});
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

export interface LedgerPage {
  readonly entries: readonly LedgerEntry[];
  /** The position of the last entry. `undefined` if there are no more. */
  readonly next: string | undefined;
}

export interface LedgerStore {
  /**
   * Reads up to `limit` entries after a position, consistently. The order of the entries is that of the storage. It
   * never changes, so the pages together contain each entry of the month once. An entry that is written between two
   * pages can be missing.
   */
  list(
    workspaceId: string,
    month: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<LedgerPage>;
}

export interface LedgerList {
  readonly month: string;
  readonly entries: readonly LedgerEntry[];
  readonly nextCursor: string | undefined;
}

/** @throws ServiceError `BAD_REQUEST` for a cursor that this list did not return. */
export async function listLedger(
  { ledger, now }: { readonly ledger: LedgerStore; readonly now: () => number },
  workspaceId: string,
  { month = monthOf(debitAt(now(), 1).date), limit, cursor }: Pick<LedgerQuery, "month" | "limit" | "cursor">,
): Promise<LedgerList> {
  const scope = { list: `ledger ${month}`, workspaceId } as const;
  const after = cursor === undefined ? undefined : readCursor(scope, cursor);
  const { entries, next } = await ledger.list(workspaceId, month, { limit, after });
  return { month, entries, nextCursor: next === undefined ? undefined : writeCursor(scope, next) };
}
