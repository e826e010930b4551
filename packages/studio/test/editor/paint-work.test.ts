/** Dragging the handles of gradients and shadows, and moving them by keys. */
import { describe, expect, test } from "@jest/globals";
import { signal } from "@preact/signals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import { groundLayer } from "../../src/editor/paint/layer-paint.js";
import type { PaintGrip } from "../../src/editor/paint/paint-places.js";
import { keyOf, PaintWork } from "../../src/screens/editor/canvas/paint-work.js";
import { EditorState } from "../../src/screens/editor/state/editor-state.js";

const GRADIENT = {
  type: "linear-gradient",
  angle: 90,
  stops: [
    { color: "#000000", position: 0 },
    { color: "#ffffff", position: 0.5 },
  ],
};

const CARD: EditedLayer = {
  id: "card",
  name: "Card",
  type: "rectangle",
  x: 100,
  y: 100,
  width: 200,
  height: 100,
  background_gradient: GRADIENT,
  shadow_color: "#000000",
  shadow_x: 0,
  shadow_y: 4,
  shadow_blur: 8,
};

const DOCUMENT: EditedDocument = { edition: 2, width: 800, height: 600, layers: [CARD] };
const BOX = { x: 100, y: 100, width: 200, height: 100, rotation: 0 };
const OFFSET: PaintGrip = { kind: "offset" };
const STOP: PaintGrip = { kind: "stop", index: 1 };

interface Sent {
  readonly event: PointerEvent;
  readonly calls: readonly string[];
}

/** An event of a pointer on a handle of a canvas that is 10 pixels from the left and 20 from the top of the page. */
function pointer(x: number, y: number, values: object = {}): Sent {
  const calls: string[] = [];
  const event = {
    button: 0,
    pointerId: 1,
    clientX: x,
    clientY: y,
    shiftKey: false,
    stopPropagation: () => calls.push("stop"),
    preventDefault: () => calls.push("prevent"),
    currentTarget: {
      setPointerCapture: (id: number) => calls.push(`capture ${id}`),
      focus: (options: object) => calls.push(`focus ${JSON.stringify(options)}`),
      closest: (selector: string) =>
        selector === ".canvas" ? { getBoundingClientRect: () => ({ left: 10, top: 20 }) } : null,
    },
    ...values,
  };
  return { event: event as unknown as PointerEvent, calls };
}

/** Opens the handles of a document that is shown at twice its size, with its corner at 30, 40 on the canvas. */
function open(document = DOCUMENT) {
  const state = EditorState.open({ document, version: 1, etag: undefined }, "Opened");
  const work = new PaintWork(state, signal({ scale: 2, x: 30, y: 40 }));
  const [layer = CARD] = document.layers;
  const painted = { layer, box: BOX };
  const drag = (grip: PaintGrip, x: number, y: number, values: object = {}): void => {
    work.down(pointer(500, 300).event, grip, painted);
    work.move(pointer(500 + x, 300 + y, values).event, grip);
  };
  const key = (name: string, grip: PaintGrip, values: object = {}): readonly string[] => {
    const calls: string[] = [];
    const keys = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const preventDefault = (): number => calls.push("prevent");
    const stopPropagation = (): number => calls.push("stop");
    work.key(
      { key: name, ...keys, preventDefault, stopPropagation, ...values } as unknown as KeyboardEvent,
      grip,
      painted,
    );
    return calls;
  };
  const now = (): EditedLayer | undefined => state.document.value.layers[0];
  return { state, work, painted, drag, key, now };
}

describe("a drag of a handle", () => {
  test("shows the change at once, and becomes one step when it ends", () => {
    const { state, work, drag, now } = open();
    drag(OFFSET, 20, 10);
    expect(work.held.value).toBe("offset");
    expect(now()).toMatchObject({ shadow_x: 10, shadow_y: 9 });
    expect(state.history.value.past).toEqual([]);
    work.move(pointer(540, 320).event, OFFSET);
    expect(now()).toMatchObject({ shadow_x: 20, shadow_y: 14 });
    work.up(pointer(540, 320).event, OFFSET);
    expect(work.held.value).toBeUndefined();
    expect(now()).toMatchObject({ shadow_x: 20, shadow_y: 14 });
    expect(state.history.value.present.name).toBe("Shadow of Card");
    expect(state.history.value.past.length).toBe(1);
  });

  test("moves a stop of a gradient along its line, and a shadow along one axis with Shift", () => {
    const { work, drag, now } = open();
    drag(STOP, 80, 0);
    expect(now()).toMatchObject({ background_gradient: { stops: [{ position: 0 }, { position: 0.7 }] } });
    work.cancel();
    drag(OFFSET, 20, 10, { shiftKey: true });
    expect(now()).toMatchObject({ shadow_x: 10, shadow_y: 4 });
  });

  test("rotates a gradient around the middle of the box, wherever the canvas is", () => {
    const { work, painted, now } = open();
    // The middle of the box is 200, 150 in the document, so 430, 340 on the canvas and 440, 360 on the page.
    work.down(pointer(540, 360).event, { kind: "angle" }, painted);
    work.move(pointer(440, 460).event, { kind: "angle" });
    expect(now()).toMatchObject({ background_gradient: { angle: 180 } });
  });

  test("begins after three pixels, and may then end where it began", () => {
    const { state, work, drag, now } = open();
    drag(OFFSET, 2, 2);
    expect(state.gesture.value).toBeUndefined();
    work.move(pointer(503, 300).event, OFFSET);
    expect(now()).toMatchObject({ shadow_x: 2 });
    work.move(pointer(500, 301).event, OFFSET);
    expect(now()).toMatchObject({ shadow_x: 0, shadow_y: 5 });
  });

  test("that has not moved changes nothing", () => {
    const { state, work, painted } = open();
    work.down(pointer(500, 300).event, OFFSET, painted);
    work.up(pointer(500, 300).event, OFFSET);
    expect(work.held.value).toBeUndefined();
    expect(state.history.value.past).toEqual([]);
  });

  test("takes the pointer and the focus, so that neither the canvas nor the page does anything with it", () => {
    const { work, painted } = open();
    const down = pointer(500, 300, { pointerId: 7 });
    work.down(down.event, OFFSET, painted);
    expect(down.calls).toEqual(["stop", "prevent", "capture 7", 'focus {"preventScroll":true}']);
    const move = pointer(520, 300, { pointerId: 7 });
    work.move(move.event, OFFSET);
    expect(move.calls).toEqual(["stop"]);
    const up = pointer(520, 300, { pointerId: 7 });
    work.up(up.event, OFFSET);
    expect(up.calls).toEqual(["stop"]);
  });

  test("belongs to the main button and to one pointer", () => {
    const { state, work, painted, drag, now } = open();
    const other = pointer(500, 300, { button: 2 });
    work.down(other.event, OFFSET, painted);
    expect([other.calls, work.held.value]).toEqual([[], undefined]);

    drag(OFFSET, 20, 0);
    work.down(pointer(500, 300, { pointerId: 2 }).event, STOP, painted);
    expect(work.held.value).toBe("offset");
    work.move(pointer(600, 300, { pointerId: 2 }).event, OFFSET);
    expect(now()).toMatchObject({ shadow_x: 10 });
    work.up(pointer(600, 300, { pointerId: 2 }).event, OFFSET);
    expect(work.held.value).toBe("offset");
    expect(state.history.value.past).toEqual([]);
  });

  test("is taken back, and nothing is taken back without one", () => {
    const { state, work, drag, now } = open();
    state.gesture.value = DOCUMENT;
    work.cancel();
    expect(state.gesture.value).toBe(DOCUMENT);
    drag(OFFSET, 20, 0);
    work.cancel();
    expect([state.gesture.value, work.held.value]).toEqual([undefined, undefined]);
    const move = pointer(600, 300);
    work.move(move.event, OFFSET);
    expect(move.calls).toEqual([]);
    expect(now()).toMatchObject({ shadow_x: 0 });
  });
});

describe("a key on a handle", () => {
  test.each([
    ["ArrowLeft", { shadow_x: -1, shadow_y: 4 }],
    ["ArrowRight", { shadow_x: 1, shadow_y: 4 }],
    ["ArrowUp", { shadow_x: 0, shadow_y: 3 }],
    ["ArrowDown", { shadow_x: 0, shadow_y: 5 }],
  ])("%s moves it by one, and the canvas does not move the layer", (name, expected) => {
    const { key, now } = open();
    expect(key(name, OFFSET)).toEqual(["prevent", "stop"]);
    expect(now()).toMatchObject(expected);
  });

  test("moves it by ten with Shift", () => {
    const { key, now } = open();
    key("ArrowRight", OFFSET, { shiftKey: true });
    expect(now()).toMatchObject({ shadow_x: 10 });
  });

  test("is one step together with the next ones on the same handle, and another step on another handle", () => {
    const { state, key, painted, now } = open();
    key("ArrowDown", OFFSET);
    Object.assign(painted, { layer: now() });
    key("ArrowDown", OFFSET);
    expect(now()).toMatchObject({ shadow_y: 6 });
    expect(state.history.value.past.length).toBe(1);
    key("ArrowRight", STOP);
    expect(state.history.value.past.length).toBe(2);
    expect(state.history.value.present.name).toBe("Background gradient of Card");
  });

  test.each(["ctrlKey", "metaKey", "altKey"])("is left to the page with %s", (modifier) => {
    const { key, now } = open();
    expect(key("ArrowRight", OFFSET, { [modifier]: true })).toEqual([]);
    expect(now()).toMatchObject({ shadow_x: 0 });
  });

  test("other than an arrow is left to the page, even Escape without a drag", () => {
    const { key } = open();
    expect([...key("Enter", OFFSET), ...key("Escape", OFFSET)]).toEqual([]);
  });

  test("does not move what the pointer holds, and Escape takes the drag back", () => {
    const { state, drag, key, now } = open();
    drag(OFFSET, 20, 0);
    expect(key("ArrowRight", OFFSET)).toEqual(["prevent", "stop"]);
    expect(now()).toMatchObject({ shadow_x: 10 });
    expect(key("Enter", OFFSET)).toEqual([]);
    expect(key("Escape", OFFSET)).toEqual(["prevent", "stop"]);
    expect(state.gesture.value).toBeUndefined();
    expect(state.history.value.past).toEqual([]);
  });
});

describe("the name of a step", () => {
  test("has the attribute that the handle changes, and the ID of a layer without a name", () => {
    const text = { id: "card", type: "text", text_gradient: GRADIENT, shadow_color: "#000000" };
    const { state, key } = open({ ...DOCUMENT, layers: [text] });
    key("ArrowRight", STOP);
    expect(state.history.value.present.name).toBe("Text gradient of card");
    key("ArrowRight", { kind: "blur" });
    expect(state.history.value.present.name).toBe("Shadow of card");
  });

  test("says that the background of the document has changed", () => {
    const document = { ...DOCUMENT, background: GRADIENT };
    const { state, work, painted } = open(document);
    Object.assign(painted, { layer: groundLayer(document) });
    const values = { preventDefault: () => undefined, stopPropagation: () => undefined };
    work.key({ key: "ArrowRight", ...values } as unknown as KeyboardEvent, STOP, painted);
    expect(state.history.value.present.name).toBe("Background of the document");
    expect(state.document.value["background"]).toMatchObject({ stops: [{ position: 0 }, { position: 0.51 }] });
  });
});

test("a handle keeps its name while it moves", () => {
  expect([keyOf(STOP), keyOf({ kind: "blur" })]).toEqual(["stop 1", "blur"]);
});
