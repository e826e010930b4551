import { describe, expect, test } from "@jest/globals";
import { deviceGrid } from "../../src/frame/device-grid.js";
import type { Stencil } from "../../src/frame/tile.js";
import { cellOf, cellRect } from "../../src/glyphs/cell.js";
import { drawLetters } from "../../src/glyphs/draw-letters.js";
import { boundsOfParts, drawParts } from "../../src/glyphs/draw-parts.js";
import { drawMasks } from "../../src/glyphs/draw-masks.js";
import { addMask, bytesOfMask, type GlyphMask, shareInk } from "../../src/glyphs/glyph-mask.js";
import { type MaskGrid, maskGridOf } from "../../src/glyphs/mask-grid.js";
import { ByteCache } from "../../src/shared/byte-cache.js";
import { UNLIMITED } from "../../src/shared/work.js";
import type { Part } from "../../src/text/part.js";
import type { GlyphOutline } from "../../src/text/outlines.js";
import { placeGlyph } from "../../src/text/placed-glyph.js";

/** A letter that is a black rectangle of whole pixels around a point. */
function block(left: number, top: number, width: number, height: number, key = "block"): GlyphOutline {
  const tail = `h${width}v${height}h${-width}z`;
  return {
    key: `${key} ${left} ${top} ${width} ${height}`,
    tail,
    startX: left,
    startY: top,
    left,
    top,
    right: left + width,
    bottom: top + height,
    reach: 0,
  };
}

const GRID: MaskGrid = maskGridOf(deviceGrid({ width: 100, height: 80 }, 1)) ?? {
  scaleX: 1,
  scaleY: 1,
  periodX: 100,
  periodY: 100,
};
const DOUBLE: MaskGrid = { ...GRID, scaleX: 2, scaleY: 2 };

describe("cells", () => {
  const letter = block(0, -6, 4, 6);

  test("a letter has the same mask at each whole pixel, and another one between pixels", () => {
    const cell = cellOf([placeGlyph(letter, 12.25, 30.4)], GRID);
    const [same, other] = [
      cellOf([placeGlyph(letter, 50.25, 7.4)], GRID),
      cellOf([placeGlyph(letter, 12.5, 30.4)], GRID),
    ];
    expect([cell.left, cell.top]).toEqual([12, 30]);
    expect([same.left, same.top]).toEqual([50, 7]);
    expect(same.key).toBe(cell.key);
    expect(other.key).not.toBe(cell.key);
    expect(cellOf([placeGlyph(letter, -0.25, -1.5)], GRID)).toMatchObject({ left: -1, top: -2 });
  });

  test("the place of a cell is in pixels of the picture, and other scales and outlines have masks of their own", () => {
    const glyph = placeGlyph(letter, 12.25, 30.4);
    expect(cellOf([glyph], DOUBLE)).toMatchObject({ left: 24, top: 60 });
    const keys = [GRID, DOUBLE].map((grid) => cellOf([glyph], grid).key);
    keys.push(cellOf([placeGlyph(block(0, -6, 4, 7), 12.25, 30.4)], GRID).key);
    keys.push(cellOf([glyph, placeGlyph(letter, 14, 30.4)], GRID).key);
    keys.push(cellOf([glyph, placeGlyph(letter, 15, 30.4)], GRID).key);
    expect(new Set(keys).size).toBe(5);
  });

  test("a cell contains all pixels that its letters touch, and the control points of their curves", () => {
    const cell = cellOf([placeGlyph(letter, 12.25, 30.4), placeGlyph(letter, 17, 31)], GRID);
    // From 0.25 to 4.75 + 4, and from 0.4 - 6 to 1.
    expect(cellRect(cell, GRID)).toEqual({ left: 0, top: -6, width: 9, height: 7 });
    expect(cellRect(cellOf([placeGlyph({ ...letter, reach: 2 }, 12, 30)], GRID), GRID)).toEqual({
      left: -2,
      top: -8,
      width: 8,
      height: 10,
    });
    expect(cellRect(cellOf([placeGlyph(letter, 12.25, 30)], DOUBLE), DOUBLE)).toEqual({
      left: 0,
      top: -12,
      width: 9,
      height: 12,
    });
  });
});

describe("masks", () => {
  const mask = (left: number, top: number, width: number, coverage: readonly number[]) => ({
    left,
    top,
    mask: { left: 0, top: 0, width, height: coverage.length / width, coverage: Uint8Array.from(coverage) },
  });

  test("the memory of a mask grows with its pixels", () => {
    const bytes = (pixels: number) =>
      bytesOfMask({ left: 0, top: 0, width: pixels, height: 1, coverage: new Uint8Array(pixels) });
    expect(bytes(1000) - bytes(0)).toBe(1000);
    expect(bytes(0)).toBeGreaterThan(100);
  });

  test("two masks of several rows share ink only in one pixel of the picture", () => {
    const one = mask(10, 20, 3, [0, 0, 0, 0, 0, 9, 0, 0, 0]);
    // The pixel of the first mask is at 12, 21.
    expect(shareInk(one, mask(12, 21, 2, [5, 0, 0, 0]))).toBe(true);
    expect(shareInk(mask(11, 19, 2, [0, 0, 0, 0, 0, 5]), one)).toBe(true);
    expect(shareInk(one, mask(12, 21, 2, [0, 5, 5, 5]))).toBe(false);
    expect(shareInk(one, mask(12, 20, 1, [5, 0, 5]))).toBe(false);
    expect(shareInk(one, mask(11, 20, 2, [5, 5, 5, 0]))).toBe(false);
    expect(shareInk(one, mask(13, 20, 1, [5, 5, 5]))).toBe(false);
    expect(shareInk(one, mask(10, 23, 3, [5, 5, 5]))).toBe(false);
  });

  test("a mask is added to the rows and columns of an area that it covers", () => {
    const area = { left: 10, top: 20, width: 3, height: 3 };
    const coverage = Uint8Array.of(1, 1, 1, 1, 1, 252, 1, 1, 1);
    addMask(area, coverage, mask(11, 19, 3, [9, 9, 9, 2, 3, 4, 0, 5, 6]));
    expect([...coverage]).toEqual([1, 3, 4, 1, 1, 255, 1, 1, 1]);
    addMask(area, coverage, mask(8, 22, 3, [7, 7, 7, 7, 7, 7]));
    expect([...coverage]).toEqual([1, 3, 4, 1, 1, 255, 8, 1, 1]);
    addMask(area, coverage, mask(13, 20, 1, [9, 9, 9]));
    expect([...coverage]).toEqual([1, 3, 4, 1, 1, 255, 8, 1, 1]);
  });
});

describe("drawMasks", () => {
  test("each of many cells gets its own pixels, although they are drawn together", async () => {
    // More letters than one sheet has room for, of different sizes, and one that is wider than a sheet.
    const outlines = Array.from({ length: 300 }, (_, index) =>
      block(1, -2, 3 + (index % 40), 2 + (index % 31), `${index}`),
    );
    outlines.push(block(0, 0, 1500, 3, "wide"), block(0, 0, 4, 400, "high"), block(0, 0, 2, 2, "last"));
    const cells = outlines.map((outline) => cellOf([placeGlyph(outline, 0, 0)], GRID));
    const masks = await drawMasks(cells, GRID, UNLIMITED);
    expect(masks.size).toBe(cells.length);
    for (const [index, { left, top, right, bottom }] of outlines.entries()) {
      const mask = masks.get(cells[index]?.key ?? "");
      expect(mask).toMatchObject({ left, top, width: right - left, height: bottom - top });
      expect(mask?.coverage.every((value) => value === 255)).toBe(true);
    }
  });

  test("a letter between pixels covers parts of them, at the scale of the picture", async () => {
    const cell = cellOf([placeGlyph(block(0, 0, 1, 1), 3.25, 5.5)], GRID);
    const mask = (await drawMasks([cell], GRID, UNLIMITED)).get(cell.key);
    expect(mask).toMatchObject({ left: 0, top: 0, width: 2, height: 2 });
    // Three quarters and a quarter across, and a half down.
    const expected = [0.375, 0.125, 0.375, 0.125].map((share) => share * 255);
    mask?.coverage.forEach((value, index) => expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(4));
    const double = cellOf([placeGlyph(block(0, 0, 1, 1), 3.5, 5)], DOUBLE);
    const large = (await drawMasks([double], DOUBLE, UNLIMITED)).get(double.key);
    expect(large).toMatchObject({ left: 1, top: 0, width: 2, height: 2, coverage: new Uint8Array(4).fill(255) });
  });
});

const bounds = { x: 0, y: 0, width: 100, height: 80 };
const area = { left: 8, top: 20, width: 8, height: 3 };

describe("drawLetters", () => {
  const toolsWith = (masks: ByteCache<GlyphMask>) => ({ grid: GRID, masks, spend: UNLIMITED });
  const rowsOf = ({ coverage, width }: Stencil) =>
    Array.from({ length: coverage.length / width }, (_, row) => [...coverage.subarray(row * width, (row + 1) * width)]);

  test("letters are drawn at their places, once more with the masks of the cache", async () => {
    const masks = new ByteCache<GlyphMask>(1_000_000);
    const letter = block(0, 0, 2, 2);
    const letters = {
      glyphs: [placeGlyph(letter, 9, 20), placeGlyph(letter, 13, 21)],
      color: "#f00",
      fontSize: 10,
      bounds,
    };
    const stencil = await drawLetters(letters, area, toolsWith(masks));
    expect(stencil).toMatchObject(area);
    expect(rowsOf(stencil)).toEqual([
      [0, 255, 255, 0, 0, 0, 0, 0],
      [0, 255, 255, 0, 0, 255, 255, 0],
      [0, 0, 0, 0, 0, 255, 255, 0],
    ]);
    // Red, green, blue and alpha of a covered pixel, from the lowest byte.
    expect(stencil.shades[255]).toBe(0xff0000ff);
    const { bytes } = masks;
    expect(bytes).toBeGreaterThan(0);
    expect(rowsOf(await drawLetters(letters, area, toolsWith(masks)))).toEqual(rowsOf(stencil));
    expect(masks.bytes).toBe(bytes);
  });

  test("the mask of a letter is beside its origin, where its ink is", async () => {
    const glyphs = [placeGlyph(block(2, -1, 1, 2), 9, 21), placeGlyph(block(-1, 1, 1, 1), 15, 21)];
    const letters = { glyphs, color: "#000", fontSize: 10, bounds };
    const stencil = await drawLetters(letters, area, toolsWith(new ByteCache<GlyphMask>(1_000_000)));
    expect(rowsOf(stencil)).toEqual([
      [0, 0, 0, 255, 0, 0, 0, 0],
      [0, 0, 0, 255, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 255, 0],
    ]);
  });

  test("more letters and a larger area are more work", async () => {
    const workOf = async (count: number, width: number) => {
      let sum = 0;
      const masks = new ByteCache<GlyphMask>(1_000_000);
      const glyphs = Array.from({ length: count }, () => placeGlyph(block(0, 0, 1, 1), 9, 20));
      const letters = { glyphs, color: "#000", fontSize: 10, bounds };
      // The second drawing has its masks in the cache.
      await drawLetters(letters, { ...area, width }, toolsWith(masks));
      await drawLetters(
        letters,
        { ...area, width },
        { ...toolsWith(masks), spend: (microseconds) => (sum += microseconds) },
      );
      return sum;
    };
    const one = await workOf(1, 8);
    expect(one).toBeGreaterThan(0);
    expect(await workOf(1, 1008)).toBeGreaterThan(one + 1);
    expect(await workOf(1, 2008)).toBeCloseTo(one + 2 * ((await workOf(1, 1008)) - one), 6);
  });

  test("letters that overlap in a part of a pixel are one shape, and letters that touch there are added", async () => {
    const [masks, half] = [new ByteCache<GlyphMask>(1_000_000), block(0, 0, 0.5, 3)];
    const coverageOf = async (...xs: number[]) => {
      const glyphs = xs.map((x) => placeGlyph(half, x, 20));
      const stencil = await drawLetters({ glyphs, color: "#000", fontSize: 10, bounds }, area, toolsWith(masks));
      return stencil.coverage[1] ?? NaN;
    };
    expect(Math.abs((await coverageOf(9, 9.5)) - 255)).toBeLessThan(3);
    expect(Math.abs((await coverageOf(9, 9.25)) - 191)).toBeLessThan(4);
    expect(Math.abs((await coverageOf(9)) - 128)).toBeLessThan(3);
  });
});

describe("drawParts", () => {
  const letter = block(0, 0, 2, 2);
  const letters = {
    glyphs: [placeGlyph(letter, 9, 20)],
    color: "#00f",
    fontSize: 10,
    bounds: { x: 9, y: 20, width: 2, height: 2 },
  };
  const under = { svg: '<path d="M8 20H12V22H8Z" fill="#f00"/>', bounds: { x: 8, y: 20, width: 4, height: 2 } };
  const fragmentOf = (parts: readonly Part[]) => ({
    svg: parts.map((part) => ("svg" in part ? part.svg : '<path d="M9 20h2v2h-2z" fill="#0000ff"/>')).join(""),
    bounds: { x: 8, y: 20, width: 4, height: 2 },
    opacity: 0.5,
  });
  const draw = async (parts: readonly Part[], scale = 1, document = { width: 100, height: 80 }) => {
    const tools = { grid: deviceGrid(document, scale), masks: new ByteCache<GlyphMask>(1_000_000), spend: UNLIMITED };
    return { drawings: await drawParts(fragmentOf(parts), parts, tools), masks: tools.masks };
  };

  test("letters alone are a stencil with the opacity of their layer", async () => {
    const { drawings } = await draw([letters]);
    expect(drawings).toHaveLength(1);
    expect(drawings[0]).toMatchObject({ left: 8, top: 20, width: 4, height: 2, opacity: 0.5 });
    expect([...(drawings[0] as Stencil).coverage]).toEqual([0, 255, 255, 0, 0, 255, 255, 0]);
  });

  test("letters over something else are blended on one tile", async () => {
    const { drawings } = await draw([under, letters]);
    const [red, blue] = [0xff0000ff, 0xffff0000];
    expect(drawings).toHaveLength(1);
    expect(drawings[0]).toMatchObject({ left: 8, top: 20, width: 4, height: 2, opacity: 0.5 });
    expect(drawings[0]).toMatchObject({ pixels: Uint32Array.of(red, blue, blue, red, red, blue, blue, red) });
  });

  test.each<[string, Part[], number, { width: number; height: number }?]>([
    ["very large letters", [{ ...letters, fontSize: 1000 }], 1],
    ["letters that are far away", [{ ...letters, bounds: { ...letters.bounds, x: 5000 } }], 1],
    ["letters that are far below", [{ ...letters, bounds: { ...letters.bounds, y: 5000 } }], 1],
    ["letters at an odd scale", [letters], 1.1],
  ])("%s need no masks", async (_, parts, scale) => {
    const { drawings } = await draw(parts, scale);
    expect(drawings).toHaveLength(1);
    expect(drawings[0]).not.toHaveProperty("coverage");
    expect(drawings[0]).toMatchObject({ opacity: 0.5 });
  });

  test("the size of letters counts in pixels of the picture", async () => {
    const large = [{ ...letters, fontSize: 200 }];
    expect((await draw(large, 1)).drawings[0]).toHaveProperty("coverage");
    expect((await draw(large, 4)).drawings[0]).not.toHaveProperty("coverage");
  });

  test("a layer outside of the picture draws nothing", async () => {
    const outside = { ...under, bounds: { ...under.bounds, x: 200 } };
    const tools = {
      grid: deviceGrid({ width: 100, height: 80 }, 1),
      masks: new ByteCache<GlyphMask>(1000),
      spend: UNLIMITED,
    };
    expect(await drawParts(outside, [outside], tools)).toEqual([]);
  });

  test("a filter of a part needs one more pixel on each side", () => {
    const grid = deviceGrid({ width: 100, height: 80 }, 2);
    expect(boundsOfParts(bounds, [letters, under], grid)).toEqual(bounds);
    const filtered = { ...under, svg: '<filter id="b"></filter>' };
    expect(boundsOfParts(bounds, [letters, filtered], grid)).toEqual({ x: -0.5, y: -0.5, width: 101, height: 81 });
  });
});
