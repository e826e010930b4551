import { describe, expect, test } from "@jest/globals";
import { layOut, seen, specOf, engine } from "./text-support.js";
import { measureText } from "../../../../core/rendering/text/lay-out-text.js";

/** Advances as Inter's `hmtx` table has them, in 2048ths of the font size; read with another library. */
const INTER = { H: 1522, i: 496, l: 496, o: 1228, " ": 576, "…": 1770 } as const;
const em = (...units: number[]) => units.reduce((sum, each) => sum + each, 0) / 2048;

const glyphsOf = (text: string, attributes = {}) =>
  layOut(text, attributes).lines.flatMap((line) => line.runs.flatMap((run) => run.glyphs?.ids ?? []));
const fontsOf = (text: string, attributes = {}) =>
  layOut(text, attributes).lines.flatMap((line) =>
    line.runs.map((run) => run.glyphs?.font.replace(/^.*files\//, "") ?? run.emoji.map(({ key }) => key).join()),
  );

describe("the width of a text", () => {
  test("is the sum of the advances that the font's own table states", () => {
    const { width, fontSize } = layOut("Hill o", { font_size: 100 });
    expect(fontSize).toBe(100);
    expect(width).toBeCloseTo(100 * em(INTER.H, INTER.i, INTER.l, INTER.l, INTER[" "], INTER.o), 3);
  });

  test("grows in proportion with the font size", () => {
    expect(layOut("Hill", { font_size: 90 }).width).toBeCloseTo(3 * layOut("Hill", { font_size: 30 }).width, 6);
  });

  test("shows the font's kerning: AV stands closer than A and V apart", () => {
    const together = layOut("AV", { font_size: 100 }).width;
    expect(together).toBeLessThan(100 * em(1413, 1413) - 2);
  });

  test("holds letter spacing between letters alone, none after the last", () => {
    const plain = layOut("Hill", { font_size: 100 }).width;
    expect(layOut("Hill", { font_size: 100, letter_spacing: 0.5 }).width).toBeCloseTo(plain + 3 * 50, 6);
  });

  test("leaves out spaces at a line's end and keeps those at its beginning", () => {
    expect(layOut("Hill   ", { font_size: 100 }).width).toBeCloseTo(layOut("Hill", { font_size: 100 }).width, 6);
    expect(layOut("  Hill", { font_size: 100 }).width).toBeCloseTo(
      layOut("Hill", { font_size: 100 }).width + 200 * em(INTER[" "]),
      6,
    );
  });

  test("measured is the width in which the text then stands in one line", () => {
    const spec = specOf("Round numbers are rare: 1/3 of 7", { font_size: 33.3 });
    const { width, height } = measureText(engine, spec);
    expect(layOut(spec.text, { font_size: 33.3 }, { width, height }).lines).toHaveLength(1);
    expect(measureText(engine, spec, width).height).toBe(height);
    expect(measureText(engine, spec, width - 1).height).toBe(2 * height);
  });

  test("of an empty text is nothing", () => {
    expect(measureText(engine, specOf("  \n "))).toEqual({ width: 0, height: 0 });
  });
});

describe("scripts", () => {
  test("Arabic letters take the forms that joining gives them, from right to left", () => {
    // Three times seen: what the font has for U+FEB2, U+FEB4 and U+FEB3, its final, medial and initial forms.
    expect(glyphsOf("سسس")).toEqual([35, 36, 37]);
    expect(glyphsOf("س")).toEqual([34]);
  });

  test("Arabic letters join across a change of colour", () => {
    expect(glyphsOf("[س]{red}س", { rich: true })).toEqual([35, 37]);
  });

  test("letter spacing does not tear cursive letters apart", () => {
    expect(layOut("سسس", { letter_spacing: 1 }).width).toBeCloseTo(layOut("سسس").width, 6);
  });

  test.each([
    ["Latin", "Hello", ["inter-latin-400-normal.woff"]],
    ["Cyrillic", "Привет", ["inter-cyrillic-400-normal.woff"]],
    ["Greek", "Ελλάς", ["inter-greek-400-normal.woff"]],
    ["Arabic", "مرحبا بالعالم", ["noto-sans-arabic-arabic-400-normal.woff"]],
    ["Hebrew", "שלום עולם", ["noto-sans-hebrew-hebrew-400-normal.woff"]],
    ["Devanagari", "नमस्ते दुनिया", ["noto-sans-devanagari-devanagari-400-normal.woff"]],
    ["Thai", "สวัสดี", ["noto-sans-thai-thai-400-normal.woff"]],
  ])("%s needs one file, spaces between its words included", (_, text, files) => {
    expect(fontsOf(text)).toEqual(files);
  });

  test.each([
    ["Chinese", "简体中文", "noto-sans-sc-"],
    ["Japanese, told by its kana", "東京の骨", "noto-sans-jp-"],
    ["Korean", "안녕하세요", "noto-sans-kr-"],
  ])("%s comes from its own family", (_, text, prefix) => {
    expect(fontsOf(text).every((file) => file.startsWith(prefix))).toBe(true);
  });

  test("the document's language decides how a Han character is drawn", () => {
    const family = (language: string) => fontsOf("骨", { language })[0]?.slice(0, 12);
    expect([family("zh-CN"), family("ja"), family("ko-KR"), family("en")]).toEqual([
      "noto-sans-sc",
      "noto-sans-jp",
      "noto-sans-kr",
      "noto-sans-sc",
    ]);
  });

  test("conjuncts and marks of Devanagari are composed: क्ष is one glyph", () => {
    expect(glyphsOf("क्ष")).toHaveLength(1);
  });

  test("an arrow from the symbols does not drag the words after it into its font", () => {
    expect(fontsOf("a → b")).toEqual([
      "inter-latin-400-normal.woff",
      "noto-sans-math-latin-400-normal.woff",
      "inter-latin-400-normal.woff",
    ]);
  });

  test("fractions that the files lack are set as small figures, a whole number before them stays large", () => {
    const half = layOut("½", { font_size: 100 }).width;
    const third = layOut("⅓", { font_size: 100 });
    expect(third.missing).toEqual([]);
    expect(Math.abs(third.width - half)).toBeLessThan(5);
    const two = layOut("2", { font_size: 100 }).width;
    expect(layOut("2⅓", { font_size: 100 }).width).toBeCloseTo(two + third.width, 3);
  });

  test("a weight and a style are those of the family's nearest face", () => {
    expect(fontsOf("Hi", { font_weight: 900 })).toEqual(["inter-latin-800-normal.woff"]);
    expect(fontsOf("Hi", { font_style: "italic" })).toEqual(["inter-latin-400-italic.woff"]);
  });
});

describe("emoji", () => {
  test.each([
    ["a face", "😀", "1f600"],
    ["a joined family", "👨‍👩‍👧", "1f468-200d-1f469-200d-1f467"],
    ["a skin tone", "👍🏽", "1f44d-1f3fd"],
    ["a keycap", "1️⃣", "0031-20e3"],
    ["a country's flag", "🇩🇪", "flag:de"],
    ["a part of a country", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "flag:gb-sct"],
    ["a text character that asks to be a picture", "❤️", "2764"],
  ])("%s is one picture", (_, text, key) => {
    expect(fontsOf(text)).toEqual([key]);
    expect(layOut(text).missing).toEqual([]);
  });

  test("a character that asks to be text is a glyph", () => {
    expect(fontsOf("❤︎")[0]).toMatch(/\.woff$/);
    expect(fontsOf("123 #*")).toEqual(["inter-latin-400-normal.woff"]);
  });

  test("a joined sequence that no one has drawn falls apart into its parts", () => {
    expect(fontsOf("🐈‍🚀")).toEqual(["1f408,1f680"]);
  });

  test("a sequence is one character: no line is broken within it", () => {
    const { lines } = layOut("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", { font_size: 50 }, { width: 70, height: 500 });
    expect(lines.map((line) => seen(line, ""))).toEqual(Array(3).fill("<1f468-200d-1f469-200d-1f467>"));
  });
});

describe("characters that no font has", () => {
  test("are told of as a reader sees them, each once, and take no room", () => {
    const layout = layOut("aꙮb𓀀ꙮ", { font_size: 40 });
    expect(layout.missing).toEqual(["ꙮ", "𓀀"]);
    expect(layout.width).toBeCloseTo(layOut("ab", { font_size: 40 }).width, 0);
  });

  test("a mark that no font has with its letter leaves the letter standing", () => {
    const { missing, lines } = layOut("Z\u0336");
    expect(missing).toEqual(["Z\u0336"]);
    expect(lines[0]?.width).toBeGreaterThan(10);
  });

  test("spaces, joiners and direction marks are no characters to miss", () => {
    expect(layOut("a\u00a0b\u200d\u200b\u2009\u2060\ufe0f\u202dc\u202c\u00ad").missing).toEqual([]);
  });
});
