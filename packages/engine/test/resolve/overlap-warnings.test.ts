/** Two texts that overlap by accident give a warning. Texts that overlap on purpose give none. */
import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { findWarnings } from "../../src/renderer/find-warnings.js";
import { fonts, renderLayers } from "../support.js";

type Layers = TemplateSource["layers"];
const text = (id: string, y: number, attributes: object = {}) =>
  ({
    id,
    type: "text",
    x: 4,
    y,
    width: 92,
    height: 60,
    font_size: 14,
    line_height: 1.2,
    text: id,
    ...attributes,
  }) as const;
const LONG = "A headline that takes three lines";
const headline = text("headline", 4, { text: LONG, font_size: 16 });
const subtitle = text("subtitle", 24, { text: "The subtitle" });

async function codesOf(layers: Layers): Promise<string[]> {
  const found = await findWarnings({ width: 100, height: 100, layers }, {}, { fonts });
  return found.map(({ code }) => code);
}

describe("texts that overlap", () => {
  test("a headline that grew into its subtitle gives one warning, before and in the render", async () => {
    const layers = [headline, subtitle];
    const { picture } = await renderLayers(layers);
    expect(picture.warnings).toEqual([
      {
        code: "TEXTS_OVERLAP",
        layer: "subtitle",
        message:
          'The texts of the layers "headline" and "subtitle" overlap. Put them into a group with a layout, give them ' +
          'more space, or shorten them with max_lines or text_fit "shrink".',
        retryable: false,
      },
    ]);
    expect(await findWarnings({ width: 100, height: 100, layers }, {}, { fonts })).toEqual(picture.warnings);
  });

  test("a request that makes a text longer causes the warning", async () => {
    const layers = [text("headline", 4, { name: "headline", text: "Short", font_size: 16 }), subtitle];
    const source = { width: 100, height: 100, layers };
    expect(await findWarnings(source, {}, { fonts })).toEqual([]);
    const request = { layers: { headline: { text: LONG } } };
    expect((await findWarnings(source, request, { fonts })).map(({ code }) => code)).toEqual(["TEXTS_OVERLAP"]);
  });

  test("texts inside of a group are compared with each other", async () => {
    const group = {
      id: "g",
      type: "group",
      x: 0,
      y: 0,
      width: 100,
      height: 100,
      children: [headline, subtitle],
    } as const;
    expect(await codesOf([group])).toEqual(["TEXTS_OVERLAP"]);
  });

  test.each<[string, Layers]>([
    ["texts whose boxes overlap, but not their lines", [text("a", 4), text("b", 24)]],
    ["a text over a copy of itself", [headline, { ...headline, id: "copy", x: 6, color: "#f00" }]],
    ["a text over a translucent one", [{ ...headline, opacity: 0.3 }, subtitle]],
    ["a text over one in a translucent color", [{ ...headline, color: "#00000022" }, subtitle]],
    ["a text over a rotated one", [{ ...headline, rotation: 4 }, subtitle]],
    ["a text over a very large one", [text("08", 4, { font_size: 70, height: 90 }), subtitle]],
    [
      "a text on a box that covers the other text",
      [headline, { id: "box", type: "rectangle", x: 0, y: 20, width: 100, height: 40 }, subtitle],
    ],
    ["a hidden text", [{ ...headline, hide: true }, subtitle]],
    ["an empty text", [{ ...headline, text: " " }, subtitle]],
    ["numbers beside their units", [text("12", 4, { width: 30 }), text("kg", 4, { x: 30 })]],
  ])("%s gives no warning", async (_what, layers) => {
    expect(await codesOf(layers)).toEqual([]);
  });
});
