import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { distancesBetween } from "../../src/editor/geometry/distances.js";
import { addGuide, type Guide, moveGuide, NO_AIDS, shownSpacing, snapGuide } from "../../src/editor/geometry/guides.js";
import { moveLayers, resizeLayer } from "../../src/editor/gestures/gesture.js";
import { snapMove, snapResize } from "../../src/editor/geometry/snap.js";
import { estimateBoxes } from "../../src/editor/places/estimate-boxes.js";
import { CARD } from "./documents.js";

const upright = (at: number): Guide => ({ axis: "x", at });
const level = (at: number): Guide => ({ axis: "y", at });
const rectangle = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const KEYS = { shift: false, alt: false, control: false };

describe("guides", () => {
  test("two guides of one axis are never at the same place", () => {
    const guides = addGuide([upright(10), level(10)], upright(10));
    expect(guides).toEqual([upright(10), level(10)]);
    expect(moveGuide([upright(10), upright(30)], 0, 30)).toEqual([upright(30)]);
    expect(moveGuide([upright(10)], 4, 30)).toEqual([upright(10)]);
  });

  test("a guide is on a whole pixel, or on an edge that is near enough", () => {
    expect(snapGuide(99.4, [10, 200], 6)).toBe(99);
    expect(snapGuide(97, [100.5, 92], 6)).toBe(100.5);
    expect(snapGuide(97, [], 6)).toBe(97);
  });

  test("edges and the center of a moved box snap to guides of their axis", () => {
    const guides = [upright(100), level(300)];
    const snapped = snapMove(rectangle(97, 150, 50, 50), [], 6, { guides, grid: undefined });
    expect(snapped).toMatchObject({ dx: 3, dy: 0 });
    expect(snapped.lines).toEqual([{ axis: "x", at: 100, from: 150, to: 200 }]);
    expect(snapMove(rectangle(0, 272, 50, 50), [], 6, { guides, grid: undefined })).toMatchObject({ dy: 3 });
  });

  test("a handle snaps to a guide only by the edge that it moves", () => {
    const aids = { guides: [upright(100)], grid: undefined };
    expect(snapResize(rectangle(98, 0, 100, 50), { x: 1, y: 0 }, [], 6, aids).dx).toBe(0);
    expect(snapResize(rectangle(4, 0, 100, 50), { x: 1, y: 0 }, [], 6, aids).dx).toBe(-4);
  });
});

describe("the grid", () => {
  const aids = { guides: [], grid: 20 };

  test("if nothing nearer attracts it, the upper left corner of a moved box snaps to the grid", () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 }), (x, y) => {
        const { dx, dy } = snapMove(rectangle(x, y, 37, 41), [], 2, aids);
        expect([Math.abs((x + dx) % 20), Math.abs((y + dy) % 20)]).toEqual([0, 0]);
        expect(Math.max(Math.abs(dx), Math.abs(dy))).toBeLessThanOrEqual(10);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test("a near edge of a layer attracts more than the grid", () => {
    const snapped = snapMove(rectangle(47, 400, 30, 30), [rectangle(45, 0, 100, 100)], 6, aids);
    expect(snapped.dx).toBe(-2);
  });

  test("grid lines that would be too close together on the screen are left out evenly", () => {
    expect(shownSpacing(10, 1, 6)).toBe(10);
    expect(shownSpacing(10, 0.25, 6)).toBe(50);
    expect(shownSpacing(4, 0.05, 6)).toBe(200);
    const scales = [6, 3, 1.2, 0.6, 0.4, 0.2, 0.1, 0.01];
    expect(scales.map((scale) => shownSpacing(1, scale, 6))).toEqual([1, 2, 5, 10, 20, 50, 100, 100]);
  });

  test("gestures snap to guides and the grid, and with Control to nothing", () => {
    const start = { document: CARD, ids: new Set(["title"]), boxes: estimateBoxes(CARD), reach: 6, aids };
    const moved = moveLayers({ ...start, reach: 0 }, { x: 13, y: 0 }, KEYS).document.layers[1];
    expect(moved).toMatchObject({ x: 80, y: 100 });
    const free = moveLayers(start, { x: 13, y: 4 }, { ...KEYS, control: true }).document.layers[1];
    expect(free).toMatchObject({ x: 85, y: 104 });
    const guided = { ...start, aids: { guides: [upright(655)], grid: undefined } };
    const resized = resizeLayer(guided, { x: 1, y: 0 }, { x: -20, y: 0 }, KEYS).document.layers[1];
    expect(resized).toMatchObject({ x: 72, width: 583 });
  });
});

describe("distances", () => {
  test("between two boxes beside each other, the distance is the gap, with an extension where they are apart", () => {
    const { gaps, extensions } = distancesBetween(rectangle(0, 0, 100, 100), rectangle(160, 200, 50, 50));
    expect(gaps).toEqual([
      { axis: "x", from: 100, to: 160, across: 50 },
      { axis: "y", from: 100, to: 200, across: 50 },
    ]);
    expect(extensions).toEqual([
      { axis: "x", at: 160, from: 50, to: 200 },
      { axis: "y", at: 200, from: 50, to: 160 },
    ]);
  });

  test("inside of a frame, there is a distance to each of its four sides", () => {
    const { gaps, extensions } = distancesBetween(rectangle(30, 40, 100, 100), rectangle(0, 0, 400, 300));
    expect(gaps.map(({ axis, from, to }) => [axis, to - from])).toEqual([
      ["x", 30],
      ["x", 270],
      ["y", 40],
      ["y", 160],
    ]);
    expect(extensions).toEqual([]);
  });

  test("a distance that is measured at the end of an edge needs no extension", () => {
    const extended = (y: number) => distancesBetween(rectangle(0, 0, 100, 100), rectangle(160, y, 50, 100)).extensions;
    expect(extended(-50).filter(({ axis }) => axis === "x")).toEqual([]);
    expect(extended(50).filter(({ axis }) => axis === "x")).toEqual([]);
    expect(extended(-51).filter(({ axis }) => axis === "x")).toEqual([{ axis: "x", at: 160, from: 49, to: 50 }]);
  });

  test("edges at the same place have no distance", () => {
    expect(distancesBetween(rectangle(0, 0, 100, 50), rectangle(0, 0, 100, 50)).gaps).toEqual([]);
  });

  test("a box that snaps to a line shows how far its neighbors on that line are", () => {
    const neighbors = [rectangle(100, 0, 60, 60), rectangle(100, 400, 60, 60)];
    const { lines, distances } = snapMove(rectangle(102, 150, 40, 40), neighbors, 6, NO_AIDS);
    expect(lines).toEqual([{ axis: "x", at: 100, from: 0, to: 460 }]);
    expect(distances).toEqual([
      { axis: "y", from: 60, to: 150, across: 100 },
      { axis: "y", from: 190, to: 400, across: 100 },
    ]);
  });
});
