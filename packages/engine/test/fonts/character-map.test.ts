import { deflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { readCharacterMap } from "../../src/fonts/character-map.js";
import { findRange } from "../../src/fonts/find-range.js";
import { outlinePoints } from "../../src/fonts/outline-points.js";
import { hasItalics, isCursive, isStacked, scriptOf } from "../../src/fonts/script.js";
import type { Sfnt } from "../../src/fonts/sfnt.js";
import { isFixedWidthSpace } from "../../src/fonts/spaces.js";

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(Math.floor(value / 65_536), value % 65_536));
const tag = (text: string) => [...Buffer.from(text, "latin1")];

/** A `cmap` table with one subtable (OpenType 1.9). */
const cmapOf = (subtable: number[]) => [...u16(0, 1), ...u16(3, 1), ...u32(12), ...subtable];

/** A font of an empty table and `cmap`. */
function plainFont(cmap: number[]): Buffer {
  const head = [...u32(0x00010000), ...u16(2, 0, 0, 0)];
  const start = 12 + 2 * 16;
  const entries = [...tag("abcd"), ...u32(0, start, 0), ...tag("cmap"), ...u32(0, start, cmap.length)];
  return Buffer.from([...head, ...entries, ...cmap]);
}

function woffFont(cmap: number[], isPacked: boolean): Buffer {
  const stored = isPacked ? [...deflateSync(Buffer.from(cmap))] : cmap;
  const head = [...tag("wOFF"), ...u32(0x00010000, 0), ...u16(1, 0), ...Array<number>(28).fill(0)];
  return Buffer.from([...head, ...tag("cmap"), ...u32(64, stored.length, cmap.length, 0), ...stored]);
}

/** Format 4 with the characters A to C, and G and I of three that have glyph IDs of their own. */
const FORMAT_4 = [
  ...u16(4, 0, 0, 6, 0, 0, 0),
  ...u16(0x43, 0x49, 0xffff),
  ...u16(0),
  ...u16(0x41, 0x47, 0xffff),
  // The delta of the last segment makes the glyph 0.
  ...u16(0xffff & (5 - 0x41), 0, 1),
  // The glyph IDs of the second segment are four bytes after its offset.
  ...u16(0, 4, 0),
  ...u16(7, 0, 8),
];
/** Format 12 with an emoji, and a group of two. */
const FORMAT_12 = [...u16(12, 0), ...u32(40, 0, 2), ...u32(0x41, 0x42, 3), ...u32(0x1f600, 0x1f600, 9)];

const known = (font: Buffer, characters: string) => {
  const has = readCharacterMap(font);
  return Array.from(characters)
    .filter((character) => has(character.codePointAt(0) ?? 0))
    .join("");
};

describe("readCharacterMap", () => {
  test("a segment of format 4 has glyphs by a delta, or by a list in which 0 is no glyph", () => {
    expect(known(plainFont(cmapOf(FORMAT_4)), "@ABCDFGHIJ\uffff")).toBe("ABCGI");
  });

  test("format 12 has characters beyond 65,535", () => {
    expect(known(plainFont(cmapOf(FORMAT_12)), "@ABC😀😁")).toBe("AB😀");
  });

  test("format 12 is preferred, because it has all characters", () => {
    const both = [...u16(0, 2), ...u16(3, 1), ...u32(20), ...u16(3, 10), ...u32(20 + FORMAT_4.length)];
    expect(known(plainFont([...both, ...FORMAT_4, ...FORMAT_12]), "ABCG😀")).toBe("AB😀");
  });

  test.each([true, false])("the table of a WOFF file can be packed: %s", (isPacked) => {
    const padded = [...cmapOf(FORMAT_12), ...Array<number>(100).fill(0)];
    expect(known(woffFont(padded, isPacked), "@ABC😀😁")).toBe("AB😀");
  });

  test("a font without a table that can be read is refused", () => {
    const [nothing, unknown] = [Buffer.from([...u32(0x00010000), ...u16(0, 0, 0, 0)]), cmapOf(u16(6, 0, 0))];
    expect(() => readCharacterMap(nothing)).toThrow("The font has no cmap table.");
    expect(() => readCharacterMap(plainFont(unknown))).toThrow("no cmap subtable of format 4 or 12");
  });
});

test("findRange finds the range of a code point, with both ends", () => {
  const ranges = [
    { first: 2, last: 2 },
    { first: 5, last: 9 },
    { first: 10, last: 12 },
    { first: 20, last: 30 },
  ];
  const places = [1, 2, 3, 4, 5, 9, 10, 12, 13, 19, 20, 30, 31];
  const found = places.map((at) => findRange<{ first: number; last: number }>(ranges, at)?.first ?? 0);
  expect(found).toEqual([0, 2, 0, 0, 5, 5, 10, 10, 0, 0, 20, 20, 0]);
  expect(findRange(ranges.slice(0, 0), 5)).toBeUndefined();
});

describe("outlinePoints", () => {
  /** A simple glyph: its number of contours, a box, and the last point of each contour. */
  const glyph = (contours: number, ...ends: number[]) => [...u16(contours & 0xffff, 0, 0, 0, 0), ...u16(...ends)];
  const fontOf = (loca: number[], glyf: number[], isLong: boolean) => {
    const head = [...Array<number>(50).fill(0), ...u16(isLong ? 1 : 0, 0)];
    const tables = Object.entries({ head, loca, glyf }).map(([name, data]) => ({ tag: name, data: Buffer.from(data) }));
    return { tables } as unknown as Sfnt;
  };
  // Two contours with 12 points, a composite glyph, and one contour with 5 points.
  const [one, composite, other] = [glyph(2, 3, 11), glyph(-1, 500, 500), glyph(1, 4)];
  const glyf = [...one, ...composite, ...other];

  test("the last point of the last contour of each simple glyph counts", () => {
    expect(outlinePoints(fontOf(u16(0, 7, 14), glyf, false))).toBe(17);
    expect(outlinePoints(fontOf(u32(0, 14, 28), glyf, true))).toBe(17);
  });

  test("a glyph that begins or ends beyond the table counts nothing", () => {
    expect(outlinePoints(fontOf(u16(0, 17, 20, 5000), glyf, false))).toBe(12);
    expect(outlinePoints(fontOf(u16(0), glyph(2, 3), false))).toBe(0);
    expect(outlinePoints(fontOf(u16(0), glyph(1, 0), false))).toBe(1);
    expect(outlinePoints(fontOf(u16(0), glyph(0, 9), false))).toBe(0);
  });

  test("a font without such outlines has no points", () => {
    expect(outlinePoints({ tables: [] } as unknown as Sfnt)).toBe(0);
  });
});

describe("scripts", () => {
  test.each([
    ["A", "Latn"],
    ["Z", "Latn"],
    ["a", "Latn"],
    ["z", "Latn"],
    ["@", "Zyyy"],
    ["[", "Zyyy"],
    ["`", "Zyyy"],
    ["{", "Zyyy"],
    ["7", "Zyyy"],
    ["é", "Latn"],
    ["ж", "Cyrl"],
    ["Ω", "Grek"],
    ["ش", "Arab"],
    ["ש", "Hebr"],
    ["漢", "Hani"],
    ["か", "Hira"],
    ["カ", "Kana"],
    ["한", "Hang"],
    ["\u0301", "Zyyy"],
    ["😀", "Zyyy"],
    ["\u{10330}", "Zzzz"],
  ])("the script of %s is %s", (character, script) => {
    expect(scriptOf(character.codePointAt(0) ?? 0)).toBe(script);
  });

  test("Arabic is cursive, and scripts with marks on both sides are stacked", () => {
    expect(["Arab", "Hebr", "Latn"].map(isCursive)).toEqual([true, false, false]);
    expect(["Arab", "Thai", "Deva", "Latn", "Hani", "Zyyy"].map(isStacked)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(["Latn", "Cyrl", "Grek", "Zyyy", "Arab", "Hani"].map(hasItalics)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("a font can make spaces of a fixed width, but not a no-break space", () => {
    const spaces = ["\u2000", "\u200a", "\u202f", "\u205f", "\u3000"];
    expect(spaces.every(isFixedWidthSpace)).toBe(true);
    expect([" ", "\u00a0", "\u200b", "\u1fff", "\u2000a"].some(isFixedWidthSpace)).toBe(false);
  });
});
