import { describe, expect, test } from "@jest/globals";
import { chooseFollowed, type RenderPages, replaceRender } from "../../../src/screens/renders/live-renders.js";
import { mergeFirstPage, splitFresh } from "../../../src/service/live-list.js";
import { renderWith } from "./render-fixture.js";

const AT = Date.parse("2026-03-02T09:30:00.000Z");
const made = (id: string, second: number, status: "queued" | "done" = "done") =>
  renderWith({ id, status, createdAt: new Date(AT + second * 1000).toISOString() });
const pageOf = (...items: RenderPages["items"]): RenderPages => ({ items, next: undefined });
const ids = (page: RenderPages | undefined) => page?.items.map(({ id }) => id);

describe("a list of renders that is read again", () => {
  test("puts new renders before the others, and updates the known ones in their places", () => {
    const before = pageOf(made("b", 2, "queued"), made("a", 1));
    const merged = mergeFirstPage(before, pageOf(made("c", 3), made("b", 2), made("a", 1)));
    expect(ids(merged)).toEqual(["c", "b", "a"]);
    expect(merged?.items[1]?.status).toBe("done");
  });

  test("keeps a row that no longer matches the filter, so that nothing moves", () => {
    const before = pageOf(made("b", 2, "queued"), made("a", 1, "queued"));
    expect(ids(mergeFirstPage(before, pageOf(made("a", 1, "queued"))))).toEqual(["b", "a"]);
  });

  test("keeps the place where its next page begins", () => {
    const before = { items: [made("b", 2), made("a", 1)], next: "after-a" };
    expect(mergeFirstPage(before, { items: [made("b", 2)], next: "after-b" })?.next).toBe("after-a");
  });

  test("does not insert a render between rows that are shown", () => {
    const before = pageOf(made("c", 3), made("a", 1));
    expect(ids(mergeFirstPage(before, pageOf(made("c", 3), made("b", 2), made("a", 1))))).toEqual(["c", "a"]);
  });

  test("puts a new render first that was created in the same millisecond as the first row", () => {
    expect(ids(mergeFirstPage(pageOf(made("a", 1)), pageOf(made("b", 1), made("a", 1))))).toEqual(["b", "a"]);
  });

  test("asks for the whole list when more is new than a page holds", () => {
    const page = { items: [made("z", 9), made("y", 8)], next: "after-y" };
    expect(mergeFirstPage(pageOf(made("a", 1)), page)).toBeUndefined();
  });

  test("shows everything at once in a list that was empty", () => {
    expect(ids(mergeFirstPage(pageOf(), { items: [made("a", 1)], next: "after-a" }))).toEqual(["a"]);
  });

  test("replaces one render and leaves the others alone", () => {
    const before = pageOf(made("b", 2, "queued"), made("a", 1));
    const after = replaceRender(before, made("b", 2));
    expect(after.items[0]?.status).toBe("done");
    expect(after.items[1]).toBe(before.items[1]);
  });
});

describe("the rows that are held back", () => {
  test("are the rows before the one that was the first row", () => {
    const { fresh, shown } = splitFresh([made("c", 3), made("b", 2), made("a", 1)], "b");
    expect(fresh.map(({ id }) => id)).toEqual(["c"]);
    expect(shown.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  test("are none when the list was empty, or when its first row was deleted", () => {
    expect(splitFresh([made("a", 1)], undefined).fresh).toEqual([]);
    expect(splitFresh([made("a", 1)], "deleted").fresh).toEqual([]);
  });
});

describe("the renders that are followed", () => {
  const NONE = { visible: new Set<string>(), open: new Set<string>(), nowMs: AT };

  test("are at most four that are visible and have not ended, the oldest first", () => {
    const items = ["f", "e", "d", "c", "b", "a"].map((id) => made(id, 0, id === "a" ? "done" : "queued"));
    expect(chooseFollowed(items, { ...NONE, visible: new Set(["a", "b", "c", "d", "e", "f"]) })).toEqual([
      "b",
      "c",
      "d",
      "e",
    ]);
    expect(chooseFollowed(items, { ...NONE, visible: new Set(["a", "e", "f"]) })).toEqual(["e", "f"]);
    expect(chooseFollowed(items, NONE)).toEqual([]);
  });

  test("keep their streams when older ones come into sight", () => {
    const items = ["f", "e", "d", "c", "b", "a"].map((id) => made(id, 0, "queued"));
    const rows = { ...NONE, visible: new Set(["a", "b", "c", "d", "e", "f"]), open: new Set(["f", "e", "d"]) };
    expect(chooseFollowed(items, rows).sort()).toEqual(["a", "d", "e", "f"]);
  });

  test("are young: a render that has waited for a long time must not hold a stream of the plan", () => {
    const rows = { ...NONE, visible: new Set(["a"]), nowMs: AT + 121_000 };
    expect(chooseFollowed([made("a", 0, "queued")], rows)).toEqual([]);
  });
});
