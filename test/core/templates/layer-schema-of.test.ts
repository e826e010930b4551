import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "@image-render/engine/document";
import { layerSchemaResponse } from "../../../core/contract/layer-schema.js";
import { layerSchemaOf } from "../../../core/templates/layer-schema-of.js";

const checked = checkTemplateDocument({
  width: 100,
  height: 50,
  variables: [{ name: "items", type: "list", max_items: 4, fields: [{ name: "price", type: "number", default: 1 }] }],
  layers: [
    { id: "ground", type: "rectangle", width: 100, height: 50 },
    {
      id: "g",
      name: "card",
      type: "group",
      children: [{ id: "t", name: "title", type: "text", text: "Hi", font_size: 20 }],
    },
    { id: "u", name: "title", type: "text" },
  ],
});
if ("issues" in checked) throw new Error("The document has no issues.");
const template = { id: "123e4567-e89b-42d3-a456-426614174000", name: "Card", version: 3 };
const response = layerSchemaOf(template, checked.document);

describe("the layer schema of a template", () => {
  test("the layer schema lists all named layers, including those inside groups and those with duplicate names", () => {
    expect(response.layers.map(({ id, layerName, type }) => [id, layerName, type])).toEqual([
      ["g", "card", "group"],
      ["t", "title", "text"],
      ["u", "title", "text"],
    ]);
  });

  test("the layer schema has each attribute with its kind, its label and the value of the layer", () => {
    const attributes = response.layers[1]?.attributes ?? [];
    expect(attributes).toContainEqual({ key: "text", type: "text", label: "Text", required: false, default: "Hi" });
    expect(attributes).toContainEqual({
      key: "font_size",
      type: "number",
      label: "Font size",
      required: false,
      default: 20,
    });
    expect(attributes.find(({ key }) => key === "max_lines")).not.toHaveProperty("default");
  });

  test("the layer schema lists the choices of an attribute that allows only certain values", () => {
    const optionsOf = (key: string) => response.layers[1]?.attributes.find((one) => one.key === key)?.options;
    expect(optionsOf("text_transform")).toEqual(["none", "uppercase", "lowercase", "capitalize"]);
    expect(optionsOf("font_family")).toContain("Inter");
    expect(optionsOf("text")).toBeUndefined();
    expect(optionsOf("font_size")).toBeUndefined();
  });

  test("the layer schema has the variables, and the fields of a list", () => {
    expect(response.variables).toEqual([
      {
        name: "items",
        type: "list",
        default: [],
        fields: [{ name: "price", type: "number", default: 1 }],
        maxItems: 4,
        uses: [],
      },
    ]);
  });

  test("the layer schema is JSON that its own schema accepts", () => {
    expect(layerSchemaResponse.parse(JSON.parse(JSON.stringify(response)))).toEqual(
      JSON.parse(JSON.stringify(response)),
    );
  });

  test("the layer schema of a document whose height hugs has the document's maximum height, and marks it as a maximum", () => {
    const hugging = checkTemplateDocument({ width: 100, height: "hug", max_height: 900, layers: [] });
    if ("issues" in hugging) throw new Error("The document has no issues.");
    const schema = layerSchemaOf(template, hugging.document);
    expect(layerSchemaResponse.parse(schema)).toMatchObject({ width: 100, height: 900, hugsHeight: true });
    expect(response).not.toHaveProperty("hugsHeight");
  });
});
