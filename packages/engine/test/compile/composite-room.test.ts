import { describe, expect, test } from "@jest/globals";
import { roomFor } from "../../src/compile/composite-room.js";
import { deviceGrid } from "../../src/frame/device-grid.js";
import { type Composite, composite } from "../../src/layout/composite.js";
import type { ResolvedLayer } from "../../src/layout/resolved-layer.js";

const SIZE = { width: 100, height: 80 };
const GRID = deviceGrid(SIZE, 1);
const SAME = { grid: GRID, left: 0, top: 0 };
const shadow = (x: number, y: number, other: object = {}) => ({
  color: "#000",
  x,
  y,
  blur: 0,
  spread: 0,
  inset: false,
  ...other,
});
const leaf = (x: number, y: number, width: number, height: number, other: object = {}) =>
  ({
    id: "leaf",
    type: "rectangle",
    x,
    y,
    width,
    height,
    rotation: 0,
    opacity: 1,
    ...other,
  }) as unknown as ResolvedLayer;
const group = (children: ResolvedLayer[], attributes: Partial<Composite>) =>
  composite({ id: "group", name: undefined, x: 0, y: 0, width: 100, height: 80 }, { children, ...attributes });

/** The number of pixels that the room has beyond the picture on each side. */
function beyond(layer: Composite, grid = GRID) {
  const room = roomFor(layer, grid);
  const right = room.grid.width - grid.width - room.left;
  return { left: room.left, right, top: room.top, bottom: room.grid.height - grid.height - room.top };
}

describe("the room of a composite", () => {
  test("a composite without shadows needs only the picture", () => {
    expect(roomFor(group([leaf(-500, 0, 1000, 10)], {}), GRID)).toEqual(SAME);
  });

  test("a composite inside the picture needs little more than the picture", () => {
    const { left, right, top, bottom } = beyond(group([leaf(20, 20, 60, 40)], { shadows: [shadow(30, 30)] }));
    expect([left, right, top, bottom]).toEqual([0, 0, 0, 0]);
  });

  // A shadow that moves by 60 pixels shows what is up to 60 pixels outside, and its smooth edges need a few more.
  test.each([
    ["left", shadow(60, 0)],
    ["right", shadow(-60, 0)],
    ["top", shadow(0, 60)],
    ["bottom", shadow(0, -60)],
  ] as const)("content beyond the %s is drawn as far as a shadow shows it", (side, moved) => {
    const room = beyond(group([leaf(-500, -500, 1000, 1000)], { shadows: [moved] }));
    expect(room[side]).toBeGreaterThanOrEqual(60);
    expect(room[side]).toBeLessThan(68);
    const others = (["left", "right", "top", "bottom"] as const).filter((other) => other !== side);
    for (const other of others) expect(room[other]).toBeLessThan(8);
  });

  test("content that ends before the reach of a shadow needs less", () => {
    const { left } = beyond(group([leaf(-20, 10, 40, 10)], { shadows: [shadow(60, 0)] }));
    expect(left).toBeGreaterThanOrEqual(20);
    expect(left).toBeLessThan(30);
  });

  test("content that no shadow brings into the picture needs no room", () => {
    expect(roomFor(group([leaf(-200, 10, 40, 10)], { shadows: [shadow(60, 0)] }), GRID)).toEqual(SAME);
  });

  test.each([
    ["left", shadow(60, 0)],
    ["right", shadow(-60, 0)],
    ["top", shadow(0, 60)],
    ["bottom", shadow(0, -60)],
  ] as const)("the length beyond the %s is in pixels of the picture", (side, moved) => {
    const layer = group([leaf(-500, -500, 1000, 1000)], { shadows: [moved] });
    const double = beyond(layer, deviceGrid(SIZE, 2))[side];
    expect(double).toBeGreaterThanOrEqual(120);
    expect(double).toBeLessThan(136);
    const half = beyond(layer, deviceGrid(SIZE, 0.5))[side];
    // In a small picture, two pixels for the edges of a shadow are four document pixels.
    expect(half).toBeGreaterThanOrEqual(32);
    expect(half).toBeLessThan(36);
  });

  test("a blur and a spread show content that is farther away", () => {
    const far = [leaf(-500, 0, 1000, 10)];
    const sharp = beyond(group(far, { shadows: [shadow(60, 0)] })).left;
    // A blur reaches 1.5 times its radius.
    expect(beyond(group(far, { shadows: [shadow(60, 0, { blur: 20 })] })).left).toBe(sharp + 30);
    expect(beyond(group(far, { shadows: [shadow(60, 0, { spread: 10 })] })).left).toBe(sharp + 10);
    expect(beyond(group(far, { shadows: [shadow(0, 0), shadow(60, 0)] })).left).toBe(sharp);
  });

  test("the offset of a shadow turns with its layer", () => {
    // Rotated by a right angle, the shadow moves downwards.
    const { left, top } = beyond(group([leaf(-500, -500, 1000, 1000)], { rotation: 90, shadows: [shadow(60, 0)] }));
    expect(top).toBeGreaterThanOrEqual(60);
    expect(left).toBeLessThan(8);
  });

  test("content that is cut to the box of its group needs no room outside of the box", () => {
    const cut = { shadows: [shadow(60, 0)], clip: [0, 0, 0, 0] } as const;
    expect(beyond(group([leaf(-500, 0, 1000, 10)], cut)).left).toBeLessThan(8);
    const layer = { ...group([leaf(-500, 0, 1000, 10)], cut), x: -30 };
    expect(beyond(layer).left).toBeGreaterThanOrEqual(30);
    expect(beyond(layer).left).toBeLessThan(38);
  });

  test.each([
    ["letters", { font_size: 20 }],
    ["the largest letters of a text that grows", { font_size: 5, max_font_size: 20 }],
    ["a shadow to the left", { shadow_x: -30 }],
    ["a shadow upwards, on every side", { shadow_y: -30 }],
    ["a blurred shadow", { shadow_blur: 20 }],
    ["a stroke", { stroke_width: 30 }],
    ["a highlight", { highlight_padding: 30 }],
  ])("%s can extend beyond the box of a layer", (_, attributes) => {
    const shadows = [shadow(60, 0)];
    const plain = beyond(group([leaf(-20, 10, 40, 10)], { shadows })).left;
    expect(beyond(group([leaf(-20, 10, 40, 10, attributes)], { shadows })).left).toBeGreaterThanOrEqual(plain + 30);
  });

  test("a rotated layer has the room of the box around it", () => {
    // A line of 80 from -60 to 20, rotated by a right angle around -20.
    const { left } = beyond(group([leaf(-60, 40, 80, 2, { rotation: 90 })], { shadows: [shadow(60, 0)] }));
    expect(left).toBeGreaterThanOrEqual(21);
    expect(left).toBeLessThan(32);
  });

  test("the outer shadow of a group inside needs room, and an inner one does not", () => {
    const inside = (inset: boolean) => group([leaf(10, 10, 10, 10)], { shadows: [shadow(-40, 0, { inset })] });
    const shadows = [shadow(60, 0)];
    expect(beyond(group([inside(false)], { shadows })).left).toBeGreaterThanOrEqual(30);
    expect(beyond(group([inside(true)], { shadows })).left).toBe(0);
  });

  test("the room is limited, and its place fits to its size", () => {
    const huge = [leaf(-20_000, -20_000, 40_000, 40_000)];
    const { grid, left, top } = roomFor(group(huge, { shadows: [shadow(9000, 9000)] }), GRID);
    expect(grid.width * grid.height).toBeLessThanOrEqual(32_000_000);
    expect(grid.width * grid.height).toBeGreaterThan(8_000_000);
    expect(grid.width - left).toBeLessThan(108);
    expect(grid.height - top).toBeLessThan(88);
    expect([grid.scaleX, grid.scaleY]).toEqual([1, 1]);
  });
});
