/** How a list changes while somebody looks at it. Rows that are shown keep their places. */
import type { ListPage } from "./use-pages.js";

/** An entry of a list that the service sorts by the time of creation, newest first. */
export interface ListEntry {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * Puts the first page, read again, into the list.
 * @returns undefined if there are more new entries than a page holds, so that the list has to be read again
 */
export function mergeFirstPage<Entry extends ListEntry>(
  before: ListPage<Entry, string>,
  page: ListPage<Entry, string>,
): ListPage<Entry, string> | undefined {
  const changed = new Map(page.items.map((entry) => [entry.id, entry]));
  const known = new Set(before.items.map(({ id }) => id));
  const fresh = page.items.filter(({ id }) => !known.has(id));
  const hasGap = before.items.length > 0 && fresh.length === page.items.length && page.next !== undefined;
  if (hasGap) return undefined;
  const kept = before.items.map((entry) => changed.get(entry.id) ?? entry);
  const [first] = kept;
  // An entry that the service lists late can be older than the first row. It is added when the list is read again.
  const newer = fresh.filter(({ createdAt }) => first === undefined || createdAt >= first.createdAt);
  return { ...before, items: [...newer, ...kept], next: kept.length === 0 ? page.next : before.next };
}

/**
 * Splits a list into the rows that are shown and those that were created since.
 * @param newestId the first row that was shown. Undefined: all rows are shown
 */
export function splitFresh<Entry extends ListEntry>(
  items: readonly Entry[],
  newestId: string | undefined,
): { readonly fresh: readonly Entry[]; readonly shown: readonly Entry[] } {
  const place =
    newestId === undefined
      ? 0
      : Math.max(
          0,
          items.findIndex(({ id }) => id === newestId),
        );
  return { fresh: items.slice(0, place), shown: items.slice(place) };
}
