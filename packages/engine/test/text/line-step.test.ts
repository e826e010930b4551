import { describe, expect, test } from "@jest/globals";
import { type Paragraph, PLAIN_STYLE, type PreparedText, type TextRun } from "../../src/text/prepared-text.js";
import { lineScale, lineStepPx, stackLines } from "../../src/text/line-step.js";
import { layOut, specOf } from "./text-support.js";

const prepared = (minLineStep: number) => ({ minLineStep }) as PreparedText;
const spec = specOf("", { line_height: 1.2 });

describe("stackLines", () => {
  test("a line begins where the one before it ends, and large letters make a line higher", () => {
    expect(stackLines(prepared(0), spec, 10, [1, 2, 1])).toEqual({
      tops: [0, 12, 36],
      heights: [12, 24, 12],
      height: 48,
    });
  });

  test("lines with marks are farther apart, but the last line is not higher", () => {
    // 10 · 1.26 is rounded up to 13 pixels.
    expect(stackLines(prepared(1.26), spec, 10, [1, 2, 1])).toEqual({
      tops: [0, 13, 37],
      heights: [12, 24, 12],
      height: 49,
    });
  });

  test("a text without lines has no height", () => {
    expect(stackLines(prepared(1.26), spec, 10, [])).toEqual({ tops: [], heights: [], height: 0 });
  });
});

describe("lineStepPx", () => {
  test("the distance of two baselines is the height of a line, unless marks need more", () => {
    expect(lineStepPx(prepared(1.19), spec, 10)).toBe(12);
    expect(lineStepPx(prepared(1.21), spec, 10)).toBe(13);
    expect(lineStepPx(prepared(0), { ...spec, line_height: 0.01 }, 10)).toBe(1);
  });
});

describe("lineScale", () => {
  const run = (first: number, end: number, scale: number) =>
    ({ first, end, style: { ...PLAIN_STYLE, scale } }) as TextRun;
  const paragraph = { runs: [run(0, 3, 3), run(3, 6, 0.5), run(6, 9, 2)] } as unknown as Paragraph;

  test.each([
    [0, 3, 3],
    [3, 6, 0.5],
    [2, 6, 3],
    [3, 7, 2],
    [5, 6, 0.5],
    [6, 6, 1],
  ])("a line of the letters %d to %d has the size %d of its largest letters", (first, end, scale) => {
    expect(lineScale(paragraph, { first, end, hyphen: false })).toBe(scale);
  });
});

describe("the lines of scripts with marks above and below", () => {
  /** The distance of two lines that are set very tight, in font sizes. */
  const stepOf = (text: string) => {
    const [first, second] = layOut(text, { font_size: 100, line_height: 0.5 }).lines;
    return ((second?.top ?? 0) - (first?.top ?? 0)) / 100;
  };

  test("Thai letters without marks need only their own height", () => {
    // A Thai letter is about as high as a small Latin letter.
    expect(stepOf("กก\nกก")).toBeGreaterThan(0.5);
    expect(stepOf("กก\nกก")).toBeLessThan(0.8);
  });

  test("a Latin letter among them needs the room of capitals and descenders", () => {
    expect(stepOf("กa\nกa")).toBeGreaterThan(1);
    expect(stepOf("กa\nกa")).toBeLessThan(1.1);
    expect(stepOf("a\na")).toBe(0.5);
  });

  test("a mark above and a mark below make the distance larger", () => {
    expect(stepOf("กู\nกู")).toBeGreaterThan(stepOf("ก\nก") + 0.1);
    expect(stepOf("กี้\nกี้")).toBeGreaterThan(stepOf("ก\nก") + 0.3);
  });

  test("any number of stacked marks needs at most a few font sizes", () => {
    const stacked = `ก${"\u0e49".repeat(60)}`;
    expect(stepOf(`${stacked}\nก`)).toBeGreaterThan(2);
    expect(stepOf(`${stacked}\nก`)).toBeLessThan(3);
  });
});
