/** Takes a layer type that only this test defines through every step of a template, without changing the registries. */
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { layerSchemaOf } from "../../../core/templates/layer-schema-of.js";
import { attribute } from "../../../packages/engine/src/document/attributes/attribute.js";
import { checkOverrides, checkTemplateDocument, LAYERS, type TemplateDocument } from "@image-render/engine/document";
import { defineLayer } from "../../../packages/engine/src/document/layer-types/define-layer.js";
import { documentJsonSchema } from "../../../packages/engine/src/document/json-schema.js";
import { createLayerRegistry } from "../../../packages/engine/src/document/layer-types/layer-registry.js";
import { TEXT_FILLER } from "../../../packages/engine/src/document/layer-types/placeholders.js";
import { color, size } from "../../../packages/engine/src/document/attributes/shared-attributes.js";
import { vectorItem } from "../../../packages/engine/src/compile/vector-item.js";
import { defineLayerRenderer } from "../../../packages/engine/src/items/define-layer-renderer.js";
import { createLayerRendererRegistry } from "../../../packages/engine/src/items/layer-renderer-registry.js";
import { LAYER_RENDERERS } from "../../../packages/engine/src/layers/registry.js";
import { rotate } from "../../../packages/engine/src/paint/rotate.js";
import { Renderer } from "@image-render/engine";
import { decode, testContext } from "../../../packages/engine/test/support.js";

/** A pattern of stripes: `|` for a filled stripe, any other character for an empty one. */
const stripesLayer = defineLayer({
  type: "stripes",
  attributes: {
    ...size,
    color,
    pattern: attribute("text", "Pattern", z.string().max(20)).default("|"),
  },
  placeholders: { pattern: TEXT_FILLER },
  content: "pattern",
});

const stripesRenderer = defineLayerRenderer(stripesLayer, {
  autoColor: "color",
  item: vectorItem((layer) => {
    const width = layer.width / layer.pattern.length;
    const stripes = Array.from(layer.pattern, (character, index) =>
      character === "|"
        ? `<path d="M${layer.x + index * width} ${layer.y}h${width}v${layer.height}h${-width}z" fill="${layer.color}"/>`
        : "",
    );
    return rotate(stripes.join(""), layer, layer);
  }),
});

const definitions = createLayerRegistry([...LAYERS.all.map(({ definition }) => definition), stripesLayer]);
const layers = createLayerRendererRegistry(definitions, [
  ...LAYERS.all.map(({ definition }) => LAYER_RENDERERS.get(definition.type)),
  stripesRenderer,
]);

const source = {
  width: 100,
  height: 100,
  variables: [{ name: "end", type: "string", default: "|" }],
  layers: [
    {
      id: "g",
      type: "group",
      layout: "row",
      width: 100,
      height: 100,
      children: [
        { id: "box", type: "rectangle", width: 20, height: 100, background_color: "#00f" },
        { id: "s", name: "code", type: "stripes", width: "fill", height: "fill", pattern: "|.{{end}}.", color: "#f00" },
      ],
    },
  ],
};

function read(value: unknown): TemplateDocument {
  const checked = checkTemplateDocument(value, definitions);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

async function draw(request: object) {
  return await decode(await new Renderer(testContext(), { layers }).render(source, request));
}

const RED = [255, 0, 0, 255];
const WHITE = [255, 255, 255, 255];

describe("a layer type that only a test registers", () => {
  test("a document with the type is checked and gets the type's defaults", () => {
    const document = read({ width: 1, height: 1, layers: [{ id: "a", type: "stripes", width: 1, height: 1 }] });
    expect(document.layers).toEqual([
      {
        id: "a",
        type: "stripes",
        x: 0,
        y: 0,
        width: 1,
        height: 1,
        rotation: 0,
        opacity: 1,
        hide: false,
        color: "#000000",
        pattern: "|",
      },
    ]);
  });

  test("issues in the type's attributes and placeholders have their paths", () => {
    const wrong = { id: "a", type: "stripes", width: 1, height: 1, pattern: "{{ends}}", color: "reddish", colr: 1 };
    const checked = checkTemplateDocument({ ...source, layers: [wrong] }, definitions);
    expect("issues" in checked && checked.issues.map(({ path }) => path).sort()).toEqual([
      "layers[0].color",
      "layers[0].colr",
      "layers[0].pattern",
    ]);
  });

  test("the default registry refuses the type", () => {
    const checked = checkTemplateDocument(source);
    expect("issues" in checked && checked.issues.map(({ path }) => path)).toEqual(["layers[0].children[1].type"]);
  });

  test("the layer schema lists the type's attributes, and a request can set only those", () => {
    const document = read(source);
    const { layers: described, jsonSchema } = layerSchemaOf({ id: "i", name: "n", version: 1 }, document, definitions);
    expect(described).toMatchObject([{ id: "s", layerName: "code", type: "stripes" }]);
    expect(described[0]?.attributes).toContainEqual({
      key: "pattern",
      type: "text",
      label: "Pattern",
      required: false,
      default: "|.{{end}}.",
    });
    expect(jsonSchema).toHaveProperty("properties.layers.properties.code.properties.pattern.maxLength", 20);
    expect(checkOverrides(document, { layers: { code: { pattern: "||" } } }, definitions)).toEqual([]);
    expect(checkOverrides(document, { layers: { code: { border_width: 1 } } }, definitions)).toMatchObject([
      { path: "layers.code.border_width" },
    ]);
  });

  test("the JSON Schema of documents has the type with the labels of its attributes", () => {
    const text = JSON.stringify(documentJsonSchema(definitions));
    expect(text).toContain('"const":"stripes"');
    expect(text).toContain('"description":"Pattern"');
    expect(JSON.stringify(documentJsonSchema())).not.toContain("stripes");
  });

  test("the engine draws the type in a row, with its placeholders filled", async () => {
    const pixels = await draw({});
    expect([pixels.at(25, 50), pixels.at(45, 50), pixels.at(65, 50), pixels.at(85, 50)]).toEqual([
      RED,
      WHITE,
      RED,
      WHITE,
    ]);
  });

  test("the engine draws the type with a request's variables and attributes, and decides its automatic color", async () => {
    const changed = await draw({ variables: { end: "." }, layers: { code: { color: "auto(#ffff00, #0000ff)" } } });
    expect([changed.at(25, 50), changed.at(65, 50)]).toEqual([[0, 0, 255, 255], WHITE]);
  });
});

describe("registries of layer types", () => {
  test("two types with the same name are refused", () => {
    expect(() => createLayerRegistry([stripesLayer, stripesLayer])).toThrow("Two layer types have the same name.");
  });

  test("a type without a renderer is refused when the registry is created", () => {
    expect(() => createLayerRendererRegistry(definitions, [stripesRenderer])).toThrow("has no renderer");
  });
});
