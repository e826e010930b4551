/** Chooses the renders of a list that are followed, and replaces one of them when it changes. */
import type { Render } from "@image-render/client";
import type { ListPage } from "../../service/use-pages.js";

/** A list of renders as far as it was read. */
export type RenderPages = ListPage<Render, string>;

/** The number of renders that are followed by a stream at the same time. A small plan has few streams. */
export const MAX_STREAMS = 4;
/** A render that waits longer than this is not followed: a stream holds a slot of the plan while it is open. */
const FOLLOWED_MS = 120_000;

/** Replaces a render in a list. */
export function replaceRender(before: RenderPages, render: Render): RenderPages {
  return { ...before, items: before.items.map((other) => (other.id === render.id ? render : other)) };
}

/** The facts about the rows of a list that are known when the streams are chosen. */
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
