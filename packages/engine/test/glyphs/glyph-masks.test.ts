import { describe, expect, test } from "@jest/globals";
import { deviceGrid } from "../../src/frame/device-grid.js";
import { drawSvg } from "../../src/frame/rasterize.js";
import { shadesOf } from "../../src/frame/shades.js";
import { addMask, type PlacedMask, shareInk } from "../../src/glyphs/glyph-mask.js";
import { joinGlyphs } from "../../src/glyphs/join-glyphs.js";
import { maskGridOf } from "../../src/glyphs/mask-grid.js";
import { splitAtTurns } from "../../src/text/level-curves.js";

/** A mask of one row. */
function row(left: number, ...coverage: readonly number[]): PlacedMask {
  const size = { width: coverage.length, height: 1 };
  return { left, top: 0, mask: { left: 0, top: 0, ...size, coverage: Uint8Array.from(coverage) } };
}

/** The box of a glyph between two places on the row of pixels. */
const box = (from: number, to: number) => ({ x: from, y: 0, width: to - from, height: 1 });

describe("masks of glyphs", () => {
  test("the coverage of a pixel that two letters touch is the sum of both, and at most the whole pixel", () => {
    const coverage = new Uint8Array(4);
    const area = { left: 10, top: 0, width: 4, height: 1 };
    addMask(area, coverage, row(9, 50, 255, 100, 128));
    addMask(area, coverage, row(11, 30, 128, 7, 9));
    expect([...coverage]).toEqual([255, 130, 255, 7]);
  });

  test("two masks share ink only where both cover a part of the same pixel", () => {
    expect(shareInk(row(0, 9, 0), row(1, 9, 9))).toBe(false);
    expect(shareInk(row(0, 9, 1), row(1, 9, 9))).toBe(true);
    expect(shareInk(row(0, 9, 9), row(2, 9, 9))).toBe(false);
  });

  test("glyphs are joined if their boxes overlap and both have ink in one pixel, even through a third one", () => {
    const apart = joinGlyphs([box(0, 1.5), box(1.5, 3)], [row(0, 255, 128), row(1, 128, 255)]);
    expect(apart).toEqual([[0], [1]]);
    const kerned = joinGlyphs([box(0, 2), box(1, 3)], [row(0, 255, 0), row(1, 128, 255)]);
    expect(kerned).toEqual([[0], [1]]);
    const chain = joinGlyphs(
      [box(3, 5), box(0, 2), box(1, 4), box(8, 9)],
      [row(3, 255, 255), row(0, 255, 255), row(1, 255, 255, 255), row(8, 255)],
    );
    expect(chain).toEqual([[0, 1, 2], [3]]);
  });

  test("thousands of letters in one place are one path, which is found without comparing all pairs", () => {
    const ink = row(0, ...Array.from({ length: 9000 }, (_, index) => (index % 2 === 0 ? 255 : 0)));
    const noInk = { ...ink, mask: { ...ink.mask, coverage: new Uint8Array(9000) } };
    const masks = Array.from({ length: 20_000 }, (_, index) => (index === 0 ? ink : noInk));
    const groups = joinGlyphs(
      masks.map(() => box(0, 9000)),
      masks,
    );
    expect(groups.map(({ length }) => length)).toEqual([20_000]);
  });

  test("the places of masks repeat at whole pixels of the picture, unless the scale is not a multiple of a quarter", () => {
    const periods = [1, 3, 1.5, 1.25, 1.1].map((scale) => maskGridOf(deviceGrid({ width: 400, height: 400 }, scale)));
    expect(periods.map((grid) => grid?.periodX)).toEqual([100, 100, 200, 400, undefined]);
  });

  test.each(["#000000", "#ff8000", "rgba(13, 200, 77, 0.5)", "rgba(255, 255, 255, 0.1)", "rgba(201, 3, 99, 0.301)"])(
    "the shades of the color %s are those of the rasterizer",
    async (color) => {
      const [, red, green, blue, alpha = "1"] = /rgba\((\d+), (\d+), (\d+), ([\d.]+)\)/.exec(color) ?? [];
      const fill = red === undefined ? color : `rgb(${red},${green},${blue})`;
      const triangle = 'd="M0 0L40 7L3 40z"';
      const size = { width: 40, height: 40 };
      const black = await drawSvg(`<path ${triangle}/>`, size);
      const colored = await drawSvg(`<path ${triangle} fill="${fill}" fill-opacity="${alpha}"/>`, size);
      const shades = shadesOf(color);
      expect(new Set(black).size).toBeGreaterThan(20);
      expect(black.map((pixel) => shades[pixel >>> 24] ?? 0)).toEqual(colored);
    },
  );
});

describe("splitAtTurns", () => {
  test("a curve is split where it turns, and both parts are horizontal there", () => {
    expect(splitAtTurns([0, 0], [10, 20, 20, 0])).toEqual([
      [5, 10, 10, 10],
      [15, 10, 20, 0],
    ]);
  });

  test("a cubic curve that turns twice has three parts that are horizontal where they meet", () => {
    const pieces = splitAtTurns([0, 0], [100, 300, 200, -200, 300, 100]);
    expect(pieces).toHaveLength(3);
    const [first = [], second = [], third = []] = pieces;
    expect([first[3], second[1]]).toEqual([first[5], first[5]]);
    expect([second[3], third[1]]).toEqual([second[5], second[5]]);
    expect(third.slice(-2)).toEqual([300, 100]);
  });

  test("lines, and curves that do not turn, stay as they are", () => {
    expect(splitAtTurns([0, 0], [10, 20])).toEqual([[10, 20]]);
    expect(splitAtTurns([0, 0], [0, 10, 20, 10])).toEqual([[0, 10, 20, 10]]);
    expect(splitAtTurns([0, 0], [0, 5, 5, 10, 20, 10])).toEqual([[0, 5, 5, 10, 20, 10]]);
  });
});
