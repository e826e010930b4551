import { describe, expect, test } from "@jest/globals";
import { castOuterShadows, castShadows } from "../../src/frame/cast-shadows.js";
import type { DeviceRect } from "../../src/frame/device-grid.js";
import type { DeviceShadow } from "../../src/frame/device-shadow.js";
import { bytesOf, type Tile } from "../../src/frame/tile.js";

const AREA = { left: 0, top: 0, width: 7, height: 5 };
const WHITE = 0xffffffff;
const NAMES = new Map([
  ["0,0,0,0", "."],
  ["255,255,255,255", "w"],
  ["255,0,0,255", "r"],
  ["0,0,255,255", "b"],
  ["0,0,0,255", "k"],
]);

const square = (left: number, top: number, side: number): Tile => {
  return { left, top, width: side, height: side, pixels: new Uint32Array(side * side).fill(WHITE) };
};
const shadow = (more: Partial<DeviceShadow> = {}): DeviceShadow => {
  return { color: "#ff0000", x: 0, y: 0, deviationX: 0, deviationY: 0, spread: 0, isInner: false, ...more };
};

/** A letter for each pixel, in rows. */
function rowsOf(tile: Tile): string[] {
  const bytes = bytesOf(tile);
  const letters = Array.from({ length: tile.width * tile.height }, (_, index) => {
    return NAMES.get([...bytes.subarray(index * 4, index * 4 + 4)].join(",")) ?? "?";
  });
  return Array.from({ length: tile.height }, (_, row) => {
    return letters.slice(row * tile.width, (row + 1) * tile.width).join("");
  });
}

const cast = (tile: Tile, shadows: readonly DeviceShadow[], area: DeviceRect = AREA) =>
  rowsOf(castShadows(tile, shadows, area, () => undefined));

describe("castShadows", () => {
  test("a shadow is beneath its tile, to the right and below by its offset", () => {
    expect(cast(square(1, 1, 2), [shadow({ x: 3, y: 2 })])).toEqual([
      ".......",
      ".ww....",
      ".ww....",
      "....rr.",
      "....rr.",
    ]);
    expect(cast(square(1, 1, 2), [shadow({ x: 1, y: 1 })])).toEqual([
      ".......",
      ".ww....",
      ".wwr...",
      "..rr...",
      ".......",
    ]);
  });

  test("the first shadow is on top", () => {
    const both = [shadow({ x: 2 }), shadow({ x: 3, color: "#0000ff" })];
    expect(cast(square(1, 1, 2), both)[1]).toBe(".wwrrb.");
    expect(cast(square(1, 1, 2), [...both].reverse())[1]).toBe(".wwrbb.");
  });

  test("an inner shadow is inside of its tile, on the side that its offset comes from", () => {
    const inner = (more: Partial<DeviceShadow>) => cast(square(1, 1, 3), [shadow({ isInner: true, ...more })]);
    expect(inner({ x: 1 })).toEqual([".......", ".rww...", ".rww...", ".rww...", "......."]);
    expect(inner({ x: -1, y: 1 })).toEqual([".......", ".rrr...", ".wwr...", ".wwr...", "......."]);
  });

  test("an inner shadow grows inwards by its spread", () => {
    const rows = cast(square(1, 1, 3), [shadow({ isInner: true, spread: 1 })]);
    expect(rows).toEqual([".......", ".rrr...", ".rwr...", ".rrr...", "......."]);
  });

  test("inner shadows are over the tile and outer ones beneath it", () => {
    const shadows = [shadow({ x: 1, isInner: true, color: "#0000ff" }), shadow({ x: 2 })];
    expect(cast(square(1, 1, 2), shadows)[1]).toBe(".bwrr..");
  });

  test("a shadow without a color is not computed", () => {
    let work = 0;
    const invisible = [shadow({ x: 3, color: "#ff000000" }), shadow({ color: "transparent", isInner: true })];
    const tile = castShadows(square(1, 1, 2), invisible, AREA, (us) => (work += us));
    expect(rowsOf(tile)[1]).toBe(".ww....");
    expect(work).toBe(0);
  });

  test("a tile outside of the area has shadows in it, but no inner ones", () => {
    const shadows = [shadow({ x: 5, y: 1 }), shadow({ isInner: true, x: 1 })];
    expect(cast(square(-3, 0, 2), shadows)).toEqual([".......", "..rr...", "..rr...", ".......", "......."]);
  });

  test("the shadows of a part of a tile are the same as those of all of it", () => {
    const blurred = { x: 1.5, y: -0.75, deviationX: 1.5, deviationY: 0.8, spread: 1 };
    const shadows = [shadow(blurred), shadow({ ...blurred, isInner: true, color: "#0000ff" })];
    const tile = square(6, 6, 8);
    const whole = castShadows(tile, shadows, { left: 0, top: 0, width: 20, height: 20 }, () => undefined);
    for (const [left, top] of [
      [3, 3],
      [9, 4],
      [11, 11],
    ] as const) {
      const part = castShadows(tile, shadows, { left, top, width: 6, height: 7 }, () => undefined);
      const same = Array.from(
        { length: 42 },
        (_, at) => whole.pixels[(top + Math.floor(at / 6)) * 20 + left + (at % 6)],
      );
      expect([...part.pixels]).toEqual(same);
    }
  });

  test("a blurred shadow has the same sum of alpha, around its offset", () => {
    const tile = square(10, 10, 6);
    const blurred = shadow({ x: 2, y: 1, deviationX: 2, deviationY: 1 });
    const { pixels } = castOuterShadows(tile, [blurred], { left: 0, top: 0, width: 30, height: 28 }, () => undefined);
    let [sum, x, y, wide] = [0, 0, 0, 0];
    pixels.forEach((pixel, at) => {
      const alpha = pixel >>> 24;
      sum += alpha;
      x += alpha * (at % 30);
      y += alpha * Math.floor(at / 30);
      wide += alpha * ((at % 30) - 14.5) ** 2;
    });
    expect(Math.abs(sum / (36 * 255) - 1)).toBeLessThan(0.01);
    // The middle of pixels 10 to 15, moved by 2 and 1.
    expect([x / sum, y / sum]).toEqual([expect.closeTo(14.5, 1), expect.closeTo(13.5, 1)]);
    // The variances of a box of 6 pixels, which is 35 / 12, and of the blur, which is nearly 4.
    expect(Math.abs(wide / sum - (35 / 12 + 4))).toBeLessThan(0.4);
  });

  test("each shadow counts its own pixels", () => {
    const workOf = (shadows: DeviceShadow[], area: DeviceRect) => {
      let work = 0;
      castShadows(square(1, 1, 2), shadows, area, (us) => (work += us));
      return work;
    };
    const one = workOf([shadow({ x: 1 })], AREA);
    expect(one).toBeGreaterThan(0);
    expect(workOf([shadow({ x: 1 }), shadow({ x: 2 })], AREA)).toBeCloseTo(2 * one, 9);
    expect(workOf([shadow({ x: 1 })], { ...AREA, width: 700 })).toBeGreaterThan(50 * one);
  });
});

test("castOuterShadows leaves out the tile and inner shadows", () => {
  const shadows = [shadow({ x: 1, y: 1 }), shadow({ x: 1, isInner: true, color: "#0000ff" })];
  expect(rowsOf(castOuterShadows(square(1, 1, 2), shadows, AREA, () => undefined))).toEqual([
    ".......",
    ".......",
    "..rr...",
    "..rr...",
    ".......",
  ]);
});
