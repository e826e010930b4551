/** What the editor shows and selects while its document changes. */
import { describe, expect, test } from "@jest/globals";
import type { EditedDocument } from "../../src/editor/document/edited-document.js";
import { addLayer } from "../../src/screens/editor/state/actions.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { CARD } from "./edited-card.js";

const OTHER: EditedDocument = {
  width: 800,
  height: 600,
  layers: [{ id: "c", type: "rectangle", x: 300, y: 300, width: 100, height: 100 }],
};

function open(selected: readonly string[] = []) {
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  state.select(selected);
  return { state, selection: (): readonly string[] => [...state.selection.value] };
}

describe("the state of the editor", () => {
  test("forgets what an undo has removed: the selection, the opened group and the edited text", () => {
    const { state, selection } = open();
    addLayer(state, "group", { x: 300, y: 300 });
    state.within.value = "group";
    state.editing.value = "group";
    state.select(["group", "title"]);
    state.gesture.value = OTHER;
    state.undo();
    expect([selection(), state.within.value, state.editing.value]).toEqual([["title"], undefined, undefined]);
    expect(state.document.value).toBe(CARD);
  });

  test("keeps what still exists", () => {
    const { state, selection } = open(["author"]);
    state.within.value = "foot";
    state.editing.value = "author";
    const { value } = state.selection;
    state.replace("Edit", { ...CARD, width: 9 }, "json 1");
    state.redo();
    expect([selection(), state.within.value, state.editing.value]).toEqual([["author"], "foot", "author"]);
    expect(state.selection.value).toBe(value);
  });

  test("lists the selected layers in the order of the picture, and is changed until it is undone", () => {
    const { state } = open(["date", "photo", "gone"]);
    expect(state.selected().map(({ id }) => id)).toEqual(["photo", "date"]);
    expect(state.isChanged.value).toBe(false);
    state.change("Resize", (document) => ({ ...document, width: 9 }));
    expect(state.isChanged.value).toBe(true);
    state.undo();
    expect(state.isChanged.value).toBe(false);
  });

  test("shows a gesture until it is a step, and settles without it", () => {
    const { state } = open();
    state.gesture.value = OTHER;
    expect([state.document.value, state.settled.value]).toEqual([OTHER, CARD]);
    expect(state.boxes.value.get("c")).toMatchObject({ x: 300, y: 300 });
    state.change("Drop", () => OTHER);
    expect([state.gesture.value, state.settled.value]).toEqual([undefined, OTHER]);
  });

  test("begins a new step after something was selected", () => {
    const { state } = open();
    state.replace("Edit", { ...CARD, width: 1 }, "json 1");
    state.replace("Edit", { ...CARD, width: 2 }, "json 1");
    expect(state.history.value.past.length).toBe(1);
    state.select([]);
    state.replace("Edit", { ...CARD, width: 3 }, "json 1");
    expect(state.history.value.past.length).toBe(2);
  });
});
