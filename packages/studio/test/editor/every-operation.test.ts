/**
 * Everything that the editor does to a document, done, undone and repeated on the state of the editor itself. A new
 * operation, a new action or a new kind of step fails here until it has a row.
 */
import { describe, expect, test } from "@jest/globals";
import { ChangeSet } from "@codemirror/state";
import { signal } from "@preact/signals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import * as tree from "../../src/editor/document/layer-tree.js";
import * as merging from "../../src/editor/document/merge.js";
import * as operations from "../../src/editor/document/operations.js";
import * as variables from "../../src/editor/document/variables.js";
import * as gestures from "../../src/editor/gestures/gesture.js";
import { type Handle, HANDLES } from "../../src/editor/geometry/resize.js";
import { record, redo, startHistory, undo } from "../../src/editor/history/history.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import * as groups from "../../src/editor/places/groups.js";
import { editor as texts } from "../../src/messages/en/editor.js";
import type { CanvasAids } from "../../src/screens/editor/canvas/canvas-aids.js";
import { type Grip, PointerWork } from "../../src/screens/editor/canvas/pointer-work.js";
import { TextSync } from "../../src/screens/editor/json/text-sync.js";
import { dropOn } from "../../src/screens/editor/layers/list-actions.js";
import * as actions from "../../src/screens/editor/state/actions.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";

/** A card with a group, a row, a variable and a rotated layer. */
const CARD: EditedDocument = {
  edition: 2,
  width: 1200,
  height: 630,
  background: "#0f172a",
  variables: [{ name: "headline", type: "string", default: "Hello" }],
  layers: [
    { id: "photo", name: "photo", type: "image", x: 700, y: 10, width: 400, height: 600, rotation: 3 },
    { id: "title", name: "title", type: "text", x: 72, y: 100, width: 600, height: 200, text: "{{ headline }}" },
    { id: "card", name: "card", type: "rectangle", x: 333, y: 322, width: 120, height: 100 },
    {
      id: "foot",
      name: "foot",
      type: "group",
      x: 72,
      y: 500,
      width: 600,
      height: 80,
      children: [
        { id: "author", name: "author", type: "text", x: 0, y: 0, width: 300, height: 40, text: "Ada" },
        { id: "date", name: "date", type: "text", x: 10, y: 40, width: 300, height: 40, text: "May" },
      ],
    },
    {
      id: "row",
      name: "row",
      type: "group",
      layout: "row",
      x: 100,
      y: 430,
      width: 300,
      height: 60,
      children: [
        { id: "first", name: "first", type: "rectangle", width: 60, height: 60 },
        { id: "second", name: "second", type: "rectangle", width: 60, height: 60 },
      ],
    },
  ],
};

const idsOf = (document: EditedDocument): readonly string[] => tree.allLayers(document).map(({ layer }) => layer.id);
const layer = (document: EditedDocument, id: string): EditedLayer | undefined => tree.findLayer(document, id)?.layer;
const chosen = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids);
const NO_KEYS = { shift: false, alt: false, control: true };
const start = (document: EditedDocument, ...ids: readonly string[]) => ({
  document,
  ids: chosen(...ids),
  boxes: estimateBoxes(document),
  reach: 6,
});
const handleAt = (x: Handle["x"], y: Handle["y"]): Handle => {
  const found = HANDLES.find((one) => one.x === x && one.y === y);
  if (found === undefined) throw new Error(`There is no handle at ${x}, ${y}.`);
  return found;
};

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
      return merging.mergeDocuments(document, theirs, new Map([["title", "theirs"]]));
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

/** What somebody does in the editor. */
interface StepRow {
  /** The kind of the step in the history: a key of its texts. */
  readonly step: keyof typeof texts.steps;
  /** The function in `state/actions.ts` that does it. @default the canvas, the panel, the list or the JSON does it */
  readonly action?: keyof typeof actions;
  readonly select: readonly string[];
  readonly run: (state: EditorState) => void;
  /** The name of the step, as the button “Undo” shows it. */
  readonly name: string;
}

const NO_AIDS_HERE = { snapAids: () => ({ guides: [], grid: undefined }) } as unknown as CanvasAids;

/** Drags the pointer over the canvas, which shows the document at its true size. */
function drag(state: EditorState, grip: Grip, by: readonly [number, number], keys = NO_KEYS): void {
  const work = new PointerWork(state, signal({ scale: 1, x: 0, y: 0 }), NO_AIDS_HERE);
  work.down({ x: 372, y: 350 }, grip, keys, 0);
  work.move({ x: 372 + by[0], y: 350 + by[1] }, keys);
  work.up(keys);
}

/** Types into the JSON beside the canvas. */
function typeJson(state: EditorState): void {
  const sync = new TextSync(state.history.value.present.document);
  const from = sync.shown.toString().indexOf('"May"');
  const document = sync.typed(ChangeSet.of({ from, to: from + 5, insert: '"July"' }, sync.shown.length));
  if (document !== undefined) state.replace(texts.steps.json, document, "json 1");
}

const STEPS: Readonly<Record<string, StepRow>> = {
  "a drag": {
    step: "move",
    select: ["card"],
    name: "Move card",
    run: (state) => drag(state, { kind: "canvas" }, [40, 10]),
  },
  "a drag of a copy with Alt": {
    step: "move",
    select: ["card"],
    name: "Move card 2",
    run: (state) => drag(state, { kind: "canvas" }, [40, 10], { ...NO_KEYS, alt: true }),
  },
  "an arrow key": {
    step: "move",
    action: "nudgeSelected",
    select: ["title", "author"],
    name: "Move 2 layers",
    run: (state) => actions.nudgeSelected(state, { x: 10, y: 0 }),
  },
  "a handle of a side": {
    step: "resize",
    select: ["card"],
    name: "Resize card",
    run: (state) => drag(state, { kind: "resize", handle: handleAt(1, 0) }, [33, 0]),
  },
  "the handle for rotating": {
    step: "rotate",
    select: ["card"],
    name: "Rotate card",
    run: (state) => drag(state, { kind: "rotate" }, [90, 20]),
  },
  "the handle of the corners": {
    step: "radius",
    select: ["card"],
    name: "Round the corners of card",
    run: (state) => drag(state, { kind: "radius" }, [5, 5]),
  },
  "a value in the panel": {
    step: "set",
    action: "setOnLayers",
    select: ["title"],
    name: "Color of title",
    run: (state) =>
      actions.setOnLayers(state, state.selected(), { name: "color", label: "Color" }, "#ff0000", "pick color"),
  },
  "the button that hides a layer": {
    step: "hide",
    action: "setHidden",
    select: [],
    name: "Hide photo",
    run: (state) => actions.setHidden(state, "photo", true),
  },
  "the button that shows a layer": {
    step: "show",
    action: "setHidden",
    select: [],
    name: "Show photo",
    run: (state) => actions.setHidden(state, "photo", false),
  },
  "the key T": {
    step: "add",
    action: "addLayer",
    select: [],
    name: "Add Text",
    run: (state) => actions.addLayer(state, "text", { x: 300, y: 300 }),
  },
  "pasted layers": {
    step: "paste",
    action: "addLayers",
    select: [],
    name: "Paste 2 layers",
    run: (state) => actions.addLayers(state, CARD.layers.slice(0, 2), texts.steps.paste(texts.layerCount(2))),
  },
  "the key Delete": {
    step: "remove",
    action: "removeSelected",
    select: ["photo", "date"],
    name: "Delete 2 layers",
    run: (state) => actions.removeSelected(state),
  },
  "Ctrl D": {
    step: "duplicate",
    action: "duplicateSelected",
    select: ["foot"],
    name: "Duplicate foot",
    run: (state) => actions.duplicateSelected(state),
  },
  "Ctrl G": {
    step: "group",
    action: "groupSelected",
    select: ["title", "card"],
    name: "Group",
    run: (state) => actions.groupSelected(state),
  },
  "Ctrl Shift G": {
    step: "ungroup",
    action: "ungroupSelected",
    select: ["foot"],
    name: "Ungroup",
    run: (state) => actions.ungroupSelected(state),
  },
  "Ctrl ]": {
    step: "order",
    action: "orderSelected",
    select: ["photo"],
    name: "Change the order of photo",
    run: (state) => actions.orderSelected(state, "forward"),
  },
  "a drop in the list of layers": {
    step: "order",
    select: ["photo"],
    name: "Change the order of foot",
    run: (state) =>
      state.change(texts.steps.order("foot"), (document) =>
        dropOn(document, chosen("photo"), layer(document, "foot") ?? CARD.layers[0]!, false),
      ),
  },
  "the button that aligns": {
    step: "align",
    action: "alignSelected",
    select: ["title", "card"],
    name: "Align",
    run: (state) => actions.alignSelected(state, "left"),
  },
  "the button that distributes": {
    step: "distribute",
    action: "distributeSelected",
    select: ["title", "card", "photo"],
    name: "Distribute",
    run: (state) => actions.distributeSelected(state, "y"),
  },
  "a new name in the list": {
    step: "rename",
    action: "renameLayer",
    select: [],
    name: "Rename photo",
    run: (state) => actions.renameLayer(state, "photo", "portrait"),
  },
  "a value of the document": {
    step: "document",
    select: [],
    name: "Width of the document",
    run: (state) =>
      state.change(texts.steps.document("Width"), (document) => operations.setDocument(document, { width: 900 })),
  },
  "typing in the JSON": { step: "json", select: [], name: "Edit the JSON", run: typeJson },
  "a new variable": {
    step: "variables",
    select: [],
    name: "Edit the variables",
    run: (state) => state.change(texts.steps.variables, (document) => variables.addVariable(document)),
  },
  "an attribute that becomes a variable": {
    step: "bind",
    action: "bindLayers",
    select: ["card"],
    name: "Bind Color of card",
    run: (state) =>
      actions.bindLayers(state, state.selected(), { name: "color", label: "Color", control: "color" }, "#ff0000"),
  },
};

/** Functions of the actions that change no document. */
const NO_CHANGE = ["nameOfSelection", "selectAll", "stepOut", "stepIn", "placeForNew", "copiedLayers"];

describe("everything that somebody does in the editor", () => {
  test("has a row in this table: each kind of step, and each action", () => {
    const steps = Object.keys(texts.steps).filter((name) => name !== "opened");
    expect([...new Set(Object.values(STEPS).map(({ step }) => step))].toSorted()).toEqual(steps.toSorted());
    const listed = new Set(Object.values(STEPS).flatMap(({ action }) => action ?? []));
    const names = Object.keys(actions).filter((name) => !NO_CHANGE.includes(name));
    expect([...listed].toSorted()).toEqual(names.toSorted());
  });

  test.each(Object.entries(STEPS))("%s is one step with a name, undone byte for byte, and repeated", (title, row) => {
    const document = structuredClone(CARD);
    if (title === "the button that shows a layer") (document.layers[0] as { hide?: boolean }).hide = true;
    const before = JSON.stringify(document);
    const state = EditorState.open({ document, version: 1, etag: undefined }, texts.steps.opened);
    state.select(row.select);
    row.run(state);
    const { past, present } = state.history.value;
    expect(past).toHaveLength(1);
    expect(present.name).toBe(row.name);
    const after = JSON.stringify(present.document);
    expect(after).not.toBe(before);
    state.undo();
    expect(JSON.stringify(state.document.value)).toBe(before);
    expect(state.isChanged.value).toBe(false);
    state.redo();
    expect(JSON.stringify(state.document.value)).toBe(after);
    state.undo();
    expect(JSON.stringify(state.document.value)).toBe(before);
  });
});
