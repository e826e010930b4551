import { describe, expect, test } from "@jest/globals";
import { forgetAll } from "../../src/service/resources.js";
import { useLivePages } from "../../src/service/use-live-pages.js";
import { pass } from "../support/clock.js";
import { leave, show } from "../support/shown-hooks.js";
import { usePage } from "../support/use-page.js";

const current = usePage(forgetAll);

/** An entry that was created in a second of a minute. */
const made = (id: string, second: number) => ({ id, createdAt: `2026-03-02T09:00:0${second}.000Z` });
type Entry = ReturnType<typeof made>;
const idsOf = (entries: readonly Entry[] | undefined) => entries?.map(({ id }) => id);

describe("a list that changes while it is shown", () => {
  /** A live list, and its entries in the service, the newest first. */
  async function liveList(...entries: Entry[]) {
    const service = { entries, reads: 0, problem: undefined as Error | undefined };
    let key = "live/a";
    const signals: AbortSignal[] = [];
    const hook = await show(() =>
      useLivePages<Entry>(key, async (_cursor, signal) => {
        service.reads++;
        signals.push(signal);
        if (service.problem !== undefined) throw service.problem;
        return { items: service.entries.slice(0, 2), next: service.entries.length > 2 ? "2" : undefined };
      }),
    );
    const open = (other: string): void => {
      key = other;
      hook.again();
    };
    return { service, hook, open, signals };
  }

  test("shows all entries at first, and holds back those that were created since", async () => {
    const { service, hook } = await liveList(made("a", 1));
    expect(idsOf(hook.result.shown)).toEqual(["a"]);
    service.entries = [made("b", 2), made("a", 1)];
    await pass(5_000);
    expect(idsOf(hook.result.shown)).toEqual(["a"]);
    expect(idsOf(hook.result.fresh)).toEqual(["b"]);
    hook.result.showFresh();
    await pass(0);
    expect(idsOf(hook.result.shown)).toEqual(["b", "a"]);
    expect(hook.result.fresh).toEqual([]);
  });

  test("shows nothing while it is read for the first time", async () => {
    const hook = await show(() => useLivePages<Entry>("live/a", () => new Promise(() => undefined)));
    expect(hook.result).toMatchObject({ shown: undefined, fresh: [] });
  });

  test("shows new entries at once when it is opened again", async () => {
    const { service, hook, open } = await liveList(made("a", 1));
    open("live/b");
    await pass(3_000);
    service.entries = [made("b", 2), made("a", 1)];
    open("live/a");
    expect(idsOf(hook.result.shown)).toEqual(["a"]);
    await pass(100);
    expect(idsOf(hook.result.shown)).toEqual(["b", "a"]);
    expect(hook.result.fresh).toEqual([]);
  });

  test("is read every five seconds while its tab is visible", async () => {
    const { service } = await liveList(made("a", 1));
    expect(service.reads).toBe(1);
    await pass(4_900);
    expect(service.reads).toBe(1);
    await pass(100);
    expect(service.reads).toBe(2);
    current.page.document.visibilityState = "hidden";
    await pass(10_000);
    expect(service.reads).toBe(2);
    current.page.document.visibilityState = "visible";
    await pass(5_000);
    expect(service.reads).toBe(3);
  });

  test("keeps its rows when a request fails, and continues", async () => {
    const { service, hook } = await liveList(made("a", 1));
    service.problem = new Error("no connection");
    await pass(5_000);
    expect(hook.result).toMatchObject({ error: undefined, isLoading: false });
    expect(idsOf(hook.result.shown)).toEqual(["a"]);
    service.problem = undefined;
    service.entries = [made("b", 2), made("a", 1)];
    await pass(5_000);
    expect(idsOf(hook.result.fresh)).toEqual(["b"]);
  });

  test("is read again completely when more is new than a page holds", async () => {
    const { service, hook } = await liveList(made("a", 1));
    service.entries = [made("d", 4), made("c", 3), made("b", 2), made("a", 1)];
    await pass(5_000);
    expect(service.reads).toBe(3);
    expect(idsOf(hook.result.data?.items)).toEqual(["d", "c"]);
  });

  test("is no longer read when the page is left", async () => {
    const { service, hook, signals } = await liveList(made("a", 1));
    await pass(5_000);
    await leave(hook);
    expect(signals[1]?.aborted).toBe(true);
    await pass(20_000);
    expect(service.reads).toBe(2);
  });

  test("is no longer read when another list is shown", async () => {
    const { service, open, signals } = await liveList(made("a", 1));
    await pass(5_000);
    open("live/b");
    await pass(100);
    expect(signals[1]?.aborted).toBe(true);
    expect(service.reads).toBe(3);
    await pass(5_000);
    expect(service.reads).toBe(4);
  });
});
