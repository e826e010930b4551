/**
 * Everything that somebody does in the editor, done, undone and repeated on the state of the editor itself. A new action or
 * a new kind of step fails here until it has a row.
 */
import { describe, expect, test } from "@jest/globals";
import { ChangeSet } from "@codemirror/state";
import { signal } from "@preact/signals";
import * as operations from "../../src/editor/document/operations.js";
import * as variables from "../../src/editor/document/variables.js";
import { editor as texts } from "../../src/messages/en/editor.js";
import type { CanvasAids } from "../../src/screens/editor/canvas/canvas-aids.js";
import { type Grip, PointerWork } from "../../src/screens/editor/canvas/pointer-work.js";
import { TextSync } from "../../src/screens/editor/json/text-sync.js";
import { dropOn } from "../../src/screens/editor/layers/list-actions.js";
import * as actions from "../../src/screens/editor/state/actions.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { CARD, chosen, handleAt, layer, NO_KEYS } from "./edited-card.js";

/** An action in the editor. */
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

const FOOT = { id: "foot", type: "group" };

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
        dropOn(document, chosen("photo"), layer(document, "foot") ?? FOOT, false),
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
