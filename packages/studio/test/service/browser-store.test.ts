import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { BrowserStore } from "../../src/service/browser-store.js";
import { openIndexedDb, type TestIndexedDb } from "../support/indexed-db.js";

interface Draft {
  readonly id: string;
  readonly text: string;
}

let browser: TestIndexedDb;
let closeIndexedDb: () => void;
let store: BrowserStore<Draft>;

beforeEach(() => {
  ({ browser, closeIndexedDb } = openIndexedDb());
  store = new BrowserStore<Draft>("drafts", "id");
});
afterEach(() => closeIndexedDb());

describe("what the browser keeps", () => {
  test("is found by its key, in every page", async () => {
    await store.put({ id: "a", text: "first" });
    await store.put({ id: "b", text: "other" });
    await store.put({ id: "a", text: "second" });
    expect(await store.get("a")).toEqual({ id: "a", text: "second" });
    expect(await store.get("unknown")).toBeUndefined();
    const otherPage = new BrowserStore<Draft>("drafts", "id");
    expect(await otherPage.getAll()).toEqual([
      { id: "a", text: "second" },
      { id: "b", text: "other" },
    ]);
    expect(browser.opened).toBe(2);
    expect(browser.databases.get("drafts")?.version).toBe(1);
  });

  test("can be deleted", async () => {
    await store.put({ id: "a", text: "first" });
    await store.delete("a");
    expect(await store.getAll()).toEqual([]);
  });
});

describe("a change of a value", () => {
  test("is on the disk, and says what is stored now", async () => {
    await store.put({ id: "a", text: "first" });
    const changed = await store.update("a", (draft) => ({ ...draft, text: `${draft.text}, then second` }));
    expect(changed).toEqual({ hasChanged: true, value: { id: "a", text: "first, then second" } });
    expect(await store.get("a")).toEqual({ id: "a", text: "first, then second" });
    expect(browser.durabilities).toEqual([undefined, "strict", undefined]);
  });

  test("can find that there is nothing to change", async () => {
    await store.put({ id: "a", text: "first" });
    expect(await store.update("a", (draft) => draft)).toEqual({
      hasChanged: false,
      value: { id: "a", text: "first" },
    });
  });

  test("does not create a value that is no longer there", async () => {
    const changed = await store.update("a", () => ({ id: "a", text: "new" }));
    expect(changed).toEqual({ hasChanged: false, value: undefined });
    expect(await store.getAll()).toEqual([]);
  });
});

describe("a browser that does not store", () => {
  test.each(["onerror", "onabort"] as const)("says why, when a transaction ends with %s", async (event) => {
    await store.put({ id: "a", text: "first" });
    browser.refusal = { event, error: new Error("The disk is full.") };
    await expect(store.put({ id: "a", text: "second" })).rejects.toThrow("The disk is full.");
    await expect(store.update("a", (draft) => ({ ...draft }))).rejects.toThrow("The disk is full.");
    browser.refusal = { event, error: null };
    await expect(store.delete("a")).rejects.toThrow("The browser did not store it.");
  });

  test("can be tried again when it did not open", async () => {
    browser.openError = new Error("Access was denied.");
    await expect(store.get("a")).rejects.toThrow("Access was denied.");
    browser.openError = null;
    await expect(store.get("a")).rejects.toThrow("The browser did not store it.");
    browser.openError = undefined;
    expect(await store.get("a")).toBeUndefined();
  });

  test("lets a newer page change the database, and connects again afterwards", async () => {
    await store.put({ id: "a", text: "first" });
    browser.changeVersion();
    expect(browser.closed).toBe(1);
    expect(await store.get("a")).toEqual({ id: "a", text: "first" });
    expect(browser.opened).toBe(2);
  });
});
