import { useState } from "preact/hooks";
import { asError, entryOf, setData } from "./resources.js";
import { type Resource, useResource } from "./use-resource.js";

/** One page of a list. */
export interface ListPage<Item, Position> {
  readonly items: readonly Item[];
  /** Where the next page begins. Undefined after the last one. */
  readonly next: Position | undefined;
  /** The number of all items, if the service says it. */
  readonly total?: number | undefined;
  /** When all items were read together. Only the first page may be newer. */
  readonly readAtMs?: number | undefined;
}

/** A list as far as it was read. */
export interface Pages<Item, Position> extends Resource<ListPage<Item, Position>> {
  /** Reads the next page. */
  readonly more: () => void;
  readonly isLoadingMore: boolean;
  /** Why the next page could not be read. */
  readonly moreError: Error | undefined;
}

type LoadPage<Item, Position> = (
  position: Position | undefined,
  signal: AbortSignal,
) => Promise<ListPage<Item, Position>>;

/** A list whose first page is unchanged is not read to its end again until it has this age. */
const MAX_AGE_MS = 300_000;

/** Reads a list page by page. When it is loaded again, it keeps its length. */
export function usePages<Item, Position>(key: string, load: LoadPage<Item, Position>): Pages<Item, Position> {
  const [read, setRead] = useState({ key, isLoading: false, error: undefined as Error | undefined });
  const current = read.key === key ? read : { key, isLoading: false, error: undefined };
  const resource = useResource(key, async (signal) => {
    // A page that is opened again, for example by the history, shows as many items as before.
    const entry = entryOf(key);
    const before = entry.state.peek().data as ListPage<Item, Position> | undefined;
    const isInvalid = entry.loadedAtMs === 0;
    let page = await load(undefined, signal);
    if (before !== undefined && !isInvalid && isStillCurrent(before, page)) return before;
    const wanted = before?.items.length ?? 0;
    while (page.items.length < wanted && page.next !== undefined) {
      page = joined(page, await load(page.next, signal));
    }
    return { ...page, readAtMs: Date.now() };
  });
  const more = async (): Promise<void> => {
    const next = resource.data?.next;
    if (next === undefined || current.isLoading) return;
    setRead({ ...current, isLoading: true, error: undefined });
    try {
      const page = await load(next, new AbortController().signal);
      setData<ListPage<Item, Position>>(key, (before) => (before.next === next ? joined(before, page) : before));
      setRead({ ...current, isLoading: false, error: undefined });
    } catch (error) {
      setRead({ ...current, isLoading: false, error: asError(error) });
    }
  };
  return { ...resource, more: () => void more(), isLoadingMore: current.isLoading, moreError: current.error };
}

/** A tab that becomes visible reads the first page. That is enough if nothing has changed in it. */
function isStillCurrent<Item, Position>(before: ListPage<Item, Position>, first: ListPage<Item, Position>): boolean {
  // The service counts a long list only at its end.
  const hasOtherTotal = first.total !== undefined && first.total !== before.total;
  if (hasOtherTotal || Date.now() - (before.readAtMs ?? 0) > MAX_AGE_MS) return false;
  return JSON.stringify(before.items.slice(0, first.items.length)) === JSON.stringify(first.items);
}

function joined<Item, Position>(
  before: ListPage<Item, Position>,
  page: ListPage<Item, Position>,
): ListPage<Item, Position> {
  return { ...page, items: [...before.items, ...page.items], readAtMs: before.readAtMs };
}
