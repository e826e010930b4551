import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../src/document/document.js";
import { findWarnings } from "../src/renderer/find-warnings.js";
import { renderPicture } from "../src/renderer/render-picture.js";
import { dataUri, fonts, makeImage, testContext } from "./support.js";

type Layers = TemplateSource["layers"];

const find = async (layers: Layers, request = {}) =>
  await findWarnings({ width: 100, height: 100, layers }, request, { fonts });

/** The codes of the warnings, with their layers. */
const codes = async (layers: Layers) => (await find(layers)).map(({ code, layer }) => `${code} ${layer}`);

const text = { type: "text", width: 80, height: 30, text: "Hill", font_size: 20 } as const;
const image = { type: "image", width: 50, height: 50, image_url: "https://images.example/a.png" } as const;

describe("warnings for layers that an edge of the picture cuts", () => {
  test.each([
    ["right", { x: 80, y: 10 }],
    ["left", { x: -20, y: 10 }],
    ["bottom", { x: 10, y: 90 }],
    ["top", { x: 10, y: -12 }],
  ])("a text that the %s edge cuts has a warning that names the edge", async (edge, place) => {
    const message = `The layer "title" is cut at the ${edge} edge of the picture. Move it, or make it smaller.`;
    expect(await find([{ ...text, ...place, id: "t", name: "title" }])).toEqual([
      { code: "LAYER_CUT", layer: "title", message, retryable: false },
    ]);
  });

  test("only the letters of a text count, not its box, its shadow or its highlight", async () => {
    const wide = { ...text, id: "t", x: 10, width: 500, height: 500 };
    expect(await codes([wide])).toEqual([]);
    const shadow = { shadow_color: "#000", shadow_x: 80, highlight_color: "#ff0", highlight_padding: 30 } as const;
    expect(await codes([{ ...text, ...shadow, id: "t", x: 10 }])).toEqual([]);
    expect(await codes([{ ...text, id: "t", x: 80, text: "   " }])).toEqual([]);
  });

  test("rotated letters count at the place where they are drawn", async () => {
    const upright = { ...text, id: "t", x: 5, y: 5, width: 90, text: "Hill and dale" } as const;
    expect(await codes([{ ...upright, font_size: 14 }])).toEqual([]);
    expect(await codes([{ ...upright, font_size: 14, rotation: 90 }])).toEqual(["LAYER_CUT t"]);
  });

  test("a code that is cut has a warning, because no reader can read it", async () => {
    expect(await codes([{ id: "q", type: "qr", data: "A", x: 60, width: 50, height: 50 }])).toEqual(["LAYER_CUT q"]);
    expect(await codes([{ id: "b", type: "barcode", data: "A", y: 80, width: 90, height: 40 }])).toEqual([
      "LAYER_CUT b",
    ]);
  });

  test("an image that must be visible as a whole has a warning, and a photo that extends over an edge has none", async () => {
    expect(await codes([{ ...image, id: "logo", x: 70, fit: "contain" }])).toEqual(["LAYER_CUT logo"]);
    expect(await codes([{ ...image, id: "photo", x: 70, fit: "cover" }])).toEqual([]);
  });

  test("shapes that extend over an edge or are outside are decoration and have no warning", async () => {
    expect(await codes([{ id: "e", type: "ellipse", x: 70, width: 90, height: 90 }])).toEqual([]);
    expect(await codes([{ id: "r", type: "rectangle", x: 200, width: 90, height: 90 }])).toEqual([]);
  });
});

describe("warnings for layers outside of the picture", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

  test.each([
    ["text", { ...text, id: "x", x: 120 }],
    ["photo", { ...image, id: "x", y: -60, fit: "cover" }],
    ["QR code", { id: "x", type: "qr", data: "A", x: 100, width: 50, height: 50 }],
    ["drawing", { id: "x", type: "svg", svg, x: 10, y: 100, width: 50, height: 50 }],
  ] as const)("a %s outside of the picture has one warning", async (_, layer) => {
    expect(await codes([layer])).toEqual(["LAYER_OFF_CANVAS x"]);
  });

  test("a layer inside a faded and clipped group is found by its place in the picture", async () => {
    const group = { id: "g", type: "group", x: 60, y: 60, width: 40, height: 40, clip: true, opacity: 0.5 } as const;
    expect(await codes([{ ...group, children: [{ ...text, id: "in", x: 50 }] }])).toEqual(["LAYER_OFF_CANVAS in"]);
  });

  test("layers that are hidden, invisible or empty have no warning", async () => {
    const outside = { ...text, x: 120 };
    const layers = [
      { ...outside, id: "a", hide: true },
      { ...outside, id: "b", opacity: 0 },
      { ...outside, id: "c", text: "" },
      { ...image, id: "d", x: 120, image_url: "" },
    ];
    expect(await codes(layers)).toEqual([]);
  });
});

describe("findWarnings", () => {
  test("findWarnings gives the warnings of a render, although it paints nothing", async () => {
    const logo = dataUri(await makeImage(4, 4, () => [255, 0, 0, 255]));
    const document = {
      width: 100,
      height: 100,
      layers: [
        { ...text, id: "cut", name: "cut", text: "one two three four five six seven", max_lines: 1 },
        { ...text, id: "box", y: 30, text: "Hi 𓀀" },
        { ...text, id: "away", x: 300 },
        { ...image, id: "logo", x: 80, fit: "contain", image_url: logo },
        { id: "code", type: "barcode", symbology: "ean13", data: "12", y: 60, width: 60, height: 20 },
        { id: "qr", type: "qr", data: "x".repeat(2000), error_correction: "H", y: 60, width: 20, height: 20 },
      ],
    };
    const request = { layers: { cut: { text: "another text that is too long for its line" } } };
    const found = await findWarnings(document, request, { fonts });
    expect(found.map(({ code }) => code)).toEqual([
      ...["TEXT_CUT", "MISSING_GLYPH", "CODE_INVALID", "CODE_INVALID"],
      ...["LAYER_OFF_CANVAS", "LAYER_CUT"],
    ]);
    expect((await renderPicture(document, request, testContext())).warnings).toEqual(found);
  });

  test("findWarnings loads no image and reports the issues of a request as a render does", async () => {
    expect(await codes([{ ...image, id: "i" }])).toEqual([]);
    await expect(find([{ ...text, id: "t" }], { layers: { none: { text: "x" } } })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
