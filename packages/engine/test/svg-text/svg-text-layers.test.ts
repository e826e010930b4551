/** Texts of SVGs in layers: which editions draw them, in which formats, and with which warnings. */
import { describe, expect, test } from "@jest/globals";
import { findWarnings } from "../../src/renderer/find-warnings.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { decode, dataUri, fonts, renderLayers, testContext } from "../support.js";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
const TEXT = svg('<text x="50" y="60" text-anchor="middle" font-size="40">Hx</text>');
const box = { id: "a", x: 0, y: 0, width: 100, height: 100 };
const svgLayer = (text: string) => ({ ...box, type: "svg", svg: text }) as const;
const imageLayer = (text: string) =>
  ({ ...box, type: "image", image_url: dataUri(Buffer.from(text), "svg+xml"), fit: "fill" }) as const;

async function renderInEdition(edition: 1 | 2, layer: ReturnType<typeof svgLayer> | ReturnType<typeof imageLayer>) {
  const document = { width: 100, height: 100, edition, layers: [layer] };
  return decode(await renderPicture(document, { format: "png" }, testContext()));
}

describe("texts of SVGs", () => {
  test("a text of an svg layer is drawn at its place, in the size of its letters", async () => {
    const drawn = await renderLayers([svgLayer(TEXT)]);
    expect(drawn.picture.warnings).toEqual([]);
    const { left, top, right, bottom } = drawn.paintedBox();
    expect(bottom).toBe(59);
    // Capital letters of Inter are 0.727 em high.
    expect([30, 31]).toContain(top);
    expect(Math.abs(left + right + 1 - 100)).toBeLessThanOrEqual(4);
  });

  test("a text of an SVG image is drawn", async () => {
    const drawn = await renderLayers([imageLayer(TEXT)]);
    expect(drawn.picture.warnings).toEqual([]);
    expect(drawn.paintedPixels()).toBeGreaterThan(300);
  });

  test.each([
    ["svg layer", svgLayer(TEXT)],
    ["image layer", imageLayer(TEXT)],
  ])("edition 1 draws no text in an %s, and the warning says what draws it", async (_type, layer) => {
    const { picture } = await renderInEdition(1, layer);
    expect(picture.warnings).toEqual([
      {
        code: "SVG_NOT_DRAWN",
        layer: "a",
        message: 'Parts of the SVG of the layer "a" are not drawn: <text>. Save the template again to draw its text.',
        retryable: false,
      },
    ]);
  });

  test("an svg layer of edition 1 with a text has the pixels of the same layer without it", async () => {
    const shape = '<circle cx="50" cy="50" r="20"/>';
    const { picture } = await renderInEdition(1, svgLayer(svg(`${shape}<text x="5" y="30">Hello</text>`)));
    expect(picture.bytes).toEqual((await renderInEdition(1, svgLayer(svg(shape)))).picture.bytes);
  });

  test("a renderer that has drawn a drawing without its text in edition 1 draws the text in edition 2", async () => {
    const renderer = new Renderer(testContext());
    const draw = async (edition: 1 | 2, layer: ReturnType<typeof svgLayer> | ReturnType<typeof imageLayer>) =>
      decode(await renderer.render({ width: 100, height: 100, edition, layers: [layer] }, { format: "png" }));
    for (const layer of [svgLayer(TEXT), imageLayer(TEXT)]) {
      await draw(1, layer);
      expect((await draw(2, layer)).paintedPixels()).toBeGreaterThan(300);
    }
  });

  test("a PDF has the letters as paths, and no image", async () => {
    const { bytes } = await renderPicture(
      { width: 100, height: 100, layers: [svgLayer(TEXT)] },
      { format: "pdf" },
      testContext(),
    );
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/\/Subtype ?\/Image/);
  });

  test("a font family that does not exist is replaced, and the warning names it", async () => {
    const { picture } = await renderLayers([
      svgLayer(svg('<text x="5" y="50" font-family="Comic Neue, Futura">Hi</text>')),
    ]);
    expect(picture.warnings).toEqual([expect.objectContaining({ code: "FONT_FAMILY_REPLACED", layer: "a" })]);
    expect(picture.warnings[0]?.message).toContain('"Comic Neue"');
  });

  test("characters that no font has give the warning of text layers", async () => {
    const { picture } = await renderLayers([svgLayer(svg('<text x="5" y="50">\u{F0000}</text>'))]);
    expect(picture.warnings).toEqual([expect.objectContaining({ code: "MISSING_GLYPH", layer: "a" })]);
  });

  test.each([
    ["a text path", '<text><textPath href="#a">x</textPath></text>', "<textPath>"],
    ["a filter", '<filter id="f"><feGaussianBlur/></filter><rect width="9" height="9"/>', "<filter>"],
    ["animations", "<rect><animate/><animateTransform/></rect>", "<animate>, <animateTransform>"],
    ["a vertical text", '<text writing-mode="vertical-rl">x</text>', "text (vertical)"],
    ["a link inside of a text", '<text x="9" y="50">a<a href="#b">b</a></text>', "<a>"],
    ["a marker", '<marker id="m"/><path d="M0 0h9"/>', "<marker>"],
  ])("%s is not drawn, and one warning names it before and after the render", async (_what, inside, names) => {
    const layers = [svgLayer(svg(inside))];
    const { picture } = await renderLayers(layers);
    const [warning] = picture.warnings;
    expect(picture.warnings).toHaveLength(1);
    expect(warning?.code).toBe("SVG_NOT_DRAWN");
    expect(warning?.message).toContain(`are not drawn: ${names}.`);
    expect(await findWarnings({ width: 100, height: 100, layers }, {}, { fonts })).toEqual(picture.warnings);
  });

  test("parts of an SVG image that are not drawn give the warning, too", async () => {
    const inside =
      '<script>1</script><foreignObject/><use href="https://example.com/a.svg#b"/><rect width="9" height="9"/>';
    const layers = [imageLayer(svg(inside))];
    const { picture } = await renderLayers(layers);
    expect(picture.warnings.map(({ message }) => message)).toEqual([
      'Parts of the SVG of the layer "a" are not drawn: <script>, <foreignObject>, <use>. ' +
        "Draw them as shapes, or use layers of other types for them.",
    ]);
    expect(await findWarnings({ width: 100, height: 100, layers }, {}, { fonts })).toEqual(picture.warnings);
  });

  test("titles, metadata, styles, links and an editor's copy of the drawing give no warning", async () => {
    const inside =
      "<title>a</title><desc/><metadata/><style>.a{}</style><defs/><a><rect width='9' height='9'/></a>" +
      '<switch><foreignObject requiredExtensions="http://ns.adobe.com/"/><g/></switch>';
    const { picture } = await renderLayers([imageLayer(svg(inside))]);
    expect(picture.warnings).toEqual([]);
  });

  test("a text with an issue does not make the drawing invalid: it is left out, and the warning says why", async () => {
    const shape = '<rect id="b" width="50" height="50"/>';
    const drawn = await renderLayers([svgLayer(svg(`${shape}<text id="b" x="5" y="90">Hi</text>`))]);
    expect(drawn.at(25, 25)).toEqual([0, 0, 0, 255]);
    expect(drawn.picture.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('Two elements have the id "b"'),
    ]);
  });
});
