/** What the pointer does on the canvas: select, choose by a rectangle, move layers and the view. */
import { describe, expect, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { GestureKeys } from "../../src/editor/gestures/gesture.js";
import type { Grip } from "../../src/screens/editor/canvas/pointer-work.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";
import { takeStores } from "../support/editor-page.js";
import { CARD, layer } from "./edited-card.js";

takeStores();
const { CanvasAids } = await import("../../src/screens/editor/canvas/canvas-aids.js");
const { PointerWork } = await import("../../src/screens/editor/canvas/pointer-work.js");

const NO_KEYS: GestureKeys = { shift: false, alt: false, control: false };
const SHIFT = { ...NO_KEYS, shift: true };
/** Without snapping. */
const CONTROL = { ...NO_KEYS, control: true };
const PAGE: Grip = { kind: "canvas" };

/** Places of the document. */
const ON_TITLE = { x: 300, y: 200 };
const ON_CARD = { x: 372, y: 350 };
const ON_AUTHOR = { x: 200, y: 520 };
const ON_FIRST = { x: 120, y: 440 };
const ON_NOTHING = { x: 20, y: 20 };

/** Opens the canvas, which shows the document at twice its size and with its corner at 100, 50. */
function open(...selected: readonly string[]) {
  const state = EditorState.open({ document: CARD, version: 1, etag: undefined }, "Opened");
  state.select(selected);
  const view = signal({ scale: 2, x: 100, y: 50 });
  const aids = new CanvasAids("t1");
  const work = new PointerWork(state, view, aids);
  const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x * 2 + 100, y: y * 2 + 50 });
  return {
    state,
    view,
    aids,
    work,
    down: (place: typeof ON_TITLE, keys = NO_KEYS, button = 0, grip = PAGE) => work.down(at(place), grip, keys, button),
    move: (place: typeof ON_TITLE, keys = NO_KEYS) => work.move(at(place), keys),
    up: (keys = NO_KEYS) => work.up(keys),
    click: (place: typeof ON_TITLE, keys = NO_KEYS) => {
      work.down(at(place), PAGE, keys, 0);
      work.up(keys);
    },
    selected: () => [...state.selection.value],
  };
}

describe("a click", () => {
  test("selects the layer, and only with Shift together with others", () => {
    const { click, selected } = open();
    click(ON_TITLE);
    expect(selected()).toEqual(["title"]);
    click(ON_CARD);
    expect(selected()).toEqual(["card"]);
    click(ON_TITLE, SHIFT);
    expect(selected()).toEqual(["card", "title"]);
    click(ON_CARD, SHIFT);
    expect(selected()).toEqual(["title"]);
  });

  test("selects at once, when the pointer is pressed", () => {
    const { down, selected } = open("card");
    down(ON_TITLE);
    expect(selected()).toEqual(["title"]);
  });

  test("beside all layers selects nothing, and leaves the selection with Shift", () => {
    const { click, selected } = open("title");
    click(ON_NOTHING, SHIFT);
    expect(selected()).toEqual(["title"]);
    click(ON_NOTHING);
    expect(selected()).toEqual([]);
  });

  test("on one of several selected layers selects it alone when it ends, so that all can be moved", () => {
    const { down, up, selected } = open("title", "card");
    down(ON_TITLE);
    expect(selected()).toEqual(["title", "card"]);
    up();
    expect(selected()).toEqual(["title"]);
  });

  test("selects the group around a layer, and the layer itself with Control or in the opened group", () => {
    const { click, state, selected } = open();
    click(ON_AUTHOR);
    expect(selected()).toEqual(["foot"]);
    click(ON_AUTHOR, CONTROL);
    expect(selected()).toEqual(["author"]);
    state.within.value = "foot";
    click(ON_AUTHOR);
    expect(selected()).toEqual(["author"]);
    click(ON_CARD);
    expect(selected()).toEqual(["card"]);
  });

  test("does not select a locked layer", () => {
    const { state, click, selected } = open();
    state.locked.value = new Set(["title"]);
    click(ON_TITLE);
    expect(selected()).toEqual([]);
  });

  test("hits a thin layer from four pixels away on the screen", () => {
    const { state, click, selected } = open();
    const line = { id: "line", name: "line", type: "line", x: 900, y: 10, width: 200, height: 1 };
    state.change("Add", () => ({ ...CARD, layers: [line] }));
    click({ x: 950, y: 12.9 });
    expect(selected()).toEqual(["line"]);
    click({ x: 950, y: 13.1 });
    expect(selected()).toEqual([]);
  });
});

describe("the pointer over the canvas", () => {
  test("shows the layer below it", () => {
    const { state, move } = open();
    move(ON_TITLE);
    expect(state.hovered.value).toBe("title");
    move(ON_NOTHING);
    expect(state.hovered.value).toBeUndefined();
  });
});

describe("a drag beside all layers", () => {
  test("chooses what its rectangle touches", () => {
    const { work, state, down, move, up, selected } = open("photo");
    down(ON_NOTHING);
    move({ x: 340, y: 330 });
    expect(work.marquee.value).toEqual({ x: 20, y: 20, width: 320, height: 310 });
    expect(selected()).toEqual(["title", "card"]);
    up();
    expect(work.marquee.value).toBeUndefined();
    expect(selected()).toEqual(["title", "card"]);
    expect(state.history.value.past).toEqual([]);
  });

  test("adds to the selection with Shift, and finds the layers inside of groups with Control", () => {
    const { down, move, selected } = open("photo");
    down({ x: 60, y: 495 }, SHIFT);
    move({ x: 80, y: 530 }, SHIFT);
    expect(selected()).toEqual(["photo", "foot"]);
    move({ x: 80, y: 530 }, CONTROL);
    expect(selected()).toEqual(["author"]);
  });
});

describe("a drag of layers", () => {
  test("moves them, with their own picture, and is one step", () => {
    const { work, state, down, move, up } = open();
    expect(work.isPressed).toBe(false);
    down(ON_CARD, CONTROL);
    expect(work.isPressed).toBe(true);
    move({ x: 382, y: 345 }, CONTROL);
    expect(layer(state.document.value, "card")).toMatchObject({ x: 343, y: 317 });
    expect(state.moving.value).toEqual({ ids: new Set(["card"]), document: CARD, by: { x: 10, y: -5 } });
    expect(state.history.value.past).toEqual([]);
    up(CONTROL);
    expect(work.isPressed).toBe(false);
    expect(state.history.value.present.name).toBe("Move card");
    expect([state.gesture.value, state.moving.value, state.snapped.value]).toEqual([undefined, undefined, undefined]);
  });

  test("begins after three pixels on the screen, and can then return", () => {
    const { state, down, move } = open();
    down(ON_CARD, CONTROL);
    move({ x: 373, y: 351 }, CONTROL);
    expect(state.gesture.value).toBeUndefined();
    move({ x: 373.5, y: 350 }, CONTROL);
    expect(layer(state.document.value, "card")).toMatchObject({ x: 335 });
    move({ x: 373, y: 350 }, CONTROL);
    expect(layer(state.document.value, "card")).toMatchObject({ x: 334 });
  });

  test("moves all selected layers, which are named by their number", () => {
    const { state, down, move, up, selected } = open("title", "card");
    down(ON_CARD, CONTROL);
    move({ x: 373, y: 360 }, CONTROL);
    up(CONTROL);
    expect(layer(state.document.value, "title")).toMatchObject({ x: 73, y: 110 });
    expect(layer(state.document.value, "card")).toMatchObject({ x: 334, y: 332 });
    expect(selected()).toEqual(["title", "card"]);
    expect(state.history.value.present.name).toBe("Move 2 layers");
  });

  test("snaps to what is at most six pixels away on the screen, unless Control is down", () => {
    const { state, down, move } = open("card");
    // The left edge of the title is at 72, and the card is at 333.
    down(ON_CARD);
    move({ x: ON_CARD.x - 258, y: ON_CARD.y });
    expect(layer(state.document.value, "card")).toMatchObject({ x: 72 });
    expect(state.snapped.value?.lines).not.toEqual([]);
    move({ x: ON_CARD.x - 257, y: ON_CARD.y });
    expect(layer(state.document.value, "card")).toMatchObject({ x: 76 });
    move({ x: ON_CARD.x - 258, y: ON_CARD.y }, CONTROL);
    expect(layer(state.document.value, "card")).toMatchObject({ x: 75 });
  });

  test("snaps to guides and to the grid", () => {
    const { state, aids, down, move } = open("card");
    aids.guides.value = [{ axis: "x", at: 301 }];
    down(ON_CARD);
    move({ x: ON_CARD.x - 31, y: ON_CARD.y + 20 });
    expect(layer(state.document.value, "card")).toMatchObject({ x: 301 });
  });

  test("of a layer in a row changes its order there", () => {
    const { state, down, move, up } = open("first");
    state.within.value = "row";
    down(ON_FIRST);
    move({ x: 300, y: 440 });
    up();
    expect(layer(state.document.value, "row")?.children?.map(({ id }) => id)).toEqual(["second", "first"]);
  });

  test("is taken back", () => {
    const { work, state, down, move, up } = open("card");
    down(ON_CARD, CONTROL);
    move({ x: 400, y: 350 }, CONTROL);
    work.cancel();
    expect([work.isPressed, state.gesture.value, state.moving.value]).toEqual([false, undefined, undefined]);
    up(CONTROL);
    expect(state.document.value).toBe(CARD);
  });

  test("with Alt moves a copy, which is selected", () => {
    const { state, down, move, up, selected } = open("title", "card");
    const keys = { ...CONTROL, alt: true };
    down(ON_CARD, keys);
    move({ x: 382, y: 350 }, keys);
    up(keys);
    expect(selected()).toEqual(["title-2", "card-2"]);
    expect(layer(state.document.value, "card")).toMatchObject({ x: 333 });
    expect(layer(state.document.value, "card-2")).toMatchObject({ x: 343, y: 322 });
    expect(layer(state.document.value, "title-2")).toMatchObject({ x: 82, y: 100 });
  });
});

describe("a handle", () => {
  test("that is clicked changes neither the document nor the selection", () => {
    const { state, down, up, selected } = open("card");
    down(ON_TITLE, NO_KEYS, 0, { kind: "rotate" });
    up();
    expect(selected()).toEqual(["card"]);
    expect(state.history.value.past).toEqual([]);
  });

  test("that is dragged with Alt changes the layer itself", () => {
    const { state, down, move, up, selected } = open("card");
    const keys = { ...CONTROL, alt: true };
    down({ x: 453, y: 372 }, keys, 0, { kind: "resize", handle: { x: 1, y: 0 } as never });
    move({ x: 463, y: 372 }, keys);
    up(keys);
    expect(selected()).toEqual(["card"]);
    expect(state.history.value.present.name).toBe("Resize card");
    expect(layer(state.document.value, "card-2")).toBeUndefined();
  });
});

describe("the view", () => {
  test.each([
    ["the middle button", 1, false],
    ["the space bar", 0, true],
  ])("moves with %s, and nothing is selected", (_, button, isPanning) => {
    const { work, view, state, down, move, up, selected } = open("card");
    work.isPanning = isPanning;
    down(ON_TITLE, NO_KEYS, button);
    move({ x: 310, y: 205 });
    expect(view.value).toEqual({ scale: 2, x: 120, y: 60 });
    up();
    down(ON_TITLE, NO_KEYS, button);
    up();
    expect(selected()).toEqual(["card"]);
    expect(state.history.value.past).toEqual([]);
  });
});
