/** What a drag of the pointer does to a document, in groups, in rows and with rotated layers. */
import { describe, expect, test } from "@jest/globals";
import type { EditedDocument, EditedLayer } from "../../src/editor/document/edited-document.js";
import type { Box } from "../../src/editor/geometry/box.js";
import { resizeBox, rotationAt } from "../../src/editor/geometry/resize.js";
import {
  type GestureStart,
  moveEach,
  moveInFlow,
  moveLayers,
  resizeLayer,
  rotateLayer,
  roundCorners,
} from "../../src/editor/gestures/gesture.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import { layer } from "./edited-card.js";

const KEYS = { shift: false, alt: false, control: false };
const CONTROL = { ...KEYS, control: true };
const SHIFT = { ...CONTROL, shift: true };
const box = (x: number, y: number, width: number, height: number, rotation = 0): Box => {
  return { x, y, width, height, rotation };
};

const rectangle = (id: string, place: object): EditedLayer => ({ id, name: id, type: "rectangle", ...place });
const A = rectangle("a", box(100, 100, 80, 40));
const B = rectangle("b", box(300, 200, 80, 40));

function start(layers: readonly EditedLayer[], ids: readonly string[], more: Partial<GestureStart> = {}) {
  const document: EditedDocument = { width: 1000, height: 800, layers };
  return { document, ids: new Set(ids), boxes: estimateBoxes(document), reach: 6, ...more };
}

describe("moving", () => {
  test("with Shift follows the longer of both directions", () => {
    const given = start([A], ["a"]);
    expect(moveLayers(given, { x: 9, y: -8 }, SHIFT).moved).toEqual({ x: 9, y: 0 });
    expect(moveLayers(given, { x: 8, y: -9 }, SHIFT).moved).toEqual({ x: 0, y: -9 });
    expect(moveLayers(given, { x: 9, y: 9 }, SHIFT).moved).toEqual({ x: 9, y: 0 });
  });

  test("snaps to the canvas and to other layers, but not to hidden ones and those that move as well", () => {
    const at = (layers: readonly EditedLayer[], ids: readonly string[], x: number) =>
      layer(moveLayers(start(layers, ids), { x, y: 300 }, KEYS).document, "a")?.["x"];
    expect(at([A], ["a"], -97)).toBe(0);
    expect(at([A, B], ["a"], 203)).toBe(300);
    expect(at([A, { ...B, hide: true }], ["a"], 203)).toBe(303);
    expect(at([A, B], ["a", "b"], 147)).toBe(247);
  });

  test("of a layer in a group snaps to its siblings and to the group, and not to layers elsewhere", () => {
    const group = {
      id: "g",
      type: "group",
      ...box(500, 400, 200, 200),
      children: [A, rectangle("c", box(20, 9, 5, 5))],
    };
    const at = (x: number) => layer(moveLayers(start([B, group], ["a"]), { x, y: 11 }, KEYS).document, "a")?.["x"];
    expect(at(-81)).toBe(20);
    expect(at(-97)).toBe(0);
    // Layer B is at 300, which is −200 in the group.
    expect(at(-298)).toBe(-198);
  });

  test("of a group does not snap to what is inside of it", () => {
    const group = { id: "g", type: "group", ...box(500, 400, 200, 200), children: [A] };
    expect(layer(moveLayers(start([group], ["g"]), { x: 97, y: 13 }, KEYS).document, "g")).toMatchObject({
      x: 597,
      y: 413,
    });
  });

  test("keeps half a pixel where an edge snaps to one, and goes to whole pixels otherwise", () => {
    const half = rectangle("b", box(300.5, 600, 9, 9));
    const moved = moveLayers(start([A, half], ["a"]), { x: 199.4, y: 20.4 }, KEYS);
    expect(layer(moved.document, "a")).toMatchObject({ x: 300.5, y: 120 });
  });

  test("of layers whose places nobody knows changes nothing", () => {
    const given = start([{ id: "t", type: "text" }], ["t"]);
    expect(moveLayers(given, { x: 5, y: 5 }, KEYS)).toMatchObject({ document: given.document, snapped: { lines: [] } });
  });

  test("leaves layers of a row to the row", () => {
    const row = { id: "row", type: "group", layout: "row", ...box(0, 0, 300, 60), children: [A] };
    const { document, boxes } = start([row, B], ["a"]);
    const moves = new Map([
      ["a", { x: 5, y: 5 }],
      ["b", { x: 5, y: 0 }],
      ["gone", { x: 1, y: 1 }],
    ]);
    const moved = moveEach(document, boxes, moves);
    expect(layer(moved, "a")).toBe(layer(document, "a"));
    expect(layer(moved, "b")).toMatchObject({ x: 305, y: 200 });
    const dragged = moveLayers({ document, boxes, reach: 6, ids: new Set(["a", "b"]) }, { x: 5, y: 5 }, CONTROL);
    expect(layer(dragged.document, "a")).toBe(layer(document, "a"));
    expect(layer(dragged.document, "b")).toMatchObject({ x: 305, y: 205 });
  });

  test("of one layer in a rotated group goes where it should on the canvas", () => {
    const group = { id: "g", type: "group", ...box(0, 0, 200, 200, 90), children: [A] };
    const { document, boxes } = start([group], ["a"]);
    expect(layer(moveEach(document, boxes, new Map([["a", { x: 0, y: 30 }]])), "a")).toMatchObject({ x: 130, y: 100 });
  });
});

describe("a drag in a row or a column", () => {
  const ids = ["first", "second", "third"];
  const children = ids.map((id) => rectangle(id, { width: 60, height: 40 }));

  /** Drags the first child of a group, and returns the new order. */
  function order(layout: string, pointer: { readonly x: number; readonly y: number }, moving = ["first"]) {
    const given = start([{ id: "g", type: "group", layout, ...box(0, 0, 300, 300), children }], moving);
    const boxes = new Map(given.boxes);
    for (const [index, id] of ids.entries()) {
      boxes.set(id, layout === "column" ? box(0, index * 40, 60, 40) : box(index * 60, 0, 60, 40));
    }
    const { document } = moveInFlow({ ...given, boxes }, pointer);
    return layer(document, "g")?.children?.map(({ id }) => id);
  }

  test("passes a sibling as soon as the pointer is beyond its middle", () => {
    expect(order("row", { x: 90, y: 999 })).toEqual(["first", "second", "third"]);
    expect(order("row", { x: 91, y: 0 })).toEqual(["second", "first", "third"]);
    expect(order("row", { x: 151, y: 0 })).toEqual(["second", "third", "first"]);
    expect(order("row", { x: 29, y: 0 }, ["third"])).toEqual(["third", "first", "second"]);
  });

  test("goes from top to bottom in a column", () => {
    expect(order("column", { x: 999, y: 60 })).toEqual(["first", "second", "third"]);
    expect(order("column", { x: 0, y: 61 })).toEqual(["second", "first", "third"]);
  });
});

describe("resizing", () => {
  const right = { x: 1, y: 0 } as const;
  const sized = (
    given: GestureStart,
    handle: Parameters<typeof resizeLayer>[1],
    x: number,
    y: number,
    keys = CONTROL,
  ) => layer(resizeLayer(given, handle, { x, y }, keys).document, "a");

  test("snaps the edge that moves, unless Control or Shift is down or the layer is rotated", () => {
    expect(sized(start([A, B], ["a"]), right, 117, 0, KEYS)).toMatchObject({ width: 200 });
    expect(sized(start([A, B], ["a"]), right, 117, 0, CONTROL)).toMatchObject({ width: 197 });
    expect(sized(start([A, B], ["a"]), right, 117, 0, { ...KEYS, shift: true })).toMatchObject({ width: 197 });
    const rotated = { ...A, rotation: 180 };
    expect(sized(start([rotated, B], ["a"]), right, -117, 0, KEYS)).toMatchObject({ width: 197 });
  });

  test("with Alt keeps the center", () => {
    const keys = { ...CONTROL, alt: true };
    expect(sized(start([A], ["a"]), right, 10, 0, keys)).toMatchObject({ x: 90, width: 100 });
  });

  test("moves a layer without a place, and writes no place of what has not moved", () => {
    const given = start([rectangle("a", { width: 80, height: 40 })], ["a"]);
    expect(sized(given, { x: -1, y: 0 }, 10, 0)).toEqual(rectangle("a", { width: 70, height: 40, x: 10 }));
  });

  test("leaves what data decides, and the place of a layer in a row", () => {
    const bound = { ...A, width: "{{ w }}", y: "{{ y }}" };
    const given = start([bound], ["a"], { boxes: new Map([["a", box(100, 100, 80, 40)]]) });
    expect(sized(given, { x: -1, y: -1 }, -10, -10)).toEqual({ ...bound, x: 90, height: 50 });
    const row = { id: "row", type: "group", layout: "row", ...box(0, 0, 300, 60), children: [A] };
    expect(sized(start([row], ["a"]), { x: -1, y: -1 }, -10, -10)).toEqual({ ...A, width: 90, height: 50 });
  });

  test("is never smaller than one pixel, and in whole pixels", () => {
    expect(sized(start([A], ["a"]), right, -200, 0)).toMatchObject({ width: 1, x: 100 });
    expect(sized(start([A], ["a"]), right, 10.4, 0)).toMatchObject({ width: 90 });
  });

  test("of a layer that does not exist changes nothing", () => {
    const given = start([A], ["gone"]);
    expect(resizeLayer(given, right, { x: 5, y: 5 }, KEYS).document).toBe(given.document);
  });

  test.each([
    [{ x: 1, y: 0 }, { x: 100, y: 9 }, box(0, -25, 300, 150)],
    [{ x: 0, y: 1 }, { x: 9, y: 50 }, box(-50, 0, 300, 150)],
    [{ x: 1, y: 1 }, { x: 20, y: 50 }, box(0, 0, 300, 150)],
    [{ x: 1, y: 1 }, { x: 100, y: 20 }, box(0, 0, 300, 150)],
    [{ x: 1, y: 1 }, { x: -500, y: -500 }, box(0, 0, 2, 1)],
  ] as const)("by the handle %j keeps the ratio of the sides", (handle, by, expected) => {
    expect(resizeBox(box(0, 0, 200, 100), handle, by, { keepsAspect: true })).toEqual(expected);
  });
});

describe("rotating", () => {
  const rotated = (given: GestureStart, x: number, y: number, keys = KEYS) =>
    layer(rotateLayer(given, { x, y }, keys).document, "a")?.["rotation"];

  test("points the handle to the pointer, in whole degrees or in steps of 15 with Shift", () => {
    const given = start([A], ["a"]);
    expect(rotated(given, 240, 120)).toBe(90);
    expect(rotated(given, 140, 220)).toBe(180);
    expect(rotated(given, 40, 120)).toBe(-90);
    expect(rotated(given, 158, 20)).toBe(10);
    expect(rotated(given, 158, 20, SHIFT)).toBe(15);
  });

  test("removes the rotation if it is none, and is relative to the group around the layer", () => {
    const given = start([{ ...A, rotation: 30 }], ["a"]);
    expect(layer(rotateLayer(given, { x: 140, y: 0 }, KEYS).document, "a")).not.toHaveProperty("rotation");
    const group = { id: "g", type: "group", ...box(0, 0, 280, 240, 30), children: [A] };
    expect(rotated(start([group], ["a"]), 240, 120)).toBe(60);
  });

  test("leaves a rotation that data decides", () => {
    const given = start([{ ...A, rotation: "{{ r }}" }], ["a"]);
    expect(rotateLayer(given, { x: 240, y: 120 }, KEYS).document).toBe(given.document);
  });

  test("to straight down is 180 degrees from both sides", () => {
    const square = box(0, 0, 100, 100);
    expect(rotationAt(square, { x: 49.99, y: 200 })).toBe(180);
    expect(rotationAt(square, { x: 50.01, y: 200 })).toBe(180);
    expect(rotationAt(square, { x: -50, y: 50 }, 15)).toBe(-90);
  });
});

describe("rounding the corners", () => {
  const radius = (x: number, y: number, given = start([A], ["a"])) =>
    layer(roundCorners(given, { x, y }).document, "a")?.["border_radius"];

  test("follows the pointer inward, to half of the shorter side at most", () => {
    expect([radius(110, 110), radius(150, 118), radius(300, 300)]).toEqual([10, 20, 20]);
  });

  test("removes the radius at the corner", () => {
    const given = start([{ ...A, border_radius: 5 }], ["a"]);
    expect(radius(100, 100, given)).toBeUndefined();
    expect(radius(50, 50, given)).toBeUndefined();
  });
});
