/**
 * Every operation of the document model, done, undone and repeated. A new operation fails here until it has a row.
 */
import { describe, expect, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import * as tree from "../../src/editor/document/layer-tree.js";
import * as merging from "../../src/editor/document/merge.js";
import * as operations from "../../src/editor/document/operations.js";
import * as variables from "../../src/editor/document/variables.js";
import * as gestures from "../../src/editor/gestures/gesture.js";
import { record, redo, startHistory, undo } from "../../src/editor/history/history.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import * as groups from "../../src/editor/places/groups.js";
import { CARD, chosen, handleAt, layer, NO_KEYS } from "./edited-card.js";

const idsOf = (document: EditedDocument): readonly string[] => tree.allLayers(document).map(({ layer }) => layer.id);
const start = (document: EditedDocument, ...ids: readonly string[]) => ({
  document,
  ids: chosen(...ids),
  boxes: estimateBoxes(document),
  reach: 6,
});

/** A function of the pure model, and what it must have done to the card. */
interface ModelRow {
  readonly run: (document: EditedDocument) => EditedDocument;
  readonly expected: (document: EditedDocument) => void;
}

const MODEL: Readonly<Record<string, ModelRow>> = {
  setAttributes: {
    run: (document) => operations.setAttributes(document, ["title", "author"], { text: "New", x: undefined }),
    expected: (document) => expect(layer(document, "author")).not.toHaveProperty("x"),
  },
  setEach: {
    run: (document) => operations.setEach(document, new Map([["author", { x: 5 }]])),
    expected: (document) => expect(layer(document, "author")).toMatchObject({ x: 5 }),
  },
  setDocument: {
    run: (document) => operations.setDocument(document, { width: 800, background: undefined }),
    expected: (document) => expect(document).not.toHaveProperty("background"),
  },
  insertLayers: {
    run: (document) => operations.insertLayers(document, CARD.layers, { parent: "foot", index: 1 }).document,
    expected: (document) => expect(idsOf(document)).toHaveLength(18),
  },
  duplicateLayers: {
    run: (document) => operations.duplicateLayers(document, chosen("foot"), 16).document,
    expected: (document) => expect(layer(document, "foot-2")).toMatchObject({ x: 88, y: 516 }),
  },
  reorder: {
    run: (document) => operations.reorder(document, chosen("photo", "author"), "front"),
    expected: (document) => expect(document.layers.at(-1)?.id).toBe("photo"),
  },
  moveInto: {
    run: (document) => operations.moveInto(document, chosen("title"), "foot", 1),
    expected: (document) => expect(tree.parentOf(document, "title")).toBe("foot"),
  },
  updateLayers: {
    run: (document) => tree.updateLayers(document, chosen("date"), (one) => ({ ...one, text: "June" })),
    expected: (document) => expect(layer(document, "date")).toMatchObject({ text: "June" }),
  },
  updateSiblings: {
    run: (document) => tree.updateSiblings(document, "foot", (list) => list.toReversed()),
    expected: (document) => expect(tree.siblingsIn(document, "foot").map(({ id }) => id)).toEqual(["date", "author"]),
  },
  removeLayers: {
    run: (document) => tree.removeLayers(document, chosen("photo", "date")),
    expected: (document) =>
      expect(idsOf(document)).toEqual(["title", "card", "foot", "author", "row", "first", "second"]),
  },
  groupLayers: {
    run: (document) =>
      groups.groupLayers(document, chosen("title", "card"), estimateBoxes(document))?.document ?? document,
    expected: (document) => expect(tree.siblingsIn(document, "group").map(({ id }) => id)).toEqual(["title", "card"]),
  },
  ungroupLayers: {
    run: (document) => groups.ungroupLayers(document, chosen("foot")).document,
    expected: (document) => expect(layer(document, "date")).toMatchObject({ x: 82, y: 540 }),
  },
  addVariable: {
    run: (document) => variables.addVariable(document),
    expected: (document) =>
      expect(variables.variablesOf(document).map(({ name }) => name)).toEqual(["headline", "variable"]),
  },
  changeVariable: {
    run: (document) => variables.changeVariable(document, 0, { name: "headline", type: "number", default: 3 }),
    expected: (document) =>
      expect(variables.variablesOf(document)).toEqual([{ name: "headline", type: "number", default: 3 }]),
  },
  removeVariable: {
    run: (document) => variables.removeVariable(document, 0),
    expected: (document) => expect(document).not.toHaveProperty("variables"),
  },
  renameVariable: {
    run: (document) => variables.renameVariable(document, "headline", "words"),
    expected: (document) => expect(layer(document, "title")).toMatchObject({ text: "{{ words }}" }),
  },
  bindToVariable: {
    run: (document) =>
      variables.bindToVariable(document, ["card"], "background_color", { type: "color", value: "#ff0000" }).document,
    expected: (document) =>
      expect(layer(document, "card")).toMatchObject({ background_color: "{{ card_background_color }}" }),
  },
  mergeDocuments: {
    run: (document) => {
      const theirs = operations.setAttributes(document, ["title"], { text: "Theirs" });
      return merging.mergeDocuments(document, theirs, new Map([["title", new Map([["text", "theirs"]])]]));
    },
    expected: (document) => expect(layer(document, "title")).toMatchObject({ text: "Theirs" }),
  },
  moveLayers: {
    run: (document) => gestures.moveLayers(start(document, "title", "author"), { x: 7, y: -9 }, NO_KEYS).document,
    expected: (document) => expect(layer(document, "author")).toMatchObject({ x: 7, y: -9 }),
  },
  moveEach: {
    run: (document) => gestures.moveEach(document, estimateBoxes(document), new Map([["date", { x: 1, y: 2 }]])),
    expected: (document) => expect(layer(document, "date")).toMatchObject({ x: 11, y: 42 }),
  },
  moveInFlow: {
    run: (document) =>
      gestures.moveInFlow({ ...start(document, "first"), boxes: ROW_BOXES }, { x: 390, y: 460 }).document,
    expected: (document) => expect(tree.siblingsIn(document, "row").map(({ id }) => id)).toEqual(["second", "first"]),
  },
  resizeLayer: {
    run: (document) =>
      gestures.resizeLayer(start(document, "title"), handleAt(1, 1), { x: 20, y: 30 }, NO_KEYS).document,
    expected: (document) => expect(layer(document, "title")).toMatchObject({ width: 620, height: 230 }),
  },
  rotateLayer: {
    run: (document) => gestures.rotateLayer(start(document, "title"), { x: 900, y: 200 }, NO_KEYS).document,
    expected: (document) => expect(layer(document, "title")).toMatchObject({ rotation: 90 }),
  },
  roundCorners: {
    run: (document) => gestures.roundCorners(start(document, "card"), { x: 350, y: 339 }).document,
    expected: (document) => expect(layer(document, "card")).toMatchObject({ border_radius: 17 }),
  },
};

/** Only the service knows where the layers of a row are. */
const ROW_BOXES = new Map(
  [...estimateBoxes(CARD)].concat([
    ["first", { x: 100, y: 430, width: 60, height: 60, rotation: 0 }],
    ["second", { x: 160, y: 430, width: 60, height: 60, rotation: 0 }],
  ]),
);

/** Functions of the same modules that only read, or that compute a part of a change. */
const READING = [
  ...["allLayers", "findLayer", "siblingsIn", "parentOf", "outermost", "canUngroup", "isInFlow", "shifted", "rounded"],
  ...["variablesOf", "isVariableName", "newVariable", "differencesOf", "defaultChoice"],
];

describe("every operation of the document model", () => {
  test("has a row in this table", () => {
    const modules = [operations, tree, groups, variables, merging, gestures];
    const functions = modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
    );
    expect(functions.filter((name) => !READING.includes(name)).toSorted()).toEqual(Object.keys(MODEL).toSorted());
  });

  test.each(Object.entries(MODEL))("%s changes the document, is undone byte for byte, and is repeated", (_, row) => {
    const before = structuredClone(CARD);
    const history = startHistory(before, "Opened");
    const document = row.run(before);
    row.expected(document);
    const done = record(history, { name: "step", document });
    const back = undo(done);
    expect(JSON.stringify(back.present.document)).toBe(JSON.stringify(CARD));
    const again = redo(back);
    expect(JSON.stringify(again.present.document)).toBe(JSON.stringify(document));
    expect(JSON.stringify(document)).not.toBe(JSON.stringify(CARD));
  });
});
