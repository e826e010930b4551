import type { Render } from "@image-render/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { irs } from "../../service/irs.js";
import { setData } from "../../service/resources.js";
import { type Pages, usePages } from "../../service/use-pages.js";
import { chooseFollowed, mergeFirstPage, type RenderPages, replaceRender, splitFresh } from "./live-renders.js";
import { streamRender } from "./service/follow-render.js";

/** The filters of the list. */
export interface RenderFilter {
  readonly status: Render["status"] | undefined;
  readonly template: string | undefined;
  readonly batch: string | undefined;
}

/** How often the first page is read again. A stream reports the ends of the few renders that are followed sooner. */
const ASK_MS = 5_000;

/** A list of renders that changes while it is shown. */
export interface LiveRenders extends Pages<Render, string> {
  readonly shown: readonly Render[] | undefined;
  /** How many renders were created since the list was shown. They are not in `shown`. */
  readonly fresh: number;
  readonly showFresh: () => void;
  /** Notes whether the row of a render can be seen. */
  readonly setVisible: (id: string, isVisible: boolean) => void;
}

/** Reads renders, and keeps them current without moving the rows that are shown. */
export function useLiveRenders(filter: RenderFilter): LiveRenders {
  const key = `renders/list?${JSON.stringify(filter)}`;
  const load = (cursor: string | undefined, signal?: AbortSignal): Promise<RenderPages> =>
    readPage(filter, cursor, signal);
  const pages = usePages<Render, string>(key, load);
  const [newest, setNewest] = useState<{ readonly key: string; readonly id: string | undefined }>();
  const items = pages.data?.items;
  const isSettled = newest?.key === key;
  useEffect(() => {
    // Until the first load has ended, the list is not what a person came for: nothing is held back.
    if (!isSettled && items !== undefined && !pages.isLoading) setNewest({ key, id: items[0]?.id });
  }, [isSettled, items, pages.isLoading]);
  useQuietReload(key, load, pages.reload);
  const setVisible = useStreams(key, items);
  const split = items && splitFresh(items, isSettled ? newest.id : undefined);
  return {
    ...pages,
    shown: split?.shown,
    fresh: split?.fresh ?? 0,
    showFresh: () => setNewest({ key, id: items?.[0]?.id }),
    setVisible,
  };
}

async function readPage(
  filter: RenderFilter,
  cursor: string | undefined,
  signal: AbortSignal | undefined,
): Promise<RenderPages> {
  const query = { ...filter, cursor, limit: undefined };
  const { renders, nextCursor } = await irs.renders.list(query, { signal }).page();
  return { items: renders, next: nextCursor };
}

/** Reads the first page again and again while somebody may look. */
function useQuietReload(
  key: string,
  load: (cursor: undefined, signal: AbortSignal) => Promise<RenderPages>,
  reload: () => Promise<void>,
): void {
  useEffect(() => {
    const abort = new AbortController();
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const page = await load(undefined, abort.signal);
        setData<RenderPages>(key, (before) => {
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

/** Follows the renders whose rows can be seen. */
function useStreams(key: string, items: readonly Render[] | undefined): (id: string, isVisible: boolean) => void {
  const [visible, setVisibleIds] = useState<ReadonlySet<string>>(new Set());
  const streams = useRef(new Map<string, AbortController>());
  const followed = chooseFollowed(items ?? [], {
    visible,
    open: new Set(streams.current.keys()),
    nowMs: Date.now(),
  });
  useEffect(() => {
    const open = streams.current;
    for (const [id, stream] of open) if (!followed.includes(id)) stream.abort();
    for (const id of followed) {
      if (open.has(id)) continue;
      const stream = new AbortController();
      open.set(id, stream);
      const onChange = (render: Render): void => {
        if (!stream.signal.aborted) setData<RenderPages>(key, (before) => replaceRender(before, render));
      };
      void streamRender(id, stream.signal, onChange).then((status) => {
        // A stream that did not reach the end is not opened again: the quiet reload says how the render stands.
        if (status !== undefined || stream.signal.aborted) open.delete(id);
      });
    }
  }, [key, followed.join()]);
  useEffect(() => () => streams.current.forEach((stream) => stream.abort()), []);
  return (id, isVisible) => {
    setVisibleIds((before) => {
      if (before.has(id) === isVisible) return before;
      const after = new Set(before);
      if (isVisible) after.add(id);
      else after.delete(id);
      return after;
    });
  };
}
