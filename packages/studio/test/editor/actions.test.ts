/** What keys, menus and buttons do to the selected layers. */
import { describe, expect, test } from "@jest/globals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import * as actions from "../../src/screens/editor/state/actions.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { CARD, layer } from "./edited-card.js";

function open(selected: readonly string[] = [], document: EditedDocument = CARD) {
  const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
  state.select(selected);
  const get = (id: string): EditedLayer | undefined => layer(state.document.value, id);
  const selection = (): readonly string[] => [...state.selection.value];
  const ids = (): readonly string[] => state.document.value.layers.map(({ id }) => id);
  return { state, get, selection, ids };
}

const rectangle = (id: string, x: number, y: number, width: number, height: number): EditedLayer => {
  return { id, name: id, type: "rectangle", x, y, width, height };
};
const THREE: EditedDocument = {
  width: 800,
  height: 600,
  layers: [rectangle("a", 0, 0, 100, 50), rectangle("b", 130, 40, 50, 50), rectangle("c", 300, 300, 100, 100)],
};

describe("deleting and copying", () => {
  test("a deleted layer is not selected any more", () => {
    const { state, get, selection } = open(["title", "date"]);
    actions.removeSelected(state);
    expect([get("title"), get("date"), selection()]).toEqual([undefined, undefined, []]);
  });

  test("a duplicate is 16 pixels beside the layer and is selected, without what is in a selected group", () => {
    const { state, get, selection } = open(["foot", "author"]);
    actions.duplicateSelected(state);
    expect(get("foot-2")).toMatchObject({ x: 88, y: 516 });
    expect(selection()).toEqual(["foot-2"]);
    expect(actions.copiedLayers(state).map(({ id }) => id)).toEqual(["foot-2"]);
  });

  test("layers without a name are named by their ID", () => {
    const { state } = open(["a"], { ...THREE, layers: [{ id: "a", type: "qr" }] });
    expect(actions.nameOfSelection(state)).toBe("a");
    state.select([]);
    expect(actions.nameOfSelection(state)).toBe("0 layers");
  });
});

describe("groups", () => {
  test("a group has the place of its layers, which stay where they are", () => {
    const { state, get, selection } = open(["a", "b"], THREE);
    actions.groupSelected(state);
    expect(get("group")).toMatchObject({ x: 0, y: 0, width: 180, height: 90 });
    expect(get("b")).toMatchObject({ x: 130, y: 40 });
    expect(selection()).toEqual(["group"]);
  });

  test("a group inside of a group has its place there", () => {
    const { state, get } = open(["date"]);
    actions.groupSelected(state);
    expect(get("group")).toMatchObject({ x: 10, y: 40, width: 300, height: 40 });
    expect(get("date")).toMatchObject({ x: 0, y: 0 });
  });

  test("only a group is taken apart", () => {
    const { state, selection } = open(["title"]);
    actions.ungroupSelected(state);
    expect(state.history.value.past).toEqual([]);
    state.select(["foot"]);
    actions.ungroupSelected(state);
    expect(selection()).toEqual(["author", "date"]);
  });

  test("stepping in opens a group and selects its topmost layer, and does nothing with another layer", () => {
    const { state, selection } = open(["foot"]);
    expect(actions.stepIn(state)).toBe(true);
    expect([state.within.value, selection()]).toEqual(["foot", ["date"]]);
    expect(actions.stepIn(state)).toBe(false);
    state.select([]);
    expect(actions.stepIn(state)).toBe(false);
  });

  test("stepping into an empty group leaves it selected", () => {
    const { state, selection } = open(["g"], { ...THREE, layers: [{ id: "g", type: "group", children: [] }] });
    expect(actions.stepIn(state)).toBe(true);
    expect([state.within.value, selection()]).toEqual(["g", ["g"]]);
  });

  test("stepping out selects the group around, in the group around that, and at last nothing", () => {
    const inner = { id: "inner", type: "group", children: [rectangle("dot", 0, 0, 5, 5)] };
    const { state, selection } = open(["dot"], {
      ...THREE,
      layers: [{ id: "outer", type: "group", children: [inner] }],
    });
    state.within.value = "inner";
    actions.stepOut(state);
    expect([state.within.value, selection()]).toEqual(["outer", ["inner"]]);
    actions.stepOut(state);
    expect([state.within.value, selection()]).toEqual([undefined, ["outer"]]);
    state.within.value = "outer";
    actions.stepOut(state);
    expect([state.within.value, selection()]).toEqual([undefined, []]);
  });

  test("everything that is selected is in the opened group, and not locked", () => {
    const { state, selection } = open();
    state.locked.value = new Set(["card"]);
    actions.selectAll(state);
    expect(selection()).toEqual(["photo", "title", "foot", "row"]);
    state.within.value = "foot";
    actions.selectAll(state);
    expect(selection()).toEqual(["author", "date"]);
  });
});

describe("moving", () => {
  test("presses of a key that follow each other are one step, and move a group with what is in it", () => {
    const { state, get } = open(["foot", "author"]);
    actions.nudgeSelected(state, { x: 5, y: -3 });
    actions.nudgeSelected(state, { x: 5, y: 0 });
    expect(get("foot")).toMatchObject({ x: 82, y: 497 });
    expect(get("author")).toMatchObject({ x: 0, y: 0 });
    expect(state.history.value.past.length).toBe(1);
    state.select(["title"]);
    actions.nudgeSelected(state, { x: 1, y: 0 });
    expect(state.history.value.past.length).toBe(2);
  });

  test.each([
    ["left", { x: 0, y: 40 }],
    ["right", { x: 130, y: 40 }],
    ["bottom", { x: 130, y: 40 }],
    ["top", { x: 130, y: 0 }],
    ["center", { x: 65, y: 40 }],
    ["middle", { x: 130, y: 20 }],
  ] as const)("several layers are aligned at the %s of all of them", (alignment, expected) => {
    const { state, get } = open(["a", "b"], THREE);
    actions.alignSelected(state, alignment);
    expect(get("b")).toMatchObject(expected);
  });

  test("one layer is aligned in the document, or in the group around it", () => {
    const { state, get } = open(["b"], THREE);
    actions.alignSelected(state, "right");
    actions.alignSelected(state, "middle");
    expect(get("b")).toMatchObject({ x: 750, y: 275 });
    const inGroup = open(["date"]);
    actions.alignSelected(inGroup.state, "right");
    expect(inGroup.get("date")).toMatchObject({ x: 300, y: 40 });
    const inGrowing = open(["b"], { ...THREE, height: "hug", max_height: 1000 });
    actions.alignSelected(inGrowing.state, "bottom");
    expect(inGrowing.get("b")).toMatchObject({ y: 950 });
  });

  test("three layers get the same space between them", () => {
    const { state, get } = open(["a", "b", "c"], THREE);
    actions.distributeSelected(state, "x");
    expect(get("b")).toMatchObject({ x: 175, y: 40 });
    actions.distributeSelected(state, "y");
    expect(get("b")).toMatchObject({ x: 175, y: 150 });
  });

  test("layers are ordered among their siblings", () => {
    const { state, ids } = open(["c"], THREE);
    actions.orderSelected(state, "backward");
    expect(ids()).toEqual(["a", "c", "b"]);
  });
});

describe("values", () => {
  const COLOR = { name: "color", label: "Color" };

  test("that are set one after the other are one step on the same layers, even if they are not selected any more", () => {
    const { state, get } = open(["title"]);
    const layers = state.selected();
    state.select([]);
    actions.setOnLayers(state, layers, COLOR, "#111111", "pick");
    actions.setOnLayers(state, layers, COLOR, "#222222", "pick");
    expect(get("title")).toMatchObject({ color: "#222222" });
    expect(state.history.value.past.length).toBe(1);
    expect(state.history.value.present.name).toBe("Color of title");
    actions.setOnLayers(state, [...layers, ...CARD.layers.slice(0, 1)], COLOR, "#333333", "pick");
    expect(state.history.value.present.name).toBe("Color of 2 layers");
    expect(state.history.value.past.length).toBe(2);
  });

  const bound = (attribute: object, value: unknown, variable?: string, prepare?: (state: EditorState) => void) => {
    const { state, get } = open(["card"]);
    prepare?.(state);
    actions.bindLayers(state, state.selected(), attribute as never, value, variable);
    const variables = state.document.value["variables"] as readonly unknown[];
    return { value: get("card")?.[(attribute as { name: string }).name], variables: variables.slice(1) };
  };
  const FILL = { name: "fill", label: "Fill", control: "color", default: "#ffffff" };

  test("that are bound to a variable of the template add none", () => {
    expect(bound(FILL, "#ff0000", "headline")).toEqual({ value: "{{ headline }}", variables: [] });
  });

  test.each([
    [FILL, "#ff0000", "color", "#ff0000"],
    [FILL, "RGB(1, 2, 3)", "color", "RGB(1, 2, 3)"],
    [FILL, "auto", "color", "#ffffff"],
    [{ ...FILL, control: "number", default: 5 }, 0, "number", 0],
    [{ ...FILL, control: "number", default: 5 }, "{{ a }}", "number", 5],
    [{ ...FILL, control: "text", default: "b" }, "a", "string", "a"],
    [{ ...FILL, control: "text", default: "b" }, "{{ a }}", "string", "b"],
    [{ ...FILL, control: "image", default: "/b.png" }, "/a.png", "image", "/a.png"],
    [{ ...FILL, control: "boolean", default: true }, undefined, "boolean", true],
  ])("of the attribute %j that are %j begin as a variable of the type %s with %j", (attribute, value, type, first) => {
    expect(bound(attribute, value)).toEqual({
      value: "{{ card_fill }}",
      variables: [{ name: "card_fill", type, default: first }],
    });
  });

  test("that the service has chosen begin a variable of a color", () => {
    const choose = (state: EditorState): void => {
      state.layout.value = { document: CARD, local: new Map(), autoColors: new Map([["card", "#00ff00"]]) };
    };
    expect(bound(FILL, "auto", undefined, choose).variables).toMatchObject([{ default: "#00ff00" }]);
    expect(bound({ ...FILL, control: "text" }, undefined, undefined, choose).variables).toMatchObject([
      { default: "#ffffff" },
    ]);
  });

  test("that hide a layer are removed when it is shown again", () => {
    const { state, get } = open();
    actions.setHidden(state, "title", true);
    expect(get("title")).toMatchObject({ hide: true });
    actions.setHidden(state, "title", false);
    expect(get("title")).not.toHaveProperty("hide");
    expect(state.history.value.present.name).toBe("Show title");
  });

  test("that name a layer have no space around them, and cannot be empty", () => {
    const { state, get } = open();
    for (const name of ["  ", " photo "]) actions.renameLayer(state, "photo", name);
    expect(state.history.value.past).toEqual([]);
    actions.renameLayer(state, "photo", " portrait ");
    expect(get("photo")).toMatchObject({ id: "photo", name: "portrait" });
  });
});

describe("new layers", () => {
  test("are in the opened group at the same place of the picture, and are selected", () => {
    const { state, get, selection } = open();
    actions.addLayer(state, "qr", { x: 300, y: 540 });
    expect(get("qr")).toMatchObject({ x: 180, y: 420, width: 240, height: 240 });
    state.within.value = "foot";
    actions.addLayer(state, "qr", { x: 300, y: 540 });
    expect(get("qr-2")).toMatchObject({ x: 108, y: -80 });
    expect(get("foot")?.children?.at(-1)?.id).toBe("qr-2");
    expect(selection()).toEqual(["qr-2"]);
  });

  test("stay where data places them", () => {
    const { state, get } = open();
    state.within.value = "foot";
    const layers = [
      { ...rectangle("m", 80, 9, 5, 5), x: "{{ x }}" },
      { ...rectangle("n", 80, 9, 5, 5), y: "{{ y }}" },
    ];
    actions.addLayers(state, layers, "Paste");
    expect(get("m")).toMatchObject({ x: "{{ x }}", y: 9 });
    expect(get("n")).toMatchObject({ x: 80, y: "{{ y }}" });
  });

  test("are in the middle of the document, which is half as high as wide if the content decides its height", () => {
    expect(actions.placeForNew(open().state)).toEqual({ x: 600, y: 315 });
    expect(actions.placeForNew(open([], { ...CARD, height: "hug" }).state)).toEqual({ x: 600, y: 300 });
  });
});
