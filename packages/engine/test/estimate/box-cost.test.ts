import { describe, expect, test } from "@jest/globals";
import {
  blurCost,
  blurredPixels,
  boxCost,
  drawnCost,
  isDrawnWhole,
  isVisible,
  reachedPixels,
  visiblePixels,
} from "../../src/estimate/box-cost.js";
import { addCosts, costOf, FREE, type PlacedBox } from "../../src/estimate/cost.js";
import { MAX_FILTER_PIXELS, MAX_RENDER_CPU_MS } from "../../src/estimate/cost-limits.js";
import { boxAt, pictureWith } from "./picture-support.js";

type Sides = readonly [x: number, y: number, width: number, height: number];
const INSIDE: Sides = [10, 10, 20, 20];
const ROTATED = { isRotated: true };
const ANYWHERE = { at: undefined };

// The picture has 100 × 50 document pixels, each with 2 × 2 pixels.
describe("the pixels of a box", () => {
  test.each<[string, Sides, Partial<PlacedBox>, number, number]>([
    ["a box inside of the picture", INSIDE, {}, 0, 40 * 40],
    ["a box with a margin", INSIDE, {}, 3, 52 * 52],
    ["a box over the left edge", [-5, 10, 20, 20], {}, 0, 30 * 40],
    ["a box over the right edge", [90, 10, 20, 20], {}, 0, 20 * 40],
    ["a box over the lower edge", [10, 40, 20, 20], {}, 0, 40 * 20],
    ["a box as large as the picture", [0, 0, 100, 50], {}, 0, 200 * 100],
    ["a box that is larger than the picture", [-10, -10, 300, 300], {}, 0, 200 * 100],
    ["a box outside of the picture", [101, 0, 20, 20], {}, 0, 0],
    ["a box whose margin is inside of the picture", [101, 10, 20, 20], {}, 3, 4 * 52],
    ["a box anywhere in the picture", [0, 0, 20, 200], ANYWHERE, 0, 40 * 100],
    ["a box with a margin anywhere in the picture", [0, 0, 20, 200], ANYWHERE, 1, 44 * 100],
    // The diagonal of the box is 50.
    ["a rotated box, as long as its diagonal", [90, 40, 30, 40], ROTATED, 0, 100 * 100],
    ["a rotated box with a margin", [90, 40, 30, 40], ROTATED, 5, 120 * 100],
  ])("the visible pixels of %s are counted", (_, sides, more, margin, expected) => {
    expect(visiblePixels(boxAt(sides, more), margin)).toBe(expected);
  });

  test.each<[string, Sides, Partial<PlacedBox>, number, number]>([
    ["its own pixels, up to two pictures beyond each edge", [-300, 0, 1000, 10], {}, 0, 1000 * 20],
    ["both sides", [0, -500, 10, 1000], {}, 0, 20 * 500],
    ["its margin", [-5, 0, 20, 10], {}, 1, 44 * 24],
    ["the longest area anywhere", [0, 0, 1000, 1000], ANYWHERE, 0, 1000 * 500],
    ["nothing far away", [301, 0, 20, 10], {}, 0, 0],
  ])("a group is drawn on %s", (_, sides, more, margin, expected) => {
    expect(reachedPixels(boxAt(sides, more), margin)).toBe(expected);
  });

  test.each<[string, Sides, Partial<PlacedBox>, number, number]>([
    ["around a box inside of the picture", INSIDE, {}, 5, 60 * 60],
    ["around a box at the edge", [0, 0, 20, 20], {}, 5, 60 * 60],
    ["of a box outside, only where it can reach the picture", [-22, 10, 20, 20], {}, 5, 16 * 60],
    ["of a box that is too far away", [-40, 10, 20, 20], {}, 5, 0],
    ["of a box that is larger than the picture", [-50, -50, 300, 300], {}, 5, 220 * 120],
    ["of a box anywhere", [0, 0, 20, 20], ANYWHERE, 5, 60 * 60],
  ])("a blur is drawn %s", (_, sides, more, margin, expected) => {
    expect(blurredPixels(boxAt(sides, more), margin)).toBe(expected);
  });
});

describe("the area that a box is drawn on", () => {
  test.each<[Sides, number, boolean]>([
    [INSIDE, 0, false],
    [[0, 0, 100, 50], 0, false],
    [[1, 1, 98, 48], 1, false],
    [[0, 1, 98, 48], 1, true],
    [[1, 0, 98, 48], 1, true],
    [[1, 1, 99, 48], 1, true],
    [[1, 1, 98, 49], 1, true],
    [[-1, 0, 20, 20], 0, true],
    [[81, 0, 20, 20], 0, true],
  ])("a box at %j with a margin of %i is drawn on the whole picture: %p", (sides, margin, expected) => {
    expect(isDrawnWhole(boxAt(sides), margin)).toBe(expected);
  });

  test("a box is drawn on the whole picture if it is rotated, can be anywhere, or the height of the picture is unknown", () => {
    expect(isDrawnWhole(boxAt(INSIDE, ROTATED))).toBe(true);
    expect(isDrawnWhole(boxAt(INSIDE, ANYWHERE))).toBe(true);
    expect(isDrawnWhole(boxAt(INSIDE, { picture: pictureWith({ hugs: true }) }))).toBe(true);
  });
});

/** Nanoseconds for each pixel, as the comments of the figures say. */
const [FILL, FADE, WHOLE, GROUP, GRADIENT] = [13, 8, 8, 5, 12];
const milliseconds = (nanoseconds: number) => nanoseconds / 1e6;

describe("the cost of drawing a box", () => {
  const OVER_EDGE: Sides = [-5, 10, 20, 20];
  const [OWN, VISIBLE, PICTURE] = [40 * 40, 30 * 40, 20_000];

  test.each<[string, Sides, number, boolean, number, number]>([
    ["inside of the picture", INSIDE, 1, false, OWN * FILL, OWN * 12],
    ["inside of the picture, as a group", INSIDE, 1, true, OWN * FILL, OWN * 12],
    ["inside of the picture, faded", INSIDE, 0.5, false, OWN * (FILL + FADE), OWN * 12],
    ["over an edge", OVER_EDGE, 1, false, VISIBLE * FILL + PICTURE * WHOLE, PICTURE * 12],
    ["over an edge, as a group", OVER_EDGE, 1, true, VISIBLE * FILL + PICTURE * WHOLE + OWN * GROUP, PICTURE * 12],
    [
      "over an edge, faded",
      OVER_EDGE,
      0.99,
      false,
      VISIBLE * (FILL + FADE) + PICTURE * WHOLE + OWN * GROUP,
      PICTURE * 12,
    ],
  ])("a box %s takes time for its own pixels and those of its area", (_, sides, opacity, isGrouped, ns, bytes) => {
    const cost = drawnCost(boxAt(sides), opacity, isGrouped);
    expect(cost.cpuMs).toBeCloseTo(milliseconds(ns), 9);
    expect(cost.memoryBytes).toBe(bytes);
  });

  const cpuMsOf = (look: object, sides: Sides = INSIDE) => boxCost({ opacity: 1, ...look }, boxAt(sides)).cpuMs;

  test("a gradient takes more time for each visible pixel", () => {
    expect(cpuMsOf({ background_gradient: {} }) - cpuMsOf({})).toBeCloseTo(milliseconds(OWN * GRADIENT), 9);
  });

  test("a border, a gradient and a shadow make a box over an edge a group", () => {
    const group = milliseconds(OWN * GROUP);
    expect(cpuMsOf({ border_width: 1 }, OVER_EDGE) - cpuMsOf({ border_width: 0 }, OVER_EDGE)).toBeCloseTo(group, 9);
    const gradient = milliseconds(VISIBLE * GRADIENT);
    expect(cpuMsOf({ background_gradient: {} }, OVER_EDGE) - cpuMsOf({}, OVER_EDGE)).toBeCloseTo(gradient + group, 9);
  });

  test("a sharp shadow fills the box twice more, and a margin of one pixel", () => {
    const added = cpuMsOf({ shadow_color: "#000" }) - cpuMsOf({});
    expect(added).toBeCloseTo(milliseconds(OWN * 2 * FILL + (44 * 44 - OWN) * FILL), 9);
  });

  test("an invisible shadow with a blur costs nothing", () => {
    expect(cpuMsOf({ shadow_color: "transparent", shadow_blur: 9 })).toBe(cpuMsOf({}));
  });

  test("a blurred shadow costs its blur, and the margin that the blur needs", () => {
    // A blur of 4 reaches 6 pixels, with one more for the edge.
    const drawn = milliseconds(OWN * 2 * FILL + 68 * 68 * FILL);
    const cost = boxCost({ opacity: 1, shadow_color: "#000", shadow_blur: 4 }, boxAt(INSIDE));
    expect(cost.cpuMs).toBeCloseTo(drawn + blurCost(boxAt(INSIDE), 4).cpuMs, 9);
  });

  test.each<[string, object, number]>([
    ["has four marks and one for each width of its border around half of the box", { border_width: 2 }, 4 + 40 / 2],
    ["has at most 2,000 marks", { border_width: 0.01 }, 2000],
    ["without a width has no marks", { border_width: 0 }, 0],
  ])("a dashed box %s", (_, look, marks) => {
    for (const border_style of ["dashed", "dotted"]) {
      expect(cpuMsOf({ ...look, border_style }) - cpuMsOf(look)).toBeCloseTo(marks * 0.02, 9);
    }
    expect(cpuMsOf({ ...look, border_style: "solid" })).toBe(cpuMsOf(look));
  });
});

describe("the cost of a blur", () => {
  test.each([
    // With half of the blur as its deviation and scale 2, a blur of 2 has a deviation of 2 pixels.
    ["a small blur takes 230 ns for each pixel", 1.99, (40 + 4 * 2.985 + 4) ** 2 * 230],
    ["a blur with a deviation of two pixels takes 150 ns for each pixel", 2, 56 ** 2 * 150],
    ["a larger blur has a larger margin", 4, 68 ** 2 * 150],
  ])("%s", (_, blur, ns) => {
    const cost = blurCost(boxAt(INSIDE), blur);
    expect(cost.cpuMs).toBeCloseTo(milliseconds(ns), 6);
  });

  test("a blur needs 16 bytes for each of its pixels", () => {
    expect(blurCost(boxAt(INSIDE), 4).memoryBytes).toBe(68 ** 2 * 16);
  });

  test("a rotated blur takes 1.3 times as much, and the area around its box", () => {
    // The diagonal of 30 × 40 is 50. With the margin of 7, the blur fits the picture with its margin of 114 × 64.
    const cost = blurCost(boxAt([0, 0, 30, 40], ROTATED), 4);
    const pixels = 128 * 128;
    // Its reach is 12 pixels: (100 + 12 + (100 + (12 + 8) × √2) + 4) / 2 is 122.1, so the picture of 200 × 100 pixels
    // becomes 123 high, but not longer.
    const area = 200 * 123 - 200 * 100;
    expect(cost.cpuMs).toBeCloseTo(milliseconds(pixels * 150 * 1.3 + area * 12), 9);
    expect(cost.memoryBytes).toBeCloseTo(pixels * 16 * 1.3, 6);
  });

  const square = (side: number) =>
    blurCost(boxAt([0, 0, side, side], { picture: pictureWith({ width: side, height: side, scale: 1 }) }), 8);

  test("a blur of more than 4 megapixels takes 1.8 times as much for each pixel", () => {
    // A blur of 8 has a margin of 13 on each side.
    expect(square(1974).cpuMs).toBeCloseTo(milliseconds(2000 ** 2 * 150), 6);
    expect(square(1975).cpuMs).toBeCloseTo(milliseconds(2001 ** 2 * 150 * 1.8), 6);
  });

  test("a blur of more than 16 megapixels takes the time of a whole render, so that it is refused", () => {
    expect(square(3974).cpuMs).toBeCloseTo(milliseconds(MAX_FILTER_PIXELS * 150 * 1.8), 6);
    expect(square(3975)).toMatchObject({
      cpuMs: MAX_RENDER_CPU_MS,
      reason: "a blurred shadow over more than 16 megapixels",
    });
  });
});

describe("sums of costs", () => {
  test("times add up, memory is that of the largest part, and the part with the most time is the reason", () => {
    const image = { pixels: 1, cpuMs: 2, memoryBytes: 3 };
    const sum = addCosts([
      costOf("a", 2, 3e6, 5),
      costOf("b", 1, 9e6),
      { ...FREE, images: [image] },
      costOf("c", 1, 9e6),
    ]);
    expect(sum).toEqual({ cpuMs: 24, memoryBytes: 10, reason: "b", images: [image] });
  });

  test("nothing is free", () => {
    expect(addCosts([])).toEqual({ cpuMs: 0, memoryBytes: 0, reason: "", images: [] });
  });
});

test.each([
  [undefined, false],
  ["transparent", false],
  ["#ff000000", false],
  ["rgba(0, 0, 0, 0.01)", true],
  ["red", true],
  ["auto", true],
])("the color %s is visible: %p", (color, expected) => {
  expect(isVisible(color)).toBe(expected);
});
