import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { alignBoxes, distributeBoxes } from "../../src/editor/geometry/arrange.js";
import { type Box, boundsOf, containsPoint, cornersOf, touches } from "../../src/editor/geometry/box.js";
import { toCanvas, toLocal } from "../../src/editor/geometry/compose.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import { layersAt, layersTouching, layerToSelect } from "../../src/editor/places/hit-test.js";
import { HANDLES, resizeBox, rotationAt } from "../../src/editor/geometry/resize.js";
import { snapMove, snapResize } from "../../src/editor/geometry/snap.js";
import { setAttributes } from "../../src/editor/document/operations.js";
import { moveLayers, resizeLayer } from "../../src/editor/gestures/gesture.js";
import { CARD } from "./documents.js";

const FREE = { shift: false, alt: false, control: true };
const box = (x: number, y: number, width: number, height: number, rotation = 0): Box => ({
  x,
  y,
  width,
  height,
  rotation,
});
const boxes = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 10, max: 500 }),
  height: fc.integer({ min: 10, max: 500 }),
  rotation: fc.integer({ min: -180, max: 180 }),
});

describe("boxes in groups", () => {
  test("a box that is converted from its group to the canvas and back stays the same", () => {
    fc.assert(
      fc.property(boxes, boxes, (parent, local) => {
        const back = toLocal(parent, toCanvas(parent, local));
        for (const key of ["x", "y", "width", "height", "rotation"] as const)
          expect(back[key]).toBeCloseTo(local[key], 6);
      }),
      { seed: 2603 },
    );
  });

  test("in a group that is rotated by 90 degrees, what was at the right side is at the lower side", () => {
    const parent = box(100, 100, 200, 100, 90);
    expect(toCanvas(parent, box(180, 40, 20, 20))).toMatchObject({ rotation: 90 });
    const { x, y } = toCanvas(parent, box(180, 40, 20, 20));
    expect([Math.round(x + 10), Math.round(y + 10)]).toEqual([200, 240]);
  });

  test("known boxes follow what has changed since the last response of the service", () => {
    const local = new Map([
      ["title", box(72, 120, 580, 160)],
      ["foot", box(72, 500, 600, 80)],
      ["author", box(0, 5, 90, 30)],
    ]);
    const known = { document: CARD, local };
    const moved = setAttributes(setAttributes(CARD, ["title"], { x: 80, width: 300 }), ["foot"], { y: 510 });
    const now = estimateBoxes(moved, known);
    expect(now.get("title")).toEqual(box(80, 120, 300, 160));
    expect(now.get("author")).toEqual(box(72, 515, 90, 30));
    expect(estimateBoxes(CARD, known).get("title")).toEqual(box(72, 120, 580, 160));
  });

  test("a layer whose size only the service knows has no box before the service responds", () => {
    const document = { ...CARD, layers: [{ id: "t", type: "text", text: "Hello" }] };
    expect(estimateBoxes(document).has("t")).toBe(false);
  });
});

describe("resizing", () => {
  test("the opposite corner stays where it is, at any rotation and by every corner", () => {
    const opposite: Readonly<Record<string, number>> = { "-1 -1": 2, "1 -1": 3, "1 1": 0, "-1 1": 1 };
    fc.assert(
      fc.property(
        boxes,
        fc.constantFrom(...HANDLES),
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: -200, max: 200 }),
        (before, handle, dx, dy) => {
          const corner = opposite[`${handle.x} ${handle.y}`];
          if (corner === undefined) return;
          const after = resizeBox(before, handle, { x: dx, y: dy });
          expect(cornersOf(after)[corner]?.x).toBeCloseTo(cornersOf(before)[corner]?.x ?? NaN, 6);
          expect(cornersOf(after)[corner]?.y).toBeCloseTo(cornersOf(before)[corner]?.y ?? NaN, 6);
        },
      ),
      { seed: 2604 },
    );
  });

  test("Shift keeps the ratio of the sides, and Alt keeps the center", () => {
    const wide = resizeBox(box(0, 0, 200, 100), { x: 1, y: 1 }, { x: 100, y: 0 }, { keepsAspect: true });
    expect([wide.width, wide.height]).toEqual([300, 150]);
    const centered = resizeBox(box(0, 0, 200, 100), { x: 1, y: 0 }, { x: 10, y: 0 }, { fromCenter: true });
    expect(centered).toEqual(box(-10, 0, 220, 100));
  });

  test("a box never becomes smaller than a pixel", () => {
    expect(resizeBox(box(0, 0, 20, 10), { x: 1, y: 1 }, { x: -500, y: -500 })).toMatchObject({ width: 1, height: 1 });
  });

  test("the pointer above a box means no rotation, and to the right of it a rotation by 90 degrees", () => {
    const square = box(0, 0, 100, 100);
    expect(rotationAt(square, { x: 50, y: -40 })).toBe(0);
    expect(rotationAt(square, { x: 190, y: 50 })).toBe(90);
    expect(rotationAt(square, { x: 118, y: -50 }, 15)).toBe(30);
  });
});

describe("snapping", () => {
  const canvas = { x: 0, y: 0, width: 1200, height: 630 };

  test("an edge near the middle of the canvas snaps to it, and the line shows it", () => {
    const snapped = snapMove({ x: 497, y: 40, width: 200, height: 50 }, [canvas], 6);
    expect(snapped.dx).toBe(3);
    expect(snapped.dy).toBe(0);
    expect(snapped.lines).toEqual([{ axis: "x", at: 600, from: 0, to: 630 }]);
  });

  test("nothing snaps beyond the reach", () => {
    expect(snapMove({ x: 480, y: 40, width: 200, height: 50 }, [canvas], 6)).toEqual({
      dx: 0,
      dy: 0,
      lines: [],
      gaps: [],
      distances: [],
    });
  });

  test("a box between two others snaps to equal gaps", () => {
    const others = [
      { x: 0, y: 0, width: 100, height: 100 },
      { x: 400, y: 0, width: 100, height: 100 },
    ];
    const snapped = snapMove({ x: 203, y: 10, width: 90, height: 70 }, others, 6);
    expect(snapped.dx).toBe(2);
    expect(snapped.gaps.map(({ from, to }) => to - from)).toEqual([105, 105]);
  });

  test("only the edge that a handle moves snaps", () => {
    const snapped = snapResize(
      { x: 3, y: 0, width: 94, height: 50 },
      { x: 1, y: 0 },
      [{ x: 0, y: 0, width: 100, height: 400 }],
      6,
    );
    expect(snapped).toMatchObject({ dx: 3, dy: 0 });
  });
});

describe("arranging", () => {
  const three = new Map([
    ["a", box(0, 0, 100, 50)],
    ["b", box(130, 20, 40, 50)],
    ["c", box(300, 40, 100, 50)],
  ]);

  test("aligning moves each box to the edge of the box around all of them", () => {
    expect(alignBoxes(three, "top").get("c")).toEqual({ x: 0, y: -40 });
    expect(alignBoxes(three, "center").get("b")).toEqual({ x: 50, y: 0 });
  });

  test("distributing makes the gaps equal, and keeps the outer two", () => {
    const moves = distributeBoxes(three, "x");
    expect([moves.get("a")?.x, moves.get("b")?.x, moves.get("c")?.x]).toEqual([0, 50, 0]);
  });
});

describe("pointing", () => {
  const dot = { id: "dot", type: "ellipse", x: 0, y: 0, width: 9, height: 9 };
  const places = estimateBoxes(CARD);

  test("a click hits the topmost outermost layer, and with Control the innermost one", () => {
    expect(layersAt(CARD, places, { x: 100, y: 520 })).toEqual(["foot"]);
    expect(layersAt(CARD, places, { x: 100, y: 520 }, { isDeep: true })).toEqual(["author"]);
    expect(layersAt(CARD, places, { x: 100, y: 520 }, { within: "foot" })).toEqual(["author"]);
  });

  test("in an opened group, only what is directly in it is hit", () => {
    const inner = { id: "inner", type: "group", x: 0, y: 0, width: 50, height: 50, children: [dot] };
    const nested = { ...CARD, layers: [{ ...inner, id: "outer", children: [inner] }] };
    const at = (within: string) => layersAt(nested, estimateBoxes(nested), { x: 5, y: 5 }, { within });
    expect([at("outer"), at("inner"), at("dot")]).toEqual([["inner"], ["dot"], []]);
  });

  test("hidden and locked layers are not hit", () => {
    const hidden = setAttributes(CARD, ["title"], { hide: true });
    expect(layersAt(hidden, places, { x: 100, y: 150 })).toEqual([]);
    expect(layersAt(CARD, places, { x: 100, y: 150 }, { locked: new Set(["title"]) })).toEqual([]);
  });

  test("clicks at the same place go through the layers from the top", () => {
    expect(layerToSelect(["b", "a"], undefined)).toBe("b");
    expect(layerToSelect(["b", "a"], "b")).toBe("a");
    expect(layerToSelect(["b", "a"], "a")).toBe("b");
    expect(layerToSelect([], "a")).toBeUndefined();
  });

  test("a rectangle chooses what it touches, even between the corners of rotated boxes", () => {
    expect(layersTouching(CARD, places, { x: 60, y: 90, width: 20, height: 20 })).toEqual(["title"]);
    const diamond = box(0, 0, 100, 100, 45);
    expect(touches(diamond, { x: 0, y: 0, width: 10, height: 10 })).toBe(false);
    expect(touches(diamond, { x: -18, y: 45, width: 10, height: 10 })).toBe(true);
    expect(containsPoint(diamond, { x: 50, y: -15 })).toBe(true);
    expect(Math.round(boundsOf([diamond])?.width ?? 0)).toBe(141);
  });
});

describe("gestures", () => {
  const start = {
    document: CARD,
    ids: new Set(["title"]),
    boxes: estimateBoxes(CARD),
    reach: 6,
  };

  test("a moved layer is at whole pixels, and only its own attributes change", () => {
    const { document, moved } = moveLayers(start, { x: 10.4, y: -3.6 }, FREE);
    expect(moved).toEqual({ x: 10, y: -4 });
    expect(document).toEqual(setAttributes(CARD, ["title"], { x: 82, y: 96 }));
  });

  test("an attribute that is bound to data does not move with the pointer", () => {
    const bound = setAttributes(CARD, ["title"], { x: "{{ left }}" });
    const { document } = moveLayers({ ...start, document: bound }, { x: 10, y: 10 }, FREE);
    expect(document).toEqual(setAttributes(bound, ["title"], { y: 110 }));
  });

  test("a layer in a rotated group moves on the canvas as the pointer does", () => {
    const rotated = setAttributes(CARD, ["foot"], { rotation: 90 });
    const places = estimateBoxes(rotated);
    const from = places.get("author");
    const { document } = moveLayers(
      { ...start, document: rotated, boxes: places, ids: new Set(["author"]) },
      { x: 0, y: 30 },
      FREE,
    );
    const to = estimateBoxes(document).get("author");
    expect([Math.round((to?.x ?? 0) - (from?.x ?? 0)) + 0, Math.round((to?.y ?? 0) - (from?.y ?? 0))]).toEqual([0, 30]);
  });

  test("resizing by the left edge changes place and width, and nothing else", () => {
    const { document } = resizeLayer(start, { x: -1, y: 0 }, { x: 20, y: 55 }, FREE);
    expect(document).toEqual(setAttributes(CARD, ["title"], { x: 92, width: 580 }));
  });

  test("a side that follows the content gets a number when its handle moves, and the other side keeps its word", () => {
    const hugging = setAttributes(CARD, ["title"], { width: "hug", height: "hug" });
    const { document } = resizeLayer({ ...start, document: hugging }, { x: 1, y: 0 }, { x: -100, y: 0 }, FREE);
    expect(document).toEqual(setAttributes(hugging, ["title"], { width: 500 }));
  });
});
