/** The data that the editor shows a document with, and what does not fit then. */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { misfitText } from "../../src/screens/editor/data/misfit-text.js";
import { shownMisfits } from "../../src/screens/editor/data/shown-misfits.js";
import type { DraftPreview } from "../../src/screens/editor/preview/draft-preview.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { takeStores } from "../support/editor-page.js";
import { runHook, until } from "../support/run-hook.js";
import { CARD } from "./documents.js";

const kept = takeStores();
const { SampleStore } = await import("../../src/screens/editor/data/sample-store.js");
const { newSet, setNamed, useData } = await import("../../src/screens/editor/data/use-data.js");
const { pageCommands } = await import("../../src/shell/commands.js");

beforeEach(() => {
  kept.values.clear();
  kept.isBroken = false;
});

const SET = { id: "one", name: "One", variables: {}, layers: { title: { text: "Long" } } };

describe("the sets of values of a template", () => {
  test("are kept by the browser, and replaced or removed by their IDs", async () => {
    const store = new SampleStore("t1");
    await store.open();
    expect(store.sets.value).toEqual([]);
    await store.keep(SET);
    await store.keep({ ...SET, id: "two" });
    await store.keep({ ...SET, name: "Renamed" });
    const names = (one: InstanceType<typeof SampleStore>) => one.sets.value.map(({ id, name }) => `${id} ${name}`);
    expect(names(store)).toEqual(["one Renamed", "two One"]);
    await store.remove("one");
    const again = new SampleStore("t1");
    await again.open();
    expect(names(again)).toEqual(["two One"]);
    const other = new SampleStore("t2");
    await other.open();
    expect(names(other)).toEqual([]);
  });

  test("do not exist if the browser keeps nothing, and keeping one says so", async () => {
    kept.isBroken = true;
    const store = new SampleStore("t1");
    await store.open();
    expect(store.sets.value).toEqual([]);
    await expect(store.keep(SET)).rejects.toThrow("The browser keeps nothing.");
  });
});

describe("the data that the canvas shows", () => {
  const document: EditedDocument = { ...CARD, variables: [{ name: "price", type: "number", default: 5 }] };

  test("is that of the template, of a generated set, or of a set of the person", async () => {
    kept.values.set("studio-samples t1", { template: "t1", sets: [{ ...SET, variables: { price: 9, gone: 1 } }] });
    const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
    const data = runHook(() => useData("t1", state));
    const { chosen, values, name, store, isTrying } = data.result;
    await until(() => store.sets.value.length === 1 && pageCommands().length === 1);
    expect([values.value, name.value]).toEqual([{ variables: {}, layers: {} }, undefined]);
    chosen.value = "short";
    expect(name.value).toBe("Short");
    expect(values.value.variables).toEqual({ price: 7 });
    chosen.value = "one";
    expect(name.value).toBe("One");
    expect(values.value).toMatchObject({ variables: { price: 9 }, layers: { title: { text: "Long" } } });
    expect(isTrying.value).toBe(false);
    pageCommands()[0]?.run();
    expect(isTrying.value).toBe(true);
    data.end();
  });

  test("of a set has only what the document has a place for", () => {
    const sets = [{ ...SET, variables: { price: 9, gone: 1 } }];
    expect(setNamed(document, sets, "one")).toEqual({ ...SET, variables: { price: 9 } });
    expect(setNamed(document, sets, "two")).toBeUndefined();
    expect(setNamed(document, sets, undefined)).toBeUndefined();
    expect(setNamed(document, sets, "empty")).toMatchObject({ id: "empty", name: "Empty" });
  });

  test("is where a new set begins, with the values of the template for the rest", () => {
    const shown = {
      values: signal({ variables: {}, layers: { title: { text: "Long" } } }),
      store: { sets: signal([SET]) },
    };
    const set = newSet(document, shown as never);
    expect(set).toMatchObject({
      name: "Set 2",
      variables: { price: 5 },
      layers: { title: { text: "Long" }, author: { text: "Ada" }, date: { text: "May" } },
    });
    expect(set.id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("a text that does not fit", () => {
  test("is named with what has happened to it", () => {
    const misfit = { layer: "title", name: "title", fontSize: 17.26, usualSize: 32, rotation: 0, box: CARD as never };
    expect(misfitText({ ...misfit, kind: "cut" })).toBe("“title” is cut");
    expect(misfitText({ ...misfit, kind: "shrunk" })).toBe("“title” is smaller: 17.3 px in place of 32 px");
  });

  test("is found in the picture that is shown, if its layer still exists", () => {
    const facts = { text: "Title", fontSize: 20, cutAt: null, lines: [] };
    const texts = signal(
      new Map([
        ["title", facts],
        ["author", { ...facts, fontSize: 32 }],
        ["gone", facts],
      ]),
    );
    const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
    const found = shownMisfits(state, { texts } as unknown as DraftPreview);
    expect(found).toEqual([
      {
        layer: "title",
        name: "title",
        kind: "shrunk",
        fontSize: 20,
        usualSize: 32,
        box: { x: 72, y: 100, width: 600, height: 200, rotation: 0 },
        rotation: 0,
      },
    ]);
  });
});
