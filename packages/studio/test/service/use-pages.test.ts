import { describe, expect, test } from "@jest/globals";
import { forgetAll, invalidate } from "../../src/service/resources.js";
import { type ListPage, usePages } from "../../src/service/use-pages.js";
import { useResource } from "../../src/service/use-resource.js";
import { pass } from "../support/clock.js";
import { leave, show } from "../support/shown-hooks.js";
import { usePage } from "../support/use-page.js";

const current = usePage(forgetAll);

describe("something that a page shows", () => {
  test("is read when the page opens, and again when a person wants it", async () => {
    let version = 0;
    const hook = await show(() => useResource("renders/one", async () => ++version));
    expect(hook.result).toMatchObject({ data: 1, error: undefined, isLoading: false });
    await hook.result.reload();
    await pass(0);
    expect(hook.result.data).toBe(2);
  });

  test("is read again when its tab becomes visible, if it is no longer fresh", async () => {
    let version = 0;
    const hook = await show(() => useResource("renders/one", async () => ++version));
    await pass(3_000);
    current.page.document.visibilityState = "hidden";
    current.page.document.fire("visibilitychange");
    await pass(0);
    expect(hook.result.data).toBe(1);
    current.page.document.visibilityState = "visible";
    current.page.document.fire("visibilitychange");
    await pass(0);
    expect(hook.result.data).toBe(2);
    current.page.document.fire("visibilitychange");
    await pass(0);
    expect(hook.result.data).toBe(2);
  });

  test("is not read again after the last of its components is gone", async () => {
    let reads = 0;
    const load = async () => ++reads;
    const [first, second] = [
      await show(() => useResource("renders/one", load)),
      await show(() => useResource("renders/one", load)),
    ];
    expect(reads).toBe(1);
    await leave(first);
    invalidate("renders/");
    await pass(0);
    expect(reads).toBe(2);
    await leave(second);
    invalidate("renders/");
    current.page.document.fire("visibilitychange");
    await pass(0);
    expect(reads).toBe(2);
  });

  test("is another thing when its key changes", async () => {
    let id = "a";
    const hook = await show(() => useResource(`renders/${id}`, async () => `render ${id}`));
    expect(hook.result.data).toBe("render a");
    id = "b";
    hook.again();
    expect(hook.result.data).toBeUndefined();
    await pass(100);
    expect(hook.result.data).toBe("render b");
  });
});

/** A list of the service with two items on each page. A test can change its items. */
function listOf(...items: string[]) {
  const list = { items, reads: [] as number[], problem: undefined as Error | undefined, total: false };
  const load = async (position: number | undefined): Promise<ListPage<string, number>> => {
    const start = position ?? 0;
    list.reads.push(start);
    if (list.problem !== undefined) throw list.problem;
    const next = start + 2 < list.items.length ? start + 2 : undefined;
    return { items: list.items.slice(start, start + 2), next, total: list.total ? list.items.length : undefined };
  };
  return { list, load };
}

describe("a list that is read page by page", () => {
  test("shows its first page, and the next one when a person wants more", async () => {
    const { list, load } = listOf("a", "b", "c");
    const { result: first } = await show(() => usePages("names", load));
    expect(first.data).toMatchObject({ items: ["a", "b"], next: 2 });
    expect(first.isLoadingMore).toBe(false);

    const hook = await show(() => usePages("names", load));
    hook.result.more();
    await pass(0);
    expect(hook.result.data).toMatchObject({ items: ["a", "b", "c"], next: undefined });
    expect(hook.result.isLoadingMore).toBe(false);
    hook.result.more();
    await pass(0);
    expect(list.reads).toEqual([0, 2]);
  });

  test("does not continue by itself when its first page has no match", async () => {
    let reads = 0;
    const hook = await show(() => usePages<string, number>("names", async () => ({ items: [], next: ++reads })));
    expect(hook.result.data).toMatchObject({ items: [], next: 1 });
    expect(reads).toBe(1);
  });

  test("reads a page only once when a person asks for it twice", async () => {
    const { list, load } = listOf("a", "b", "c");
    const hook = await show(() => usePages("names", load));
    hook.result.more();
    await Promise.resolve();
    expect(hook.result.isLoadingMore).toBe(true);
    hook.result.more();
    await pass(0);
    expect(list.reads).toEqual([0, 2]);
    expect(hook.result.data?.items).toEqual(["a", "b", "c"]);
    expect(hook.result.isLoadingMore).toBe(false);
  });

  test("says why the next page could not be read, and keeps the pages before it", async () => {
    const { list, load } = listOf("a", "b", "c");
    const hook = await show(() => usePages("names", load));
    list.problem = new Error("The service is down.");
    hook.result.more();
    await pass(0);
    expect(hook.result).toMatchObject({ isLoadingMore: false, moreError: new Error("The service is down.") });
    expect(hook.result.data?.items).toEqual(["a", "b"]);
    list.problem = undefined;
    hook.result.more();
    await pass(0);
    expect(hook.result).toMatchObject({ isLoadingMore: false, moreError: undefined });
    expect(hook.result.data?.items).toEqual(["a", "b", "c"]);
  });

  test("appends a page only once, although it was read twice before the component knew", async () => {
    const { load } = listOf("a", "b", "c", "d", "e");
    const hook = await show(() => usePages("names", load));
    const { more } = hook.result;
    more();
    more();
    await pass(0);
    expect(hook.result.data?.items).toEqual(["a", "b", "c", "d"]);
    expect(hook.result.isLoadingMore).toBe(false);
  });

  test("has no error of the list that was shown before it", async () => {
    const { list, load } = listOf("a", "b", "c");
    let key = "names of cards";
    const hook = await show(() => usePages(key, load));
    list.problem = new Error("The service is down.");
    hook.result.more();
    await pass(0);
    key = "names of banners";
    hook.again();
    expect(hook.result).toMatchObject({ isLoadingMore: false, moreError: undefined });
  });

  /** A list of five items whose two first pages are shown. */
  async function twoPages() {
    const { list, load } = listOf("a", "b", "c", "d", "e");
    const hook = await show(() => usePages("names", load));
    hook.result.more();
    await pass(0);
    return { list, hook, items: () => hook.result.data?.items };
  }

  test("is not read to its end again while its first page is unchanged", async () => {
    const { list, hook, items } = await twoPages();
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "d"]);
    expect(list.reads).toEqual([0, 2, 0]);
    hook.result.more();
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("keeps its length when its first page has changed, and is read only so far", async () => {
    const { list, hook, items } = await twoPages();
    list.items = ["x", "a", "b", "c", "d", "e"];
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["x", "a", "b", "c"]);
    expect(list.reads).toEqual([0, 2, 0, 2]);
  });

  test("becomes shorter when the service has fewer items", async () => {
    const { list, hook, items } = await twoPages();
    list.items = ["b", "c"];
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["b", "c"]);
    expect(hook.result.data?.next).toBeUndefined();
  });

  test("is read again completely after a change on this page, even when its first page is the same", async () => {
    const { list, items } = await twoPages();
    list.items = ["a", "b", "c", "renamed"];
    invalidate("names");
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "renamed"]);
  });

  test("is read again completely when the service counts another number of items", async () => {
    const { list, hook, items } = await twoPages();
    list.total = true;
    await hook.result.reload();
    await pass(0);
    expect(hook.result.data?.total).toBe(5);
    list.items = ["a", "b", "c", "e"];
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "e"]);
    list.items = ["a", "b", "d", "e"];
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "e"]);
  });

  test("is read again completely after five minutes", async () => {
    const { list, hook, items } = await twoPages();
    list.items = ["a", "b", "y", "z"];
    const readAtMs = hook.result.data?.readAtMs ?? 0;
    await pass(readAtMs + 300_000 - Date.now());
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["a", "b", "c", "d"]);
    await pass(1);
    await hook.result.reload();
    await pass(0);
    expect(items()).toEqual(["a", "b", "y", "z"]);
  });

  test("does not append a page that no longer follows it", async () => {
    const { list, load } = listOf("a", "b", "c");
    const hook = await show(() => usePages("names", load));
    hook.result.more();
    list.items = ["x"];
    await hook.result.reload();
    await pass(0);
    expect(hook.result.data?.items).toEqual(["x"]);
  });
});
