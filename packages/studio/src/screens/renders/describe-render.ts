/** Describes the state of a render in words. */
import type { Render } from "@image-render/client";
import type { BadgeKind } from "../../components/badge.js";
import { renderSentences as sentences } from "../../messages/en/renders.js";
import { formatDuration } from "../../messages/format.js";

/** The state of a render, in more detail than its `status`. */
export type RenderState = "queued" | "running" | "done" | "archived" | "canceled" | "failed";

/** The `error` of a canceled render. */
const CANCELED = "The render was canceled.";

/** The look of each state. */
export const KINDS: Readonly<Record<RenderState, BadgeKind>> = {
  queued: "waiting",
  running: "running",
  done: "success",
  archived: "archived",
  canceled: "off",
  failed: "danger",
};

/** Returns the state of a render. */
export function stateOf({ status, attempts, archivedAt, error }: Render): RenderState {
  if (status === "queued") return attempts === 0 ? "queued" : "running";
  if (status === "failed") return error === CANCELED ? "canceled" : "failed";
  return archivedAt === undefined ? "done" : "archived";
}

/** Returns the time from the request to the end in milliseconds. Undefined before the end. */
export function durationOf({ createdAt, finishedAt }: Render): number | undefined {
  return finishedAt === undefined ? undefined : Math.max(0, Date.parse(finishedAt) - Date.parse(createdAt));
}

/** Returns what has happened and what it cost, such as “Done in 214 ms · 1 credit”. */
export function sentenceFor(render: Render): string {
  const state = stateOf(render);
  const duration = formatDuration(durationOf(render) ?? 0);
  switch (state) {
    case "queued":
      return sentences.queued;
    case "running":
      return sentences.running(render.attempts);
    case "done":
      return `${sentences.done(duration)} · ${sentences.cost}`;
    case "archived":
      return `${sentences.done(duration)} · ${sentences.cost} · ${sentences.archived}`;
    case "canceled":
      return `${sentences.canceled} · ${sentences.refunded}`;
    case "failed":
      return `${sentences.failed(render.attempts)} · ${sentences.refunded}`;
  }
}

/** Returns the address of the picture on this page's own origin, whichever host name its `assetUrl` has. */
export function picturePath({ assetUrl }: Pick<Render, "assetUrl">): string | undefined {
  if (assetUrl === undefined) return undefined;
  const { pathname, search } = new URL(assetUrl);
  return `${pathname}${search}`;
}
