import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { canUngroup, groupLayers, ungroupLayers } from "../../src/editor/places/groups.js";
import { allLayers, findLayer, removeLayers } from "../../src/editor/document/layer-tree.js";
import {
  duplicateLayers,
  insertLayers,
  moveInto,
  reorder,
  setAttributes,
  setDocument,
} from "../../src/editor/document/operations.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import { record, redo, startHistory, undo } from "../../src/editor/history/history.js";
import { CARD, documents } from "./documents.js";

const idsOf = (document: EditedDocument): readonly string[] => allLayers(document).map(({ layer }) => layer.id);

/** An operation on a document, chosen by numbers. */
function operate(document: EditedDocument, kind: number, pick: number): EditedDocument {
  const ids = idsOf(document);
  const id = ids[pick % Math.max(1, ids.length)] ?? "";
  const chosen = new Set([id]);
  const operations: readonly (() => EditedDocument)[] = [
    () => setAttributes(document, [id], { x: pick, hide: pick % 2 === 0 ? true : undefined }),
    () => removeLayers(document, chosen),
    () => duplicateLayers(document, chosen, 16).document,
    () => reorder(document, chosen, (["front", "forward", "backward", "back"] as const)[pick % 4] ?? "front"),
    () => groupLayers(document, chosen, estimateBoxes(document))?.document ?? document,
    () => ungroupLayers(document, chosen).document,
    () => moveInto(document, chosen, ids[(pick * 7) % Math.max(1, ids.length)], pick % 3),
    () => setDocument(document, { background: `#${String(pick % 1000).padStart(6, "0")}` }),
    () => insertLayers(document, CARD.layers).document,
  ];
  return operations[kind % operations.length]?.() ?? document;
}

const steps = fc.array(fc.tuple(fc.nat(50), fc.nat(1000)), { minLength: 1, maxLength: 40 });

describe("any sequence of operations", () => {
  test("is undone to the first document and redone to the last one, byte for byte", () => {
    fc.assert(
      fc.property(documents, steps, (document, list) => {
        const before = JSON.stringify(document);
        let history = startHistory(document, "Opened");
        for (const [kind, pick] of list) {
          history = record(history, { name: "step", document: operate(history.present.document, kind, pick) });
        }
        const after = JSON.stringify(history.present.document);
        const number = history.past.length;
        for (let index = 0; index < number; index++) history = undo(history);
        expect(JSON.stringify(history.present.document)).toBe(before);
        for (let index = 0; index < number; index++) history = redo(history);
        expect(JSON.stringify(history.present.document)).toBe(after);
      }),
      { seed: 2601, numRuns: 200 },
    );
  });

  test("keeps IDs and names unique, and never changes the document that it gets", () => {
    fc.assert(
      fc.property(documents, steps, (document, list) => {
        let current = document;
        for (const [kind, pick] of list) {
          const text = JSON.stringify(current);
          const next = operate(current, kind, pick);
          expect(JSON.stringify(current)).toBe(text);
          current = next;
          const ids = idsOf(current);
          expect(new Set(ids).size).toBe(ids.length);
          const names = allLayers(current).flatMap(({ layer }) => layer.name ?? []);
          expect(new Set(names).size).toBe(names.length);
        }
      }),
      { seed: 2602, numRuns: 200 },
    );
  });
});

describe("attributes", () => {
  test("an attribute that is set keeps the place of its key, and an undefined one is removed", () => {
    const changed = setAttributes(CARD, ["title"], { x: 10, text: undefined });
    expect(JSON.stringify(findLayer(changed, "title")?.layer)).toBe(
      '{"id":"title","name":"title","type":"text","x":10,"y":100,"width":600,"height":200}',
    );
  });

  test("the same value returns the same document, so that nothing is recorded", () => {
    expect(setAttributes(CARD, ["title"], { x: 72 })).toBe(CARD);
    expect(setAttributes(CARD, ["nobody"], { x: 1 })).toBe(CARD);
  });

  test("a change shares all layers that stay the same", () => {
    const changed = setAttributes(CARD, ["author"], { text: "Grace" });
    expect(changed.layers[0]).toBe(CARD.layers[0]);
    expect(changed.layers[2]).not.toBe(CARD.layers[2]);
  });
});

describe("order", () => {
  test.each([
    ["front", ["title", "foot", "photo"]],
    ["forward", ["title", "photo", "foot"]],
  ] as const)("a layer moved to the %s is there in paint order", (order, expected) => {
    expect(reorder(CARD, new Set(["photo"]), order).layers.map(({ id }) => id)).toEqual(expected);
  });

  test("two layers that are sent backward keep their order, and stop at the back", () => {
    const chosen = new Set(["photo", "foot"]);
    const once = reorder(CARD, chosen, "backward");
    expect(once.layers.map(({ id }) => id)).toEqual(["photo", "foot", "title"]);
    expect(reorder(once, chosen, "backward")).toBe(once);
  });

  test("a layer can move into a group, and a group cannot move into itself", () => {
    const moved = moveInto(CARD, new Set(["title"]), "foot", 1);
    expect(idsOf(moved)).toEqual(["photo", "foot", "author", "title", "date"]);
    expect(moveInto(CARD, new Set(["foot"]), "foot", 0)).toBe(CARD);
  });
});

describe("groups", () => {
  test("grouping keeps every layer at its place on the canvas", () => {
    const before = estimateBoxes(CARD);
    const outcome = groupLayers(CARD, new Set(["photo", "title"]), before);
    const after = estimateBoxes(outcome?.document ?? CARD);
    expect(outcome?.ids).toEqual(["group"]);
    for (const id of ["photo", "title", "author"]) expect(after.get(id)).toEqual(before.get(id));
    expect(after.get("group")).toEqual({ x: 72, y: 0, width: 1128, height: 630, rotation: 0 });
  });

  test("ungrouping restores the layers and their places", () => {
    const { document, ids } = ungroupLayers(CARD, new Set(["foot"]));
    expect(ids).toEqual(["author", "date"]);
    expect(estimateBoxes(document).get("date")).toEqual(estimateBoxes(CARD).get("date"));
  });

  test("a group that shows something itself, or that lays out its layers, is not dissolved", () => {
    const group = { id: "g", type: "group", x: 0, y: 0, children: [] };
    expect(canUngroup(group)).toBe(true);
    expect(canUngroup({ ...group, layout: "row" })).toBe(false);
    expect(canUngroup({ ...group, rotation: 10 })).toBe(false);
    expect(canUngroup({ ...group, x: "{{ left }}" })).toBe(false);
  });
});

test("copies have names and IDs that end with the next free number", () => {
  const once = duplicateLayers(CARD, new Set(["title"]), 16);
  const twice = duplicateLayers(once.document, new Set(["title"]), 16);
  expect(once.ids).toEqual(["title-2"]);
  expect(twice.ids).toEqual(["title-3"]);
  expect(findLayer(twice.document, "title-3")?.layer.name).toBe("title 3");
  expect(findLayer(once.document, "title-2")?.layer).toMatchObject({ x: 88, y: 116 });
});

describe("the history", () => {
  test("changes with the same key that follow each other are one step", () => {
    let history = startHistory(CARD, "Opened");
    for (const text of ["A", "Ad", "Ada"]) {
      const document = setAttributes(history.present.document, ["title"], { text });
      history = record(history, { name: "Text", document, mergeKey: "type title" });
    }
    expect(history.past).toHaveLength(1);
    expect(undo(history).present.document).toBe(CARD);
  });

  test("a change after an undo begins a step of its own, and forgets what was undone", () => {
    const typed = record(startHistory(CARD, "Opened"), {
      name: "Text",
      document: setAttributes(CARD, ["title"], { text: "A" }),
      mergeKey: "type title",
    });
    const moved = record(typed, { name: "Move", document: setAttributes(typed.present.document, ["title"], { x: 0 }) });
    const back = undo(moved);
    const again = record(back, {
      name: "Text",
      document: setAttributes(back.present.document, ["title"], { text: "B" }),
      mergeKey: "type title",
    });
    expect(again.past.map(({ name }) => name)).toEqual(["Opened", "Text"]);
    expect(again.future).toEqual([]);
  });
});
