import type { Render } from "@image-render/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { irs } from "../../service/irs.js";
import { setData } from "../../service/resources.js";
import { type LivePages, useLivePages } from "../../service/use-live-pages.js";
import { chooseFollowed, type RenderPages, replaceRender } from "./live-renders.js";
import { streamRender } from "./service/follow-render.js";

/** The filters of the list. */
export interface RenderFilter {
  readonly status: Render["status"] | undefined;
  readonly template: string | undefined;
  readonly batch: string | undefined;
}

/** A list of renders that changes while it is shown. */
export interface LiveRenders extends LivePages<Render> {
  /** Notes whether the row of a render can be seen. */
  readonly setVisible: (id: string, isVisible: boolean) => void;
}

/** Reads renders, and keeps them current without moving the rows that are shown. */
export function useLiveRenders(filter: RenderFilter): LiveRenders {
  const key = `renders/list?${JSON.stringify(filter)}`;
  const pages = useLivePages<Render>(key, (cursor, signal) => readPage(filter, cursor, signal));
  const setVisible = useStreams(key, pages.data?.items);
  return { ...pages, setVisible };
}

async function readPage(filter: RenderFilter, cursor: string | undefined, signal: AbortSignal): Promise<RenderPages> {
  const query = { ...filter, cursor, limit: undefined };
  const { renders, nextCursor } = await irs.renders.list(query, { signal }).page();
  return { items: renders, next: nextCursor };
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
        // A stream that did not reach the end is not opened again: the quiet reload shows the state of the render.
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
