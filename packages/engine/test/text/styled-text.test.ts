import { describe, expect, test } from "@jest/globals";
import { styleText } from "../../src/text/styled-text.js";
import { type Attributes, specOf } from "./text-support.js";

const paragraphs = (text: string, attributes: Attributes = {}) =>
  styleText(specOf(text, attributes)).map((paragraph) => paragraph.text);

describe("styleText", () => {
  test("text is composed (NFC), and controls are removed", () => {
    expect(paragraphs("e\u0301\u0000x\u0007")).toEqual(["éx"]);
  });

  test("text is split at line breaks of every notation", () => {
    expect(paragraphs("a\r\nb\rc\nd\u2028e\u2029f\u0085g")).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
    expect(paragraphs("\n")).toEqual(["", ""]);
  });

  test("a tab becomes four spaces", () => {
    expect(paragraphs("a\tb")).toEqual(["a    b"]);
  });

  test("a lone surrogate becomes the replacement character", () => {
    expect(paragraphs("a\ud800b")).toEqual(["a\ufffdb"]);
  });

  test.each([
    ["uppercase", "straße don't", "STRASSE DON'T"],
    ["lowercase", "ÀB", "àb"],
    ["capitalize", "don't stop éclair", "Don't Stop Éclair"],
  ] as const)("text_transform %s of %s gives %s", (text_transform, text, result) => {
    expect(paragraphs(text, { text_transform })).toEqual([result]);
  });

  test("marks style every line that they span", () => {
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

  test("marks are plain text unless the layer has rich: true", () => {
    expect(paragraphs("**b** [c]{red}")).toEqual(["**b** [c]{red}"]);
    expect(paragraphs("**b** [c]{red}", { rich: true })).toEqual(["b c"]);
  });
});
