import { describe, expect, test } from "@jest/globals";
import { fontFeaturesSchema, parseFontFeatures } from "../../src/document/attributes/font-features.js";
import { layOut } from "./text-support.js";

describe("the OpenType features of a text", () => {
  test("figures of equal width make texts of as many digits equally wide", () => {
    const width = (text: string, font_features: string) => layOut(text, { font_features, font_size: 100 }).width;
    expect(width("1111", "")).toBeLessThan(width("8888", "") - 20);
    expect(width("1111", "tnum")).toBeCloseTo(width("8888", "tnum"), 3);
  });

  test("a feature that no font of the text has is reported", () => {
    expect(layOut("Text", { font_features: "tnum smcp" }).missingFeatures).toEqual(["smcp"]);
  });

  test("features can be on, off, or choose an alternate, and the last one of a tag counts", () => {
    expect(parseFontFeatures("tnum, -liga salt=2 tnum=0")).toEqual([
      { tag: "tnum", value: 0 },
      { tag: "liga", value: 0 },
      { tag: "salt", value: 2 },
    ]);
  });

  test.each(["tabular", "xxxx", "-salt=2", "tnum;lnum"])("%s is not a list of features", (text) => {
    expect(fontFeaturesSchema.safeParse(text).success).toBe(false);
  });
});

test("a weight that the family lacks is reported with the weight that replaces it", () => {
  const { replacedWeights } = layOut("Text", { font_family: "Great Vibes", font_weight: 700 });
  expect(replacedWeights).toEqual([{ family: "Great Vibes", wanted: 700, used: 400 }]);
  expect(layOut("Text", { font_family: "Inter", font_weight: 300 }).replacedWeights).toEqual([]);
});

test("the words of a named style have its size, weight and family, and their line is higher", () => {
  const style = { name: "big", font_size: 64, font_weight: 700, font_family: "Lora" };
  const { lines } = layOut("a [b]{big}\nc", { rich: true, font_size: 32, line_height: 1, text_styles: [style] });
  expect(lines.map(({ height }) => height)).toEqual([64, 32]);
  expect(lines[0]?.runs.at(-1)?.glyphs?.font).toContain("lora-latin-700-normal");
  expect(lines[1]?.top).toBe(64);
});
