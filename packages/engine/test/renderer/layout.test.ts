import { describe, expect, test } from "@jest/globals";
import { pictureLayoutSchema } from "../../src/document/picture-layout.js";
import type { PictureRequest } from "../../src/renderer/picture.js";
import { Renderer } from "../../src/renderer/renderer.js";
import { decode, testContext } from "../support.js";

const renderer = new Renderer(testContext());
const size = { width: 200, height: 100 };
const box = (id: string, more: object = {}) => ({
  id,
  type: "rectangle",
  x: 10,
  y: 10,
  width: 40,
  height: 20,
  background_color: "#000000",
  ...more,
});
const text = (id: string, more: object = {}) => ({
  id,
  type: "text",
  x: 0,
  y: 0,
  width: 200,
  height: 40,
  text: id,
  ...more,
});

async function layersOf(layers: readonly object[], request: PictureRequest = {}, document: object = {}) {
  const layout = await renderer.layout({ ...size, ...document, layers }, request);
  expect(pictureLayoutSchema.parse(layout)).toEqual(layout);
  return layout.layers;
}

describe("the layout of a picture", () => {
  test("a layer inside of groups has the box of its pixels, and the path of its groups", async () => {
    const inner = { id: "inner", type: "group", x: 30, y: 20, children: [box("leaf")] };
    const layers = [{ id: "outer", type: "group", x: 5, y: 0, children: [inner] }];
    const leaf = (await layersOf(layers)).find(({ id }) => id === "leaf");
    expect(leaf).toMatchObject({ path: ["outer", "inner", "leaf"], box: { x: 45, y: 30, width: 40, height: 20 } });
    const picture = await decode(await renderer.render({ ...size, layers }, {}));
    expect(picture.paintedBox()).toEqual({ left: 45, top: 30, right: 84, bottom: 49 });
  });

  test("a layer inside of a rotated group has the rotated place and the rotations of both", async () => {
    const group = { id: "g", type: "group", x: 50, y: 0, width: 100, height: 100, rotation: 90 };
    const layers = [{ ...group, children: [box("leaf", { rotation: 0 })] }];
    const leaf = (await layersOf(layers)).find(({ id }) => id === "leaf");
    // The middle (80, 20) rotates around (100, 50) to (130, 30).
    expect(leaf).toMatchObject({ box: { x: 110, y: 20, width: 40, height: 20 }, rotation: 90 });
    const picture = await decode(await renderer.render({ ...size, layers }, {}));
    expect(picture.paintedBox()).toEqual({ left: 120, top: 10, right: 139, bottom: 49 });
  });

  test("the copies of a repeat are layers with the index of their item", async () => {
    const variables = [{ name: "rows", type: "list", fields: [{ name: "label", type: "string" }] }];
    const group = { id: "list", type: "group", layout: "column", repeat: "rows", x: 0, y: 0 };
    const layers = [{ ...group, children: [text("label", { text: "{{item.label}}", height: "hug", width: 100 })] }];
    const request = { variables: { rows: [{ label: "One" }, { label: "Two" }] } };
    const found = await layersOf(layers, request, { variables });
    expect(found.map(({ id, layerId, path, copies, text: lines }) => [id, layerId, path, copies, lines?.text])).toEqual(
      [
        ["list", "list", ["list"], [], undefined],
        ["label[0]", "label", ["list", "label[0]"], [0], "One"],
        ["label[1]", "label", ["list", "label[1]"], [1], "Two"],
      ],
    );
    expect(found[2]?.box.y).toBe(found[1]?.box.height);
  });

  test("placeholders say where their braces and their values are, even in rich texts, filters and copies", async () => {
    const variables = [
      { name: "who", type: "string", default: "Ada" },
      { name: "price", type: "number", default: 7 },
      { name: "none", type: "string", default: "" },
      { name: "rows", type: "list", fields: [{ name: "label", type: "string" }] },
    ];
    const found = await layersOf(
      [
        text("plain", { text: "Hi {{ who }}, {{price | number: 2}}{{none}}!" }),
        text("rich", { text: "**{{who}}** {{ price * 2 }}", rich: true }),
        text("given", { name: "given", text: "{{who}}" }),
        text("none", { text: "No {{ braces" }),
        {
          id: "list",
          type: "group",
          layout: "column",
          repeat: "rows",
          x: 0,
          y: 0,
          children: [text("label", { text: "{{item.label}}", height: "hug", width: 100 })],
        },
      ],
      {
        variables: { who: "A*B", rows: [{ label: "One" }, { label: "Three" }] },
        layers: { given: { text: "{{who}}" } },
      },
      { variables, edition: 2 },
    );
    const places = found.map(({ text: lines }) => lines && [lines.text, lines.placeholders]);
    expect(places).toEqual([
      [
        "Hi A*B, 7.00!",
        [
          { from: 3, to: 12, start: 3, end: 6 },
          { from: 14, to: 35, start: 8, end: 12 },
          { from: 35, to: 43, start: 12, end: 12 },
        ],
      ],
      [
        "**A\\*B** 14",
        [
          { from: 2, to: 9, start: 2, end: 6 },
          { from: 12, to: 27, start: 9, end: 11 },
        ],
      ],
      ["{{who}}", []],
      ["No {{ braces", []],
      undefined,
      ["One", [{ from: 0, to: 14, start: 0, end: 3 }]],
      ["Three", [{ from: 0, to: 14, start: 0, end: 5 }]],
    ]);
  });

  test("the baseline and the first cluster of a text are where its pixels are", async () => {
    const layers = [text("HHH", { x: 20, y: 10, font_size: 30, color: "#000000" })];
    const [layer] = await layersOf(layers);
    const { left, bottom } = (await decode(await renderer.render({ ...size, layers }, {}))).paintedBox();
    const [line] = layer?.text?.lines ?? [];
    expect(bottom + 1).toBe(line?.baseline);
    expect(left).toBeGreaterThanOrEqual(line?.clusters[0]?.x ?? Infinity);
    expect(left).toBeLessThan((line?.clusters[0]?.x ?? 0) + 8);
  });

  test("a text with an automatic color says which color was chosen, at any scale", async () => {
    const layers = [box("dark", { x: 0, y: 0, width: 200, height: 100 }), text("words", { color: "auto" })];
    for (const scale of [0.5, 1]) {
      const [, words] = await layersOf(layers, { scale });
      expect(words).toMatchObject({
        autoColor: { attribute: "color", color: "#ffffff" },
        box: { width: 200, height: 40 },
      });
    }
  });

  test("a layer that is hidden is left out, and one without opacity is not", async () => {
    const found = await layersOf([
      box("hidden", { hide: true }),
      box("clear", { opacity: 0 }),
      text("gone", { opacity: 0 }),
    ]);
    expect(found.map(({ id, text: lines }) => [id, lines])).toEqual([
      ["clear", undefined],
      ["gone", undefined],
    ]);
  });

  test("a layer has the warnings that name it, and the layout has all of them", async () => {
    const words = { text_fit: "cut", width: 40, text: "Far too many words for this box" };
    const layout = await renderer.layout({ ...size, layers: [text("long", words), text("short", { y: 50 })] }, {});
    expect(layout.layers.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([["TEXT_CUT"], []]);
    expect(layout.warnings.map(({ code }) => code)).toEqual(["TEXT_CUT"]);
  });

  test("a picture with its layout has the same bytes as without, and the layout of the same request", async () => {
    const layers = [box("shape", { shadows: [{ color: "#000000", blur: 4 }] }), text("words", { text_fit: "shrink" })];
    const document = { ...size, height: "hug", max_height: 500, layers };
    const plain = await renderer.render(document, {});
    const described = await renderer.render(document, {}, { layout: true });
    expect(Buffer.from(described.bytes).equals(plain.bytes)).toBe(true);
    expect(plain.layout).toBeUndefined();
    expect(described.layout).toEqual(await renderer.layout(document, {}));
    expect(described.layout?.height).toBe(described.height);
  });

  test("a PDF can have a layout too", async () => {
    const { layout, parts } = await renderer.render(
      { ...size, layers: [box("a")] },
      { format: "pdf" },
      { layout: true, parts: ["a"] },
    );
    expect(layout?.layers.map(({ id }) => id)).toEqual(["a"]);
    expect(parts).toBe("NO_PIXELS");
  });

  test("an invalid document is refused as it is by a render", async () => {
    await expect(renderer.layout({ ...size, layers: [{ id: "x" }] }, {})).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
