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

test("a text that grows keeps the letters of its largest style within 2,000 pixels, and an unused style limits nothing", () => {
  const style = { name: "big", font_size: 1000 };
  const grown = { rich: true, font_size: 10, max_font_size: 400, text_fit: "grow", text_styles: [style] } as const;
  const room = { width: 100_000, height: 50_000 };
  expect(layOut("a [b]{big}", grown, room).fontSize).toBe(20);
  expect(layOut("a b", grown, room).fontSize).toBe(400);
  expect(layOut("a [b]{big}", { ...grown, text_fit: "both", font_size: 2 }, room).fontSize).toBe(4);
});

test("a bracket with a name that no style has is text, and its words keep their look", () => {
  const style = { name: "big", font_size: 64 };
  const { lines } = layOut("[b]{small}", { rich: true, font_size: 32, line_height: 1, text_styles: [style] });
  expect(lines.map(({ height }) => height)).toEqual([32]);
  expect(lines[0]?.runs.flatMap(({ glyphs }) => glyphs?.ids ?? [])).toHaveLength("[b]{small}".length);
});

test("the words of a named style have its size, weight and family, and their line is higher", () => {
  const style = { name: "big", font_size: 64, font_weight: 700, font_family: "Lora" };
  const { lines } = layOut("a [b]{big}\nc", { rich: true, font_size: 32, line_height: 1, text_styles: [style] });
  expect(lines.map(({ height }) => height)).toEqual([64, 32]);
  expect(lines[0]?.runs.at(-1)?.glyphs?.font).toContain("lora-latin-700-normal");
  expect(lines[1]?.top).toBe(64);
});
