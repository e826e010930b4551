/** How a list of renders changes while somebody looks at it. Rows that are shown keep their places. */
import type { Render } from "@image-render/client";
import type { ListPage } from "../../service/use-pages.js";

/** A list of renders as far as it was read. */
export type RenderPages = ListPage<Render, string>;

/** The number of renders that are followed by a stream at the same time. A small plan has few streams. */
export const MAX_STREAMS = 4;
/** A render that waits longer than this is not followed: a stream holds a slot of the plan while it is open. */
const FOLLOWED_MS = 120_000;

/**
 * Puts the first page, read again, into the list.
 * @returns undefined if more is new than a page holds, so that the list has to be read again
 */
export function mergeFirstPage(before: RenderPages, page: RenderPages): RenderPages | undefined {
  const changed = new Map(page.items.map((render) => [render.id, render]));
  const known = new Set(before.items.map(({ id }) => id));
  const fresh = page.items.filter(({ id }) => !known.has(id));
  const hasGap = before.items.length > 0 && fresh.length === page.items.length && page.next !== undefined;
  if (hasGap) return undefined;
  const kept = before.items.map((render) => changed.get(render.id) ?? render);
  const [first] = kept;
  // A render that the service lists late can be older than the first row. It has its place when the list is read again.
  const newer = fresh.filter(({ createdAt }) => first === undefined || createdAt >= first.createdAt);
  return { ...before, items: [...newer, ...kept], next: kept.length === 0 ? page.next : before.next };
}

/** Replaces a render in a list. */
export function replaceRender(before: RenderPages, render: Render): RenderPages {
  return { ...before, items: before.items.map((other) => (other.id === render.id ? render : other)) };
}

/**
 * Splits a list into the rows that are shown and those that were created since.
 * @param newestId the first row that was shown. Undefined: all rows are shown
 */
export function splitFresh(
  items: readonly Render[],
  newestId: string | undefined,
): { readonly fresh: number; readonly shown: readonly Render[] } {
  const fresh =
    newestId === undefined
      ? 0
      : Math.max(
          0,
          items.findIndex(({ id }) => id === newestId),
        );
  return { fresh, shown: items.slice(fresh) };
}

/** What is known about the rows of a list when the streams are chosen. */
interface Rows {
  /** The renders whose rows can be seen. */
  readonly visible: ReadonlySet<string>;
  /** The renders that have a stream already. */
  readonly open: ReadonlySet<string>;
  readonly nowMs: number;
}

/**
 * Returns the renders to follow by a stream: visible, not ended, and young. A stream stays where it is, because the service
 * notices late that a stream was left. The oldest renders end first, so they are followed first.
 */
export function chooseFollowed(items: readonly Render[], { visible, open, nowMs }: Rows): string[] {
  const candidates = items
    .filter(
      ({ id, status, createdAt }) =>
        status === "queued" && visible.has(id) && nowMs - Date.parse(createdAt) < FOLLOWED_MS,
    )
    .map(({ id }) => id)
    .reverse();
  const [kept, others] = [candidates.filter((id) => open.has(id)), candidates.filter((id) => !open.has(id))];
  return [...kept, ...others].slice(0, MAX_STREAMS);
}
