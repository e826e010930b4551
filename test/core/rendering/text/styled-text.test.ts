import { describe, expect, test } from "@jest/globals";
import { styleText } from "../../../../core/rendering/text/styled-text.js";
import { type Attributes, specOf } from "./text-support.js";

const paragraphs = (text: string, attributes: Attributes = {}) =>
  styleText(specOf(text, attributes)).map((paragraph) => paragraph.text);

describe("the text that is set", () => {
  test("is composed, and without controls: fonts have glyphs for composed letters alone", () => {
    expect(paragraphs("e\u0301\u0000x\u0007")).toEqual(["éx"]);
  });

  test("is broken where its author broke it, however a line's end is written", () => {
    expect(paragraphs("a\r\nb\rc\nd\u2028e\u2029f\u0085g")).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
    expect(paragraphs("\n")).toEqual(["", ""]);
  });

  test("has four spaces for a tab", () => {
    expect(paragraphs("a\tb")).toEqual(["a    b"]);
  });

  test("has a sign of replacement for a broken surrogate pair, which is no reason to fail", () => {
    expect(paragraphs("a\ud800b")).toEqual(["a\ufffdb"]);
  });

  test.each([
    ["uppercase", "straße don't", "STRASSE DON'T"],
    ["lowercase", "ÀB", "àb"],
    ["capitalize", "don't stop éclair", "Don't Stop Éclair"],
  ] as const)("in %s", (text_transform, text, result) => {
    expect(paragraphs(text, { text_transform })).toEqual([result]);
  });

  test("has the styles of its marks, across the lines that they span", () => {
    const [first, second] = styleText(specOf("a **b\nc** d", { rich: true }));
    expect(first?.styles.map(({ end, style }) => [end, style.bold])).toEqual([
      [2, false],
      [3, true],
    ]);
    expect(second?.styles.map(({ end, style }) => [end, style.bold])).toEqual([
      [1, true],
      [3, false],
    ]);
  });

  test("keeps marks as they are unless the layer asks for them", () => {
    expect(paragraphs("**b** [c]{red}")).toEqual(["**b** [c]{red}"]);
    expect(paragraphs("**b** [c]{red}", { rich: true })).toEqual(["b c"]);
  });
});
