import { describe, expect, test } from "@jest/globals";
import { layOut, paint, seen, specOf, engine } from "./text-support.js";
import { measureText } from "../../src/text/lay-out-text.js";

/** Advances from the `hmtx` table of Inter, in 1/2048 of the font size. Read with another library. */
const INTER = { H: 1522, i: 496, l: 496, o: 1228, " ": 576, "…": 1770 } as const;
const em = (...units: number[]) => units.reduce((sum, each) => sum + each, 0) / 2048;

const glyphsOf = (text: string, attributes = {}) =>
  layOut(text, attributes).lines.flatMap((line) => line.runs.flatMap((run) => run.glyphs?.ids ?? []));
const fontsOf = (text: string, attributes = {}) =>
  layOut(text, attributes).lines.flatMap((line) =>
    line.runs.map((run) => run.glyphs?.font.replace(/^.*files\//, "") ?? run.emoji.map(({ key }) => key).join()),
  );

describe("the width of a text", () => {
  test("the width of a text is the sum of the advances in the font's own table", () => {
    const { width, fontSize } = layOut("Hill o", { font_size: 100 });
    expect(fontSize).toBe(100);
    expect(width).toBeCloseTo(100 * em(INTER.H, INTER.i, INTER.l, INTER.l, INTER[" "], INTER.o), 3);
  });

  test("the width of a text is proportional to the font size", () => {
    expect(layOut("Hill", { font_size: 90 }).width).toBeCloseTo(3 * layOut("Hill", { font_size: 30 }).width, 6);
  });

  test("kerning makes AV narrower than A and V separately", () => {
    const together = layOut("AV", { font_size: 100 }).width;
    expect(together).toBeLessThan(100 * em(1413, 1413) - 2);
  });

  test("letters form ligatures, unless they are spaced", () => {
    const lettersOf = (attributes: object) => glyphsOf("office fi", { font_family: "Roboto", ...attributes }).length;
    // Roboto has one glyph for "ffi" and one for "fi".
    expect(lettersOf({})).toBe(6);
    expect(lettersOf({ letter_spacing: 0.1 })).toBe(9);
    expect(lettersOf({ letter_spacing: -0.01 })).toBe(9);
  });

  test("letter spacing is added between letters, not after the last one", () => {
    const plain = layOut("Hill", { font_size: 100 }).width;
    expect(layOut("Hill", { font_size: 100, letter_spacing: 0.5 }).width).toBeCloseTo(plain + 3 * 50, 6);
  });

  test("the width of a line excludes trailing spaces and includes leading spaces", () => {
    expect(layOut("Hill   ", { font_size: 100 }).width).toBeCloseTo(layOut("Hill", { font_size: 100 }).width, 6);
    expect(layOut("  Hill", { font_size: 100 }).width).toBeCloseTo(
      layOut("Hill", { font_size: 100 }).width + 200 * em(INTER[" "]),
      6,
    );
  });

  test("a text fits into one line at its measured width, but not at one pixel less", () => {
    const spec = specOf("Round numbers are rare: 1/3 of 7", { font_size: 33.3 });
    const { width, height } = measureText(engine, spec);
    expect(layOut(spec.text, { font_size: 33.3 }, { width, height }).lines).toHaveLength(1);
    expect(measureText(engine, spec, width).height).toBe(height);
    expect(measureText(engine, spec, width - 1).height).toBe(2 * height);
  });

  test("the size of an empty text is 0", () => {
    expect(measureText(engine, specOf("  \n "))).toEqual({ width: 0, height: 0 });
  });
});

describe("scripts", () => {
  test("Arabic letters have their joined forms, from right to left", () => {
    // The font's glyphs for U+FEB2, U+FEB4 and U+FEB3: the final, the medial and the initial form.
    expect(glyphsOf("سسس")).toEqual([35, 36, 37]);
    expect(glyphsOf("س")).toEqual([34]);
  });

  test("Arabic letters are joined across a change of color", () => {
    expect(glyphsOf("[س]{red}س", { rich: true })).toEqual([35, 37]);
  });

  test("letter spacing does not separate cursive letters", () => {
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
  ])("%s text uses one font file, even for its spaces", (_, text, files) => {
    expect(fontsOf(text)).toEqual(files);
  });

  test.each([
    ["Chinese", "简体中文", "noto-sans-sc-"],
    ["Japanese (detected by its kana)", "東京の骨", "noto-sans-jp-"],
    ["Korean", "안녕하세요", "noto-sans-kr-"],
  ])("%s text uses its own family", (_, text, prefix) => {
    expect(fontsOf(text).every((file) => file.startsWith(prefix))).toBe(true);
  });

  test("the document's language decides which family draws a Han character", () => {
    const family = (language: string) => fontsOf("骨", { language })[0]?.slice(0, 12);
    expect([family("zh-CN"), family("ja"), family("ko-KR"), family("en")]).toEqual([
      "noto-sans-sc",
      "noto-sans-jp",
      "noto-sans-kr",
      "noto-sans-sc",
    ]);
  });

  test("the Devanagari conjunct क्ष is one glyph", () => {
    expect(glyphsOf("क्ष")).toHaveLength(1);
  });

  test("the words after an arrow from a symbol font use the text's own font", () => {
    expect(fontsOf("a → b")).toEqual([
      "inter-latin-400-normal.woff",
      "noto-sans-math-latin-400-normal.woff",
      "inter-latin-400-normal.woff",
    ]);
  });

  test("a fraction that the font lacks is drawn with small digits, and a whole number before it stays large", () => {
    const half = layOut("½", { font_size: 100 }).width;
    const third = layOut("⅓", { font_size: 100 });
    expect(third.missing).toEqual([]);
    expect(Math.abs(third.width - half)).toBeLessThan(5);
    const two = layOut("2", { font_size: 100 }).width;
    expect(layOut("2⅓", { font_size: 100 }).width).toBeCloseTo(two + third.width, 3);
  });

  test("a weight or style that the family lacks is replaced by the nearest face", () => {
    expect(fontsOf("Hi", { font_weight: 900, font_family: "Open Sans" })).toEqual(["open-sans-latin-800-normal.woff"]);
    expect(fontsOf("Hi", { font_style: "italic" })).toEqual(["inter-latin-400-italic.woff"]);
  });
});

describe("emoji", () => {
  test.each([
    ["a face", "😀", "1f600"],
    ["a joined sequence", "👨‍👩‍👧", "1f468-200d-1f469-200d-1f467"],
    ["a skin tone", "👍🏽", "1f44d-1f3fd"],
    ["a keycap", "1️⃣", "0031-20e3"],
    ["a country's flag", "🇩🇪", "flag:de"],
    ["a part of a country", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "flag:gb-sct"],
    ["a text character with an emoji selector", "❤️", "2764"],
  ])("%s is one emoji", (_, text, key) => {
    expect(fontsOf(text)).toEqual([key]);
    expect(layOut(text).missing).toEqual([]);
  });

  test("a character with a text selector is drawn as a glyph", () => {
    expect(fontsOf("❤︎")[0]).toMatch(/\.woff$/);
    expect(fontsOf("123 #*")).toEqual(["inter-latin-400-normal.woff"]);
  });

  test("a joined sequence without its own drawing is drawn as its parts", () => {
    expect(fontsOf("🐈‍🚀")).toEqual(["1f408,1f680"]);
  });

  test("lines are not broken inside an emoji sequence", () => {
    const { lines } = layOut("👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", { font_size: 50 }, { width: 70, height: 500 });
    expect(lines.map((line) => seen(line, ""))).toEqual(Array(3).fill("<1f468-200d-1f469-200d-1f467>"));
  });
});

describe("characters that no font has", () => {
  test("characters that no font has are reported once per grapheme and have the advance of a letter", () => {
    const layout = layOut("aꙮb𓀀ꙮ", { font_size: 40 });
    expect(layout.missing).toEqual(["ꙮ", "𓀀"]);
    // Three boxes of 0.6 em.
    expect(layout.width).toBeCloseTo(layOut("ab", { font_size: 40 }).width + 3 * 24, 0);
  });

  test("a character that no font has is drawn as an empty box on the baseline", () => {
    const painting = paint("𓀀", { font_size: 100, line_height: 1 });
    const baseline = 20 + (painting.layout.lines[0]?.baseline ?? 0);
    // 0.06 em from both ends of the advance, and 0.7 em high.
    expect(painting.paintedBox()).toEqual({ left: 26, top: baseline - 70, right: 73, bottom: baseline - 1 });
    expect(painting.at(28, baseline - 35)).toEqual([0, 0, 0]);
    expect(painting.at(50, baseline - 35)).toEqual([255, 255, 255]);
  });

  test("square characters have a square box", () => {
    expect(layOut("\u{31350}\u{323af}", { font_size: 40 }).width).toBe(80);
  });

  test("boxes follow the reading direction, wrap and take letter spacing", () => {
    // N'Ko is a right-to-left script without a font.
    const [run] = layOut("אߊߋ", { font_size: 40, align: "left" }).lines[0]?.runs ?? [];
    expect(run?.boxes.map(({ x }) => x)).toEqual([0, 24]);
    expect(layOut("𓀀 𓀀 𓀀", { font_size: 40 }, { width: 60, height: 500 }).lines).toHaveLength(2);
    expect(layOut("𓀀𓀀", { font_size: 40, letter_spacing: 0.5 }).width).toBeCloseTo(24 + 20 + 24, 6);
  });

  test("a combining mark that no font has is drawn as a box after its letter", () => {
    const { missing, width } = layOut("Z\u0336", { font_size: 40 });
    expect(missing).toEqual(["Z\u0336"]);
    expect(width).toBeCloseTo(layOut("Z", { font_size: 40 }).width + 24, 0);
  });

  test("spaces, joiners and direction marks are never reported as missing", () => {
    expect(layOut("a\u00a0b\u200d\u200b\u2009\u2060\ufe0f\u202dc\u202c\u00ad").missing).toEqual([]);
  });
});
