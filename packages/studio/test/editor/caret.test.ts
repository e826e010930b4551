import { expect, test } from "@jest/globals";
import { caretAt, lineOf, offsetAt, offsetBeside, selectedBoxes, type TextLine } from "../../src/editor/text/caret.js";

/** Two lines with characters of 10 pixels: "abc " and "de". */
const LINES: readonly TextLine[] = [
  {
    x: 100,
    y: 50,
    width: 30,
    height: 20,
    start: 0,
    end: 3,
    clusters: [0, 1, 2].map((start) => ({ start, end: start + 1, x: 100 + start * 10, width: 10, isRtl: false })),
  },
  {
    x: 100,
    y: 70,
    width: 20,
    height: 20,
    start: 4,
    end: 6,
    clusters: [4, 5].map((start) => ({ start, end: start + 1, x: 100 + (start - 4) * 10, width: 10, isRtl: false })),
  },
];

/** A line from right to left with three characters. The first character is at the right edge. */
const RTL: readonly TextLine[] = [
  {
    x: 100,
    y: 50,
    width: 30,
    height: 20,
    start: 0,
    end: 3,
    clusters: [2, 1, 0].map((start, place) => ({ start, end: start + 1, x: 100 + place * 10, width: 10, isRtl: true })),
  },
];

test.each([
  [0, { x: 100, y: 50, height: 20 }],
  [2, { x: 120, y: 50, height: 20 }],
  [3, { x: 130, y: 50, height: 20 }],
  [4, { x: 100, y: 70, height: 20 }],
  [6, { x: 120, y: 70, height: 20 }],
  [9, { x: 120, y: 70, height: 20 }],
])("the caret at the offset %d is at the edge of its character", (offset, expected) => {
  expect(caretAt(LINES, offset)).toEqual(expected);
});

test("a text from right to left begins at its right edge and ends at its left one", () => {
  expect(caretAt(RTL, 0)?.x).toBe(130);
  expect(caretAt(RTL, 3)?.x).toBe(100);
  expect(offsetAt(RTL, { x: 128, y: 60 })).toBe(0);
});

test("an offset in a mark that is not drawn is at the end of the character before it, or at the beginning of the line", () => {
  const bold: TextLine = {
    ...(LINES[0] as TextLine),
    start: 0,
    end: 9,
    clusters: [
      { start: 2, end: 3, x: 100, width: 10, isRtl: false },
      { start: 5, end: 6, x: 110, width: 10, isRtl: false },
    ],
  };
  expect([0, 1, 2, 3, 4, 5, 9].map((offset) => caretAt([bold], offset)?.x)).toEqual([
    100, 100, 100, 110, 110, 110, 120,
  ]);
});

test("a line without a character has the caret at its beginning", () => {
  const empty: TextLine = { x: 40, y: 10, width: 0, height: 20, start: 0, end: 0, clusters: [] };
  expect(caretAt([empty], 0)).toEqual({ x: 40, y: 10, height: 20 });
  expect(caretAt([], 0)).toBeUndefined();
});

test("a point leads to the nearest edge in its line, even above the first line and below the last one", () => {
  expect(offsetAt(LINES, { x: 114, y: 55 })).toBe(1);
  expect(offsetAt(LINES, { x: 116, y: 0 })).toBe(2);
  expect(offsetAt(LINES, { x: 500, y: 500 })).toBe(6);
});

test("the lines above and below keep the place of the caret, and end at the text", () => {
  expect(lineOf(LINES, 3)).toBe(0);
  expect(offsetBeside(LINES, 1, 1, 110)).toBe(5);
  expect(offsetBeside(LINES, 5, -1, 110)).toBe(1);
  expect(offsetBeside(LINES, 5, 1, 110)).toBeUndefined();
});

test("a selection over two lines has one box in each of them", () => {
  expect(selectedBoxes(LINES, 1, 5)).toEqual([
    { x: 110, y: 50, width: 20, height: 20 },
    { x: 100, y: 70, width: 10, height: 20 },
  ]);
});
