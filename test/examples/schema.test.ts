import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "@image-render/engine/document";
import { layerSchemaOf } from "../../core/templates/layer-schema-of.js";
import { schemaText } from "../../examples/schema-text.js";

describe("the JSON Schema of documents", () => {
  test("the committed JSON Schema matches the schemas; `npm run generate` writes it", async () => {
    expect(readFileSync("examples/template.schema.json", "utf8")).toBe(await schemaText());
  });

  test("every starter names the JSON Schema of documents", () => {
    const templates = globSync("examples/*/template.json");
    expect(templates).toContain("examples/certificate/template.json");
    for (const path of templates) expect(readFileSync(path, "utf8")).toContain('"$schema": "../template.schema.json"');
  });

  test("the JSON Schema has layer types, attributes and their labels", async () => {
    const text = await schemaText();
    for (const word of ['"const": "barcode"', '"const": "group"', "Corner radius", "visible_if", "repeat_as"]) {
      expect(text).toContain(word);
    }
  });
});

const CARD = { width: 10, height: 10, layers: [] };

describe("the JSON Schema of a template's requests", () => {
  const checked = checkTemplateDocument({
    width: 10,
    height: 10,
    variables: [
      { name: "count", type: "number", default: 2 },
      { name: "items", type: "list", max_items: 3, fields: [{ name: "price", type: "number" }] },
    ],
    layers: [
      { id: "a", type: "text" },
      { id: "b", name: "title", type: "text" },
      { id: "g", type: "group", children: [{ id: "c", name: "photo", type: "image", width: 5, height: 5 }] },
    ],
  });
  if ("issues" in checked) throw new Error("The document has no issues.");
  const template = { id: "123e4567-e89b-42d3-a456-426614174000", name: "Card", version: 1 };
  const { jsonSchema: schema } = layerSchemaOf(template, checked.document);

  test("the JSON Schema of requests has the named layers with the attributes of their types, and nothing else", () => {
    expect(schema).toMatchObject({
      required: ["template"],
      properties: {
        template: { const: "123e4567-e89b-42d3-a456-426614174000" },
        format: expect.anything(),
        layers: {
          additionalProperties: false,
          properties: {
            title: { additionalProperties: false, properties: { text: { type: "string", description: "Text" } } },
            photo: {
              properties: { image_url: { type: "string" }, fit: { enum: ["cover", "contain", "fill", "none"] } },
            },
          },
        },
      },
    });
    const { layers } = schema["properties"] as { layers: { properties: object } };
    expect(Object.keys(layers.properties)).toEqual(["title", "photo"]);
  });

  test("the JSON Schema of requests requires `variables` if the template requires one of them", () => {
    const needed = { ...CARD, variables: [{ name: "title", type: "string", required: true }] };
    const card = checkTemplateDocument(needed);
    if ("issues" in card) throw new Error("The document has no issues.");
    const { jsonSchema } = layerSchemaOf(template, card.document);
    expect(jsonSchema).toMatchObject({
      required: ["template", "variables"],
      properties: { variables: { required: ["title"] } },
    });
  });

  test("the JSON Schema of requests has the variables with their types and defaults", () => {
    expect(schema).toMatchObject({
      properties: {
        variables: {
          additionalProperties: false,
          properties: {
            count: { default: 2 },
            items: {
              type: "array",
              maxItems: 3,
              items: { additionalProperties: false, properties: { price: { default: 0 } } },
            },
          },
        },
      },
    });
  });
});
