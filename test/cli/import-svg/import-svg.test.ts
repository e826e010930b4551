import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { makeFolder, run } from "../support.js";
import { CANVA, ILLUSTRATOR, INKSCAPE } from "./designs.js";
import { allLayers, drawSvg, farPixels, type TemplateLayer } from "./support.js";

const FIGMA = readFileSync("examples/features/figma-card/design.svg", "utf8");

/** Imports an SVG by the command line, and returns the template. */
async function importDesign(svg: string) {
  const folder = makeFolder({ "design.svg": svg });
  const { code, text, errors } = await run(folder, "import", "svg", "design.svg");
  const document = existsSync(join(folder, "design.json"))
    ? (JSON.parse(readFileSync(join(folder, "design.json"), "utf8")) as { layers: TemplateLayer[] } & Record<
        string,
        unknown
      >)
    : { layers: [] };
  return { folder, code, text, errors, document, layers: allLayers(document.layers) };
}

const ofType = (layers: readonly TemplateLayer[], type: string) => layers.filter((layer) => layer["type"] === type);

describe("irs import svg", () => {
  test.each([
    // The tolerance is for the edges of letters, which the two renderers draw at slightly different places.
    ["Figma", FIGMA, 0.012],
    ["Illustrator", ILLUSTRATOR, 0.012],
    ["Inkscape", INKSCAPE, 0.012],
    ["Canva", CANVA, 0.004],
  ])("the picture of a design from %s agrees with the picture of its SVG", async (name, svg, tolerance) => {
    const { folder, code, errors } = await importDesign(svg);
    expect([code, name === "Canva" ? "" : errors]).toEqual([0, ""]);
    expect(await run(folder, "render", "design.json")).toMatchObject({ code: 0, errors: "" });
    const share = await farPixels(readFileSync(join(folder, "design.png")), drawSvg(svg));
    expect(share).toBeLessThan(tolerance);
  });

  test("a design from Figma becomes named texts, images, shapes and a drawing, and its photo covers its box", async () => {
    const { layers, text } = await importDesign(FIGMA);
    expect(text).toBe("design.json  written, 13 layers: 5 texts, 2 images, 5 shapes, 1 drawing, with 2 image files\n");
    expect(layers.map((layer) => layer["name"])).toEqual(
      "Glow,Panel,Photo,Badge,Badge label,Title,Text,Rule,Avatar,Author,Date,star,Star icon".split(","),
    );
    const [photo] = ofType(layers, "image");
    expect(photo).toMatchObject({
      width: 200,
      height: 272,
      fit: "cover",
      border_radius: 16,
      image_url: "design-images/photo.jpg",
    });
    expect(layers.find(({ name }) => name === "Panel")).toMatchObject({
      shadow_y: 12,
      shadow_blur: 32,
      shadow_color: "#3b29142e",
    });
    expect(layers.find(({ name }) => name === "Title")).toMatchObject({
      text: "Dusk over\nthe mountains",
      font_family: "Playfair Display",
      font_weight: 700,
    });
  });

  test("the committed example is what the command makes from its SVG", async () => {
    const { document } = await importDesign(FIGMA);
    const example = JSON.parse(readFileSync("examples/features/figma-card/template.json", "utf8")) as Record<
      string,
      unknown
    >;
    const { name, description, ...rest } = example;
    expect([typeof name, typeof description]).toEqual(["string", "string"]);
    const imported = Object.fromEntries(Object.entries(document).filter(([key]) => key !== "name"));
    expect(JSON.parse(JSON.stringify(imported).replaceAll("design-images/", "template-images/"))).toEqual(rest);
  });

  test("words that Illustrator places one by one become one line, and its classes become attributes", async () => {
    const { layers, document } = await importDesign(ILLUSTRATOR);
    expect(document["background"]).toBe("#123c4a");
    expect(ofType(layers, "text")).toMatchObject([
      { name: "Headline", text: "Open house", font_size: 30, font_weight: 700, color: "#ffffff" },
      { text: "Saturday, ten to four\nHarbor street 12", font_size: 16, line_height: 1.375 },
    ]);
    expect(layers.find(({ name }) => name === "Frame line")).toMatchObject({
      x: 10,
      border_width: 4,
      border_radius: 12,
    });
    expect(ofType(layers, "polygon")).toMatchObject([{ sides: 3, opacity: 0.6 }]);
    expect(ofType(layers, "line")).toHaveLength(1);
  });

  test("millimeters, labels, rotated groups and centered texts of Inkscape are kept", async () => {
    const { layers, document } = await importDesign(INKSCAPE);
    expect(document).toMatchObject({ width: 400, height: 200, background: "#f4f1ea" });
    expect(layers.find(({ name }) => name === "Ticket")).toMatchObject({ rotation: -8, border_color: "#f26419" });
    expect(ofType(layers, "text")).toMatchObject([{ text: "Admit one\nRow seven", align: "center", font_size: 24 }]);
    expect(ofType(layers, "image")).toMatchObject([{ name: "Seal", fit: "fill" }]);
    // The circle and its copy by `<use>`.
    expect(ofType(layers, "ellipse")).toHaveLength(2);
  });

  test("outlined text is recognized, and the message names the setting of Figma", async () => {
    const { code, errors, layers } = await importDesign(CANVA);
    expect(code).toBe(0);
    expect(errors).toMatch(/^design\.svg:\d+:\d+ warning This looks like text .* clear "Outline text"/);
    expect(layers.filter(({ type }) => type === "group")).toMatchObject([
      { clip: true, children: [{ type: "image" }] },
    ]);
  });

  test("a font that is not built in is replaced by a similar one, with one warning that names both", async () => {
    const text = '<text font-family="Garamond Premier Pro" x="4" y="20">A</text>';
    const { errors, layers } = await importDesign(
      `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">${text}${text}</svg>`,
    );
    expect(layers).toMatchObject([{ font_family: "EB Garamond" }, { font_family: "EB Garamond" }]);
    expect(errors).toMatch(/^design\.svg:1:\d+ warning The font "Garamond Premier Pro" is not built in\. [^\n]*\n$/);
  });

  test.each([
    ["<svg", /^design\.svg:1:\d+ error This is not well-formed XML/],
    ["<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", /Entity declarations are not allowed/],
  ])("an SVG that cannot be read causes an issue with its place, and nothing is written: %s", async (svg, message) => {
    const { folder, code, errors } = await importDesign(svg);
    expect(code).toBe(1);
    expect(errors).toMatch(message);
    expect(existsSync(join(folder, "design.json"))).toBe(false);
  });

  test("elements that use each other in a circle end, and a file that exists is overwritten only with --force", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>';
    const { folder, code } = await importDesign(svg);
    expect(code).toBe(0);
    const again = await run(folder, "import", "svg", "design.svg");
    expect([again.code, again.errors]).toEqual([2, expect.stringContaining("design.json: The file exists already.")]);
    expect(await run(folder, "import", "svg", "design.svg", "--force")).toMatchObject({ code: 0 });
  });
});
