import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { createFontLibrary, createTextMeter } from "@image-render/engine";
import { importMeasuredSvg, importSvg, type MeasurableText } from "@image-render/import-svg";
import { CANVA, ILLUSTRATOR, INKSCAPE } from "../../../test/cli/import-svg/designs.js";

const FIGMA = readFileSync("examples/features/figma-card/design.svg", "utf8");
const OPTIONS = {
  name: "design",
  imageFolder: "design-images",
  linked: (path: string) => path,
  editImage: (bytes: Uint8Array) => Promise.resolve(bytes),
};

const svgOf = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${content}</svg>`;

describe("an import whose texts are measured elsewhere", () => {
  test.each([
    ["Figma", FIGMA, 1],
    // Its words are placed one by one. A second request measures the line that they make.
    ["Illustrator", ILLUSTRATOR, 2],
    ["Inkscape", INKSCAPE, 1],
    // All texts of Canva are outlines.
    ["Canva", CANVA, 0],
  ])("makes the template of a design from %s that exact measures make at once", async (_, svg, rounds) => {
    const measure = await createTextMeter(createFontLibrary());
    const asked: (readonly MeasurableText[])[] = [];
    const measureTexts = (texts: readonly MeasurableText[]) => {
      asked.push(texts);
      return Promise.resolve(texts.map(measure));
    };
    const { document, files, notes } = await importSvg(svg, { ...OPTIONS, measureTexts });
    const expected = await importMeasuredSvg(svg, { ...OPTIONS, measure });
    expect(document).toEqual(expected.document);
    expect([...files.keys()]).toEqual([...expected.files.keys()]);
    expect(notes).toEqual(expected.notes);
    expect(asked).toHaveLength(rounds);
  });

  test("asks for each text once, although several layers have it", async () => {
    const asked: MeasurableText[] = [];
    const measureTexts = (texts: readonly MeasurableText[]) => {
      asked.push(...texts);
      return Promise.resolve(texts.map(() => ({ widths: [40], height: 24, baseline: 18 })));
    };
    const line = (y: number) => `<text x="9" y="${y}" font-size="20">Same</text>`;
    const { document } = await importSvg(svgOf(line(40) + line(90)), { ...OPTIONS, measureTexts });
    expect(new Set(asked.map((text) => JSON.stringify(text))).size).toBe(asked.length);
    // The baseline of 18 pixels is above the place of the text in the SVG.
    expect(document["layers"]).toMatchObject([{ y: 22 }, { y: 72 }]);
  });

  test("ends with an estimate if a text gets no measure", async () => {
    let rounds = 0;
    const measureTexts = () => {
      rounds += 1;
      return Promise.resolve([]);
    };
    const { document } = await importSvg(svgOf('<text x="9" y="100" font-size="20">Lost</text>'), {
      ...OPTIONS,
      measureTexts,
    });
    expect(rounds).toBeLessThan(10);
    expect(document["layers"]).toMatchObject([{ text: "Lost", x: 9 }]);
  });
});
