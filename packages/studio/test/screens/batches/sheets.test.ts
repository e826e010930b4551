import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { withCell } from "../../../src/screens/batches/model/sheet.js";
import { endPage, pass, startPage } from "../../support/batches-browser.js";
import { emptyStores, failing, MemoryStore } from "../../support/batches-store.js";
import { runHook } from "../../support/run-hook.js";
import { sheetOf } from "./batch-fixture.js";

jest.unstable_mockModule("../../../src/service/browser-store.js", () => ({ BrowserStore: MemoryStore }));

/** The channel between the pages of the browser. */
class BroadcastChannel {
  static posted: string[] = [];
  static fromOtherPage: (id: string) => void = () => undefined;

  readonly postMessage = (id: string): void => void BroadcastChannel.posted.push(id);

  set onmessage(listener: (event: { data: string }) => void) {
    BroadcastChannel.fromOtherPage = (data) => listener({ data });
  }
}

startPage({ BroadcastChannel });
const store = await import("../../../src/screens/batches/store/sheet-store.js");
const { useSheet, useSheets } = await import("../../../src/screens/batches/store/use-sheet.js");

beforeEach(() => {
  startPage();
  emptyStores();
  BroadcastChannel.posted = [];
});
afterEach(endPage);

const sheet = (id: string, createdAt = "2026-11-28T08:00:00.000Z", workspaceId = "workspace") => ({
  ...sheetOf([`title of ${id}`]),
  id,
  createdAt,
  workspaceId,
});

const titleOf = (found: ReturnType<typeof sheetOf> | null | undefined) => found?.rows[0]?.cells[0];

describe("the sheets of the browser", () => {
  test("are listed by workspace, the newest first", async () => {
    await store.addSheet(sheet("first", "2026-11-26T08:00:00.000Z"));
    await store.addSheet(sheet("third", "2026-11-28T08:00:00.000Z"));
    await store.addSheet(sheet("second", "2026-11-27T08:00:00.000Z"));
    await store.addSheet(sheet("other", "2026-11-27T08:00:00.000Z", "another workspace"));
    expect((await store.listSheets("workspace")).map(({ id }) => id)).toEqual(["third", "second", "first"]);
  });

  test("tell this page and the others about each change, and about nothing else", async () => {
    const changed: string[] = [];
    const stop = store.onSheetChange((id) => changed.push(id));
    await store.addSheet(sheet("a"));
    await store.updateSheet("a", (old) => old);
    await store.updateSheet("missing", (old) => withCell(old, 0, 0, "b"));
    expect(changed).toEqual(["a"]);
    await store.updateSheet("a", (old) => withCell(old, 0, 0, "b"));
    await store.deleteSheet("a");
    expect(changed).toEqual(["a", "a", "a"]);
    expect(BroadcastChannel.posted).toEqual(["a", "a", "a"]);
    BroadcastChannel.fromOtherPage("b");
    expect(changed).toEqual(["a", "a", "a", "b"]);
    stop();
    BroadcastChannel.fromOtherPage("b");
    expect(changed).toHaveLength(4);
    expect(await store.readSheet("a")).toBeUndefined();
  });
});

describe("a page with a sheet", () => {
  test("shows it when it was read, and null if the browser has no such sheet", async () => {
    await store.addSheet(sheet("a"));
    const found = runHook(() => useSheet("a"));
    const missing = runHook(() => useSheet("b"));
    expect([found.result.sheet, missing.result.sheet]).toEqual([undefined, undefined]);
    await pass(0);
    expect(titleOf(found.result.sheet)).toBe("title of a");
    expect(missing.result.sheet).toBeNull();
    found.end();
    missing.end();
  });

  test("shows changes of other pages, but reads nothing for changes of other sheets", async () => {
    await store.addSheet(sheet("a"));
    const page = runHook(() => useSheet("a"));
    await pass(0);
    await store.updateSheet("a", (old) => withCell(old, 0, 0, "from elsewhere"));
    await pass(0);
    expect(titleOf(page.result.sheet)).toBe("from elsewhere");
    const before = page.result.sheet;
    await store.addSheet(sheet("b"));
    await pass(0);
    expect(page.result.sheet).toBe(before);
    page.end();
    await pass(0);
    const count = page.results.length;
    await store.deleteSheet("a");
    await pass(0);
    expect(page.results).toHaveLength(count);
  });

  test("reads the other sheet when it goes to another one", async () => {
    await store.addSheet(sheet("a"));
    await store.addSheet(sheet("b"));
    let id = "a";
    const page = runHook(() => useSheet(id));
    await pass(0);
    id = "b";
    page.again();
    await pass(0);
    const titles = page.results.map((result) => titleOf(result.sheet));
    expect(titles.slice(titles.lastIndexOf("title of a") + 1)).toEqual([undefined, "title of b"]);
    page.end();
  });

  test("shows a change at once, and stores it right after", async () => {
    await store.addSheet(sheet("a"));
    const page = runHook(() => useSheet("a"));
    await pass(0);
    page.result.change((old) => withCell(old, 0, 0, "typed"));
    await Promise.resolve();
    expect(titleOf(page.result.sheet)).toBe("typed");
    await pass(0);
    expect(titleOf(await store.readSheet("a"))).toBe("typed");
    page.end();
  });

  test("never shows an older text than the one that was typed last", async () => {
    await store.addSheet(sheet("a"));
    const page = runHook(() => useSheet("a"));
    await pass(0);
    for (const text of ["t", "ty", "typ"]) page.result.change((old) => withCell(old, 0, 0, text));
    await pass(0);
    expect(page.results.map((result) => titleOf(result.sheet)).slice(-3)).not.toContain("t");
    expect(titleOf(page.result.sheet)).toBe("typ");
    page.end();
  });

  test("keeps what was typed, and says that it could not be stored", async () => {
    await store.addSheet(sheet("a"));
    const page = runHook(() => useSheet("a"));
    await pass(0);
    failing.error = new Error("The disk is full.");
    page.result.change((old) => withCell(old, 0, 0, "typed"));
    await pass(0);
    expect(titleOf(page.result.sheet)).toBe("typed");
    expect(page.result.error?.message).toBe("The disk is full.");
    page.end();
  });

  test("has nothing to change until the sheet was read", async () => {
    const page = runHook(() => useSheet("missing"));
    await pass(0);
    page.result.change((old) => withCell(old, 0, 0, "typed"));
    await pass(0);
    expect(page.result.sheet).toBeNull();
    expect(page.result.error).toBeUndefined();
    page.end();
  });
});

describe("a page with all sheets", () => {
  test("shows those of its workspace, and follows their changes", async () => {
    await store.addSheet(sheet("a"));
    const page = runHook(() => useSheets("workspace"));
    expect(page.result.sheets).toBeUndefined();
    await pass(0);
    expect(page.result.sheets?.map(({ id }) => id)).toEqual(["a"]);
    await store.addSheet(sheet("b", "2026-11-29T08:00:00.000Z"));
    await pass(0);
    expect(page.result.sheets?.map(({ id }) => id)).toEqual(["b", "a"]);
    page.end();
  });

  test("says why they cannot be read, until they can", async () => {
    failing.error = new Error("The database is closed.");
    const page = runHook(() => useSheets("workspace"));
    await pass(0);
    expect(page.result.error?.message).toBe("The database is closed.");
    failing.error = undefined;
    page.result.reload();
    await pass(0);
    expect(page.result.error).toBeUndefined();
    expect(page.result.sheets).toEqual([]);
    page.end();
  });
});
