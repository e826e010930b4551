import { useEffect, useState } from "preact/hooks";
import { type ListEntry, mergeFirstPage, splitFresh } from "./live-list.js";
import { entryOf, type Loaded, setData } from "./resources.js";
import { type ListPage, type Pages, usePages } from "./use-pages.js";

/** How often the first page is read again. */
const ASK_MS = 5_000;

/** A list that changes while it is shown. */
export interface LivePages<Entry> extends Pages<Entry, string> {
  readonly shown: readonly Entry[] | undefined;
  /** The entries that were created since the list was shown. They are not in `shown`. */
  readonly fresh: readonly Entry[];
  readonly showFresh: () => void;
}

type LoadPage<Entry> = (cursor: string | undefined, signal: AbortSignal) => Promise<ListPage<Entry, string>>;

/** Reads a list, and keeps it current without moving the rows that are shown. @param key as for `useResource` */
export function useLivePages<Entry extends ListEntry>(key: string, load: LoadPage<Entry>): LivePages<Entry> {
  const pages = usePages<Entry, string>(key, load);
  const [newest, setNewest] = useState<{ readonly key: string; readonly id: string | undefined }>();
  const items = pages.data?.items;
  const isSettled = newest?.key === key;
  useEffect(() => {
    // Until the first load has ended, the list is not what a person came for: nothing is held back. This runs after the
    // render, so it asks for the current state: a list that is kept from another visit has begun to load meanwhile.
    const { data, isLoading } = entryOf(key).state.peek() as Loaded<ListPage<Entry, string>>;
    if (!isSettled && data !== undefined && !isLoading) setNewest({ key, id: data.items[0]?.id });
  }, [isSettled, items, pages.isLoading]);
  useQuietReload(key, load, pages.reload);
  const split = items && splitFresh(items, isSettled ? newest.id : undefined);
  return {
    ...pages,
    shown: split?.shown,
    fresh: split?.fresh ?? [],
    showFresh: () => setNewest({ key, id: items?.[0]?.id }),
  };
}

/** Reads the first page again and again while the page is visible. */
function useQuietReload<Entry extends ListEntry>(
  key: string,
  load: LoadPage<Entry>,
  reload: () => Promise<void>,
): void {
  useEffect(() => {
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const page = await load(undefined, abort.signal);
        setData<ListPage<Entry, string>>(key, (before) => {
          const merged = mergeFirstPage(before, page);
          if (merged === undefined) void reload();
          return merged ?? before;
        });
      } catch {
        // The rows stay as they are. A lost connection is shown at the top of the page.
      }
    };
    const timer = setInterval(() => void ask(), ASK_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [key]);
}
