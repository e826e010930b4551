import { describe, expect, test } from "@jest/globals";
import { layOut, linesOf } from "./text-support.js";

/** JetBrains Mono's letters are all 0.6 em wide (600 of 1000 in its `hmtx` table): at 10 px six pixels each. */
const MONO = { font_family: "JetBrains Mono", font_size: 10, line_height: 1 } as const;
const mono = (text: string, columns: number, attributes = {}, rows = 50) =>
  linesOf(text, { ...MONO, ...attributes }, { width: columns * 6, height: rows * 10 });

describe("line breaks", () => {
  test("stand between words, and a line holds as many as fit exactly", () => {
    expect(mono("aaa bbb ccc", 7)).toEqual(["aaa bbb", "ccc"]);
    expect(mono("aaa bbb ccc", 6)).toEqual(["aaa", "bbb", "ccc"]);
    expect(mono("aaa bbb ccc", 11)).toEqual(["aaa bbb ccc"]);
  });

  test("stand where the author put them, empty lines and leading spaces included", () => {
    expect(mono("a\n\n  b\r\nc\u2028d", 20)).toEqual(["a", "", "  b", "c", "d"]);
  });

  test("spaces hang over the end of a line and do not begin the next", () => {
    expect(mono("aaa    bbb", 4)).toEqual(["aaa", "bbb"]);
  });

  test("are not where a no-break space, a word joiner or a closing mark forbids them", () => {
    expect(mono("aa 10\u00a0km", 6)).toEqual(["aa", "10\u00a0km"]);
    expect(mono("aa (bb)!", 6)).toEqual(["aa", "(bb)!"]);
  });

  test("may follow hyphens, dashes and slashes, as UAX #14 has it", () => {
    expect(mono("well-known", 6)).toEqual(["well-", "known"]);
    expect(mono("and/or", 4)).toEqual(["and/", "or"]);
  });

  test("a soft hyphen is drawn where a line breaks at it, and nowhere else", () => {
    expect(mono("hy\u00adphen\u00adation", 8).map((line) => line.replaceAll(" ", ""))).toEqual(["hyphen-", "ation"]);
    expect(layOut("hy\u00adphen", MONO).width).toBeCloseTo(6 * 6, 6);
  });

  test("a word that is wider than a line begins on its own line and is broken anywhere", () => {
    expect(mono("ab cdefghijkl mn", 5)).toEqual(["ab", "cdefg", "hijkl", "mn"]);
  });

  test("a letter that is wider than the box still gets a line, and layout ends", () => {
    expect(linesOf("WWW", { font_size: 100 }, { width: 10, height: 1000 })).toEqual(["W", "W", "W"]);
  });

  test("a ligature that is torn by a line's end becomes letters again", () => {
    const lines = linesOf("ffi", { font_family: "Playfair Display", font_size: 100 }, { width: 40, height: 1000 });
    expect(lines).toEqual(["f", "f", "i"]);
  });

  test("Chinese breaks between characters, but not before a full stop", () => {
    const box = { width: 4 * 20, height: 500 };
    expect(linesOf("你好世界。你好", { font_size: 20 }, box)).toEqual(["你好世", "界。你好"]);
  });

  test("Thai breaks between words that no space parts", () => {
    const { lines } = layOut("ภาษาไทย", { font_size: 40 }, { width: 100, height: 500 });
    // "ภาษา" and "ไทย": language and Thai.
    expect(lines).toHaveLength(2);
    const glyphs = lines.map((line) => line.runs.flatMap((run) => run.glyphs?.ids ?? []).length);
    expect(glyphs).toEqual([4, 3]);
  });
});

describe("balanced lines", () => {
  test("are as many as greedy ones, and of like length", () => {
    expect(mono("aaaa bbbb cccc dd", 14)).toEqual(["aaaa bbbb cccc", "dd"]);
    expect(mono("aaaa bbbb cccc dd", 14, { text_wrap: "balance" })).toEqual(["aaaa bbbb", "cccc dd"]);
  });

  test("never tear a word that a line has room for", () => {
    expect(mono("a bbbbbbbb", 8, { text_wrap: "balance" })).toEqual(["a", "bbbbbbbb"]);
  });

  test("are each paragraph's own", () => {
    expect(mono("aa bb cc\naa", 7, { text_wrap: "balance" })).toEqual(["aa bb", "cc", "aa"]);
  });
});

describe("a text that is too long", () => {
  test("ends in an ellipsis after the lines that the box has room for", () => {
    expect(mono("aaa bbb ccc ddd", 7, {}, 2)).toEqual(["aaa bbb", "ccc ddd"]);
    expect(mono("aaa bbb ccc ddd eee", 7, {}, 2)).toEqual(["aaa bbb", "ccc dd…"]);
    expect(layOut("aaa bbb", MONO, { width: 18, height: 10 }).isCut).toBe(true);
  });

  test("max_lines cuts earlier than the box", () => {
    expect(mono("aaa bbb ccc", 3, { max_lines: 2 })).toEqual(["aaa", "bb…"]);
  });

  test("leaves no space before the ellipsis", () => {
    expect(mono("aaaa bbb\nc", 9, { max_lines: 1 })).toEqual(["aaaa bbb…"]);
    expect(mono("aaaa bbbbbb cc", 6, { max_lines: 1 })).toEqual(["aaaa…"]);
  });

  test("is cut with an ellipsis where the author broke the line, too", () => {
    expect(mono("aa\nbb\ncc", 9, { max_lines: 2 })).toEqual(["aa", "bb…"]);
  });

  test("shows one line in a box that is too low for any", () => {
    expect(linesOf("Hello", { font_size: 40 }, { width: 500, height: 10 })).toEqual(["Hello"]);
  });

  test("cuts in whole characters: what a reader sees as one is never halved", () => {
    const { lines } = layOut(
      "e\u0323\u0302e\u0323\u0302e\u0323\u0302 f",
      { font_size: 40, max_lines: 1 },
      { width: 90, height: 50 },
    );
    const [line] = lines;
    expect(line?.width).toBeLessThanOrEqual(90);
  });
});

describe("fitting", () => {
  const LONG = "aaaa bbbb cccc dddd eeee ffff";

  test("shrinks to the largest step of half a pixel at which all fits", () => {
    // 20 columns of 0.6 em in 120 px: 10 px. Half a pixel more and it is one column too wide.
    const layout = layOut("a".repeat(20), { ...MONO, font_size: 60, text_fit: "shrink" }, { width: 120, height: 500 });
    expect(layout.fontSize).toBe(10);
    expect(layout.lines).toHaveLength(1);
  });

  test("shrinks to fit the height of the box over several lines", () => {
    const box = { width: 90, height: 30 };
    const { fontSize, lines } = layOut(LONG, { ...MONO, font_size: 60, text_fit: "shrink" }, box);
    // At 10.5 px a line holds the 14 columns of three words, which makes 2 lines; at 11 px 13, which makes 3 of 11 px.
    expect([fontSize, lines.length]).toEqual([10.5, 2]);
  });

  test("keeps a size that fits", () => {
    expect(layOut("Hi", { font_size: 33, text_fit: "shrink" }, { width: 500, height: 100 }).fontSize).toBe(33);
  });

  test("stops shrinking at the smallest size and cuts", () => {
    const attributes = { ...MONO, font_size: 60, min_font_size: 20, text_fit: "shrink" } as const;
    const { fontSize, isCut } = layOut(LONG, attributes, { width: 90, height: 30 });
    expect([fontSize, isCut]).toEqual([20, true]);
  });

  test("grows up to the largest size, and no further than the box", () => {
    const attributes = { ...MONO, text_fit: "grow" } as const;
    expect(layOut("aaaa", { ...attributes, max_font_size: 30 }, { width: 500, height: 500 }).fontSize).toBe(30);
    expect(layOut("aaaa", attributes, { width: 120, height: 500 }).fontSize).toBe(50);
  });

  test("never grows a text that does not fit as it is, nor shrinks it", () => {
    const { fontSize, isCut } = layOut(LONG, { ...MONO, font_size: 40, text_fit: "grow" }, { width: 90, height: 30 });
    expect([fontSize, isCut]).toEqual([40, true]);
  });

  test("both grows and shrinks, whatever the text's own size", () => {
    const fitted = (font_size: number, columns: number) =>
      layOut("a".repeat(columns), { ...MONO, font_size, text_fit: "both" }, { width: 120, height: 500 }).fontSize;
    expect([fitted(60, 20), fitted(10, 4)]).toEqual([10, 50]);
  });
});

describe("alignment", () => {
  const box = { width: 100, height: 100 };
  const xOf = (align: "left" | "center" | "right") => layOut("aa", { ...MONO, align }, box).lines[0]?.x;

  test("puts lines to the left, the middle or the right", () => {
    expect(["left", "center", "right"].map((align) => Math.round(xOf(align as "left") ?? -1))).toEqual([0, 44, 88]);
  });

  test("puts the text to the top, the middle or the bottom", () => {
    const topOf = (vertical_align: "top" | "middle" | "bottom") =>
      layOut("a\nb", { ...MONO, vertical_align }, box).lines[0]?.top;
    expect([topOf("top"), topOf("middle"), topOf("bottom")]).toEqual([0, 40, 80]);
  });

  test("justified lines reach both edges, the last of a paragraph does not", () => {
    const { lines } = layOut("aa bb cc dd\nee ff", { ...MONO, align: "justify" }, { width: 60, height: 100 });
    expect(lines.map(({ x, width }) => [x, Math.round(width)])).toEqual([
      [0, 60],
      [0, 12],
      [0, 30],
    ]);
  });

  test("justified Chinese is stretched between its characters", () => {
    const { lines } = layOut("你好世界你好世界", { font_size: 20, align: "justify" }, { width: 90, height: 100 });
    expect(lines.map(({ width }) => Math.round(width))).toEqual([90, 80]);
  });

  test("lines stand a line height apart, in whole pixels", () => {
    const { lines, lineHeight, height } = layOut("a\nb\nc", { font_size: 33, line_height: 1.37 });
    expect(lineHeight).toBe(45);
    expect(lines.map(({ top }) => top)).toEqual([0, 45, 90]);
    expect(lines.every(({ baseline }) => Number.isInteger(baseline))).toBe(true);
    expect(height).toBe(135);
  });
});

describe("letter case", () => {
  const only = (text: string, attributes: object) => linesOf(text, attributes, { width: 2000, height: 100 });

  test.each([
    ["uppercase", "straße", 7],
    ["lowercase", "ABC", 3],
  ] as const)("%s", (text_transform, text, letters) => {
    const glyphs = layOut(text, { text_transform }).lines[0]?.runs[0]?.glyphs?.ids;
    expect(glyphs).toHaveLength(letters);
    expect(only(text, { text_transform })).toHaveLength(1);
  });

  test("Turkish has its own capital i", () => {
    const ids = (text: string, language?: string) =>
      layOut(text, { text_transform: "uppercase", language }).lines[0]?.runs.flatMap((run) => run.glyphs?.ids ?? []);
    expect(ids("i", "tr")).toEqual(ids("İ"));
    expect(ids("i")).toEqual(ids("I"));
  });
});
