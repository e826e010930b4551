import { describe, expect, test } from "@jest/globals";
import type { TextLayout } from "../../src/text/text-layout.js";
import { missingGlyphs, textWarnings } from "../../src/text/text-warnings.js";

const LAYER = { id: "t", name: "title", text_fit: "cut" } as const;
const FINE = {
  missing: [],
  replacedWeights: [],
  missingFeatures: [],
  isCut: false,
  lines: [{}],
} as unknown as TextLayout;

const messagesOf = (layout: object, layer: Parameters<typeof textWarnings>[0] = LAYER) =>
  textWarnings(layer, { ...FINE, ...layout }).map(({ code, message }) => [code, message]);

describe("textWarnings", () => {
  test("a text that shows everything has no warnings", () => {
    expect(textWarnings(LAYER, FINE)).toEqual([]);
  });

  test("a text that is cut says after how many lines, and what helps", () => {
    expect(messagesOf({ isCut: true })).toEqual([
      ["TEXT_CUT", 'The text of the layer "title" was cut after one line: give it more space or text_fit "shrink".'],
    ]);
    expect(messagesOf({ isCut: true, lines: [{}, {}] })[0]?.[1]).toContain("cut after 2 lines: ");
  });

  test.each([
    ["shrink", true],
    ["both", true],
    ["grow", false],
    ["cut", false],
  ] as const)("a text with text_fit %s is told about min_font_size: %s", (text_fit, isTold) => {
    const [[, message = ""] = []] = messagesOf({ isCut: true }, { ...LAYER, text_fit });
    expect(message.includes("min_font_size")).toBe(isTold);
    expect(message.includes('text_fit "shrink"')).toBe(!isTold);
  });

  test("a weight that the family lacks is named together with its replacement", () => {
    const replacedWeights = [{ family: "Lora", wanted: 900, used: 700 }];
    expect(messagesOf({ replacedWeights })).toEqual([
      [
        "FONT_WEIGHT_REPLACED",
        'The family "Lora" of the layer "title" has no weight 900. It is drawn with the weight 700.',
      ],
    ]);
  });

  test("one or several features that no font has are listed", () => {
    expect(messagesOf({ missingFeatures: ["smcp"] })[0]).toEqual([
      "FONT_FEATURE_MISSING",
      'No font of the layer "title" has the OpenType feature smcp. Use an uploaded font that has it.',
    ]);
    expect(messagesOf({ missingFeatures: ["smcp", "onum"] })[0]?.[1]).toContain("OpenType features smcp, onum.");
  });

  test("all problems of a text are listed, and none of them is worth a retry", () => {
    const layout = {
      missing: ["x"],
      replacedWeights: [{ family: "Lora", wanted: 900, used: 700 }],
      missingFeatures: ["smcp"],
      isCut: true,
    };
    const warnings = textWarnings(LAYER, { ...FINE, ...layout });
    expect(warnings.map(({ code }) => code)).toEqual([
      "MISSING_GLYPH",
      "FONT_WEIGHT_REPLACED",
      "FONT_FEATURE_MISSING",
      "TEXT_CUT",
    ]);
    expect(warnings.map(({ retryable, layer }) => [retryable, layer])).toEqual(Array(4).fill([false, "title"]));
  });
});

describe("missingGlyphs", () => {
  const letters = Array.from("ABCDEFGHIJKL");

  test("a character is named with its code point of at least four digits", () => {
    expect(missingGlyphs(LAYER, ["A", "😀"]).message).toBe(
      'No font has these characters of the layer "title": "A" (U+0041), "😀" (U+1F600). They show as boxes.',
    );
  });

  test("at most ten characters are named, and the others are counted", () => {
    expect(missingGlyphs(LAYER, letters.slice(0, 10)).message).toMatch(/"J" \(U\+004A\)\. They/);
    expect(missingGlyphs(LAYER, letters).message).toMatch(/"J" \(U\+004A\) and 2 more\. They/);
  });

  test("a character with many marks is cut", () => {
    const message = (grapheme: string) => missingGlyphs(LAYER, [grapheme]).message;
    expect(message("a\u0301\u0302\u0303")).toContain('"a\u0301\u0302\u0303" (U+0061 U+0301 U+0302 U+0303).');
    expect(message("a\u0301\u0302\u0303\u0304")).toContain('"a\u0301\u0302\u0303…" (U+0061 U+0301 U+0302 U+0303 …).');
  });
});
