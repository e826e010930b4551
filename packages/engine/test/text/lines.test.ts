import { describe, expect, test } from "@jest/globals";
import { layOut, linesOf } from "./text-support.js";

/** All letters of JetBrains Mono are 0.6 em wide (600 of 1000 in its `hmtx` table), so six pixels each at 10 px. */
const MONO = { font_family: "JetBrains Mono", font_size: 10, line_height: 1 } as const;
const mono = (text: string, columns: number, attributes = {}, rows = 50) =>
  linesOf(text, { ...MONO, ...attributes }, { width: columns * 6, height: rows * 10 });

describe("line breaks", () => {
  test("lines are broken between words, and each line has as many words as fit", () => {
    expect(mono("aaa bbb ccc", 7)).toEqual(["aaa bbb", "ccc"]);
    expect(mono("aaa bbb ccc", 6)).toEqual(["aaa", "bbb", "ccc"]);
    expect(mono("aaa bbb ccc", 11)).toEqual(["aaa bbb ccc"]);
  });

  test("lines are broken at the author's line breaks, and empty lines and leading spaces are kept", () => {
    expect(mono("a\n\n  b\r\nc\u2028d", 20)).toEqual(["a", "", "  b", "c", "d"]);
  });

  test("spaces at a line break hang over the end of the line and do not start the next one", () => {
    expect(mono("aaa    bbb", 4)).toEqual(["aaa", "bbb"]);
  });

  test("lines are not broken at a no-break space or before closing punctuation", () => {
    expect(mono("aa 10\u00a0km", 6)).toEqual(["aa", "10\u00a0km"]);
    expect(mono("aa (bb)!", 6)).toEqual(["aa", "(bb)!"]);
  });

  test("lines can be broken after hyphens and slashes (UAX #14)", () => {
    expect(mono("well-known", 6)).toEqual(["well-", "known"]);
    expect(mono("and/or", 4)).toEqual(["and/", "or"]);
  });

  test("a soft hyphen is drawn only where a line is broken at it", () => {
    expect(mono("hy\u00adphen\u00adation", 8).map((line) => line.replaceAll(" ", ""))).toEqual(["hyphen-", "ation"]);
    expect(layOut("hy\u00adphen", MONO).width).toBeCloseTo(6 * 6, 6);
  });

  test("a word that is wider than a line starts on a new line and is broken anywhere", () => {
    expect(mono("ab cdefghijkl mn", 5)).toEqual(["ab", "cdefg", "hijkl", "mn"]);
  });

  test("a letter that is wider than the box gets its own line", () => {
    expect(linesOf("WWW", { font_size: 100 }, { width: 10, height: 1000 })).toEqual(["W", "W", "W"]);
  });

  test("a ligature that is split by a line break becomes separate letters", () => {
    const lines = linesOf("ffi", { font_family: "Playfair Display", font_size: 100 }, { width: 40, height: 1000 });
    expect(lines).toEqual(["f", "f", "i"]);
  });

  test("Chinese lines are broken between characters, but not before a period", () => {
    const box = { width: 4 * 20, height: 500 };
    expect(linesOf("你好世界。你好", { font_size: 20 }, box)).toEqual(["你好世", "界。你好"]);
  });

  test("Thai lines are broken between words that have no space between them", () => {
    const { lines } = layOut("ภาษาไทย", { font_size: 40 }, { width: 100, height: 500 });
    // "ภาษา" and "ไทย": language and Thai.
    expect(lines).toHaveLength(2);
    const glyphs = lines.map((line) => line.runs.flatMap((run) => run.glyphs?.ids ?? []).length);
    expect(glyphs).toEqual([4, 3]);
  });
});

describe("text_wrap balance", () => {
  test("balanced lines have similar lengths and are as many as greedy lines", () => {
    expect(mono("aaaa bbbb cccc dd", 14)).toEqual(["aaaa bbbb cccc", "dd"]);
    expect(mono("aaaa bbbb cccc dd", 14, { text_wrap: "balance" })).toEqual(["aaaa bbbb", "cccc dd"]);
  });

  test("balanced lines do not break a word that fits into a line", () => {
    expect(mono("a bbbbbbbb", 8, { text_wrap: "balance" })).toEqual(["a", "bbbbbbbb"]);
  });

  test("each paragraph is balanced separately", () => {
    expect(mono("aa bb cc\naa", 7, { text_wrap: "balance" })).toEqual(["aa bb", "cc", "aa"]);
  });
});

describe("a text that is too long", () => {
  test("a text that is too long ends with an ellipsis in the last line that fits into the box", () => {
    expect(mono("aaa bbb ccc ddd", 7, {}, 2)).toEqual(["aaa bbb", "ccc ddd"]);
    expect(mono("aaa bbb ccc ddd eee", 7, {}, 2)).toEqual(["aaa bbb", "ccc dd…"]);
    expect(layOut("aaa bbb", MONO, { width: 18, height: 10 }).isCut).toBe(true);
  });

  test("max_lines cuts a text before the end of the box", () => {
    expect(mono("aaa bbb ccc", 3, { max_lines: 2 })).toEqual(["aaa", "bb…"]);
  });

  test("there is no space before the ellipsis of a cut text", () => {
    expect(mono("aaaa bbb\nc", 9, { max_lines: 1 })).toEqual(["aaaa bbb…"]);
    expect(mono("aaaa bbbbbb cc", 6, { max_lines: 1 })).toEqual(["aaaa…"]);
  });

  test("a text that is cut at the author's line break has an ellipsis too", () => {
    expect(mono("aa\nbb\ncc", 9, { max_lines: 2 })).toEqual(["aa", "bb…"]);
  });

  test("a box that is too low for a line still shows one line", () => {
    expect(linesOf("Hello", { font_size: 40 }, { width: 500, height: 10 })).toEqual(["Hello"]);
  });

  test("a cut text contains only whole graphemes", () => {
    const { lines } = layOut(
      "e\u0323\u0302e\u0323\u0302e\u0323\u0302 f",
      { font_size: 40, max_lines: 1 },
      { width: 90, height: 50 },
    );
    const [line] = lines;
    expect(line?.width).toBeLessThanOrEqual(90);
  });
});

describe("text_fit", () => {
  const LONG = "aaaa bbbb cccc dddd eeee ffff";

  test("text_fit shrink chooses the largest font size that fits, in steps of half a pixel", () => {
    // 20 columns of 0.6 em fit into 120 px at 10 px. At 10.5 px they are one column too wide.
    const layout = layOut("a".repeat(20), { ...MONO, font_size: 60, text_fit: "shrink" }, { width: 120, height: 500 });
    expect(layout.fontSize).toBe(10);
    expect(layout.lines).toHaveLength(1);
  });

  test("text_fit shrink makes several lines fit the height of the box", () => {
    const box = { width: 90, height: 30 };
    const { fontSize, lines } = layOut(LONG, { ...MONO, font_size: 60, text_fit: "shrink" }, box);
    // At 10.5 px a line has 14 columns for three words, so there are 2 lines. At 11 px it has 13, so there are 3 lines.
    expect([fontSize, lines.length]).toEqual([10.5, 2]);
  });

  test("text_fit shrink keeps a font size that fits", () => {
    expect(layOut("Hi", { font_size: 33, text_fit: "shrink" }, { width: 500, height: 100 }).fontSize).toBe(33);
  });

  test("text_fit shrink stops at min_font_size and cuts the text", () => {
    const attributes = { ...MONO, font_size: 60, min_font_size: 20, text_fit: "shrink" } as const;
    const { fontSize, isCut } = layOut(LONG, attributes, { width: 90, height: 30 });
    expect([fontSize, isCut]).toEqual([20, true]);
  });

  test("text_fit grow stops at max_font_size or at the size of the box", () => {
    const attributes = { ...MONO, text_fit: "grow" } as const;
    expect(layOut("aaaa", { ...attributes, max_font_size: 30 }, { width: 500, height: 500 }).fontSize).toBe(30);
    expect(layOut("aaaa", attributes, { width: 120, height: 500 }).fontSize).toBe(50);
  });

  test("text_fit grow keeps the font size of a text that does not fit", () => {
    const { fontSize, isCut } = layOut(LONG, { ...MONO, font_size: 40, text_fit: "grow" }, { width: 90, height: 30 });
    expect([fontSize, isCut]).toEqual([40, true]);
  });

  test("text_fit both grows and shrinks from any font size", () => {
    const fitted = (font_size: number, columns: number) =>
      layOut("a".repeat(columns), { ...MONO, font_size, text_fit: "both" }, { width: 120, height: 500 }).fontSize;
    expect([fitted(60, 20), fitted(10, 4)]).toEqual([10, 50]);
  });
});

describe("align and vertical_align", () => {
  const box = { width: 100, height: 100 };
  const xOf = (align: "left" | "center" | "right") => layOut("aa", { ...MONO, align }, box).lines[0]?.x;

  test("align puts lines to the left, the center or the right", () => {
    expect(["left", "center", "right"].map((align) => Math.round(xOf(align as "left") ?? -1))).toEqual([0, 44, 88]);
  });

  test("vertical_align puts the text to the top, the middle or the bottom", () => {
    const topOf = (vertical_align: "top" | "middle" | "bottom") =>
      layOut("a\nb", { ...MONO, vertical_align }, box).lines[0]?.top;
    expect([topOf("top"), topOf("middle"), topOf("bottom")]).toEqual([0, 40, 80]);
  });

  test("justified lines reach both edges, except the last line of a paragraph", () => {
    const { lines } = layOut("aa bb cc dd\nee ff", { ...MONO, align: "justify" }, { width: 60, height: 100 });
    expect(lines.map(({ x, width }) => [x, Math.round(width)])).toEqual([
      [0, 60],
      [0, 12],
      [0, 30],
    ]);
  });

  test("justified Chinese lines are stretched between characters", () => {
    const { lines } = layOut("你好世界你好世界", { font_size: 20, align: "justify" }, { width: 90, height: 100 });
    expect(lines.map(({ width }) => Math.round(width))).toEqual([90, 80]);
  });

  test("lines are one line height apart, in whole pixels", () => {
    const { lines, lineHeight, height } = layOut("a\nb\nc", { font_size: 33, line_height: 1.37 });
    expect(lineHeight).toBe(45);
    expect(lines.map(({ top }) => top)).toEqual([0, 45, 90]);
    expect(lines.every(({ baseline }) => Number.isInteger(baseline))).toBe(true);
    expect(height).toBe(135);
  });
});

describe("text_transform", () => {
  const only = (text: string, attributes: object) => linesOf(text, attributes, { width: 2000, height: 100 });

  test.each([
    ["uppercase", "straße", 7],
    ["lowercase", "ABC", 3],
  ] as const)("text_transform %s of %s gives %d letters", (text_transform, text, letters) => {
    const glyphs = layOut(text, { text_transform }).lines[0]?.runs[0]?.glyphs?.ids;
    expect(glyphs).toHaveLength(letters);
    expect(only(text, { text_transform })).toHaveLength(1);
  });

  test("text_transform uppercase uses the Turkish capital i for Turkish", () => {
    const ids = (text: string, language?: string) =>
      layOut(text, { text_transform: "uppercase", language }).lines[0]?.runs.flatMap((run) => run.glyphs?.ids ?? []);
    expect(ids("i", "tr")).toEqual(ids("İ"));
    expect(ids("i")).toEqual(ids("I"));
  });
});
