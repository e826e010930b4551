import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import { layerSchemaResponse, layerSchemaOf } from "../../../../core/contract/template/layer-schema.js";

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
if ("issues" in checked) throw new Error("The document is right.");
const template = { id: "123e4567-e89b-42d3-a456-426614174000", name: "Card", version: 3 };
const answer = layerSchemaOf(template, checked.document);

describe("the layer schema of a template", () => {
  test("lists the named layers, those inside of groups and those with a name twice too", () => {
    expect(answer.layers.map(({ id, layerName, type }) => [id, layerName, type])).toEqual([
      ["g", "card", "group"],
      ["t", "title", "text"],
      ["u", "title", "text"],
    ]);
  });

  test("has each attribute with its kind, its label and the layer's own value", () => {
    const attributes = answer.layers[1]?.attributes ?? [];
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

  test("has the variables, a list with its fields", () => {
    expect(answer.variables).toEqual([
      {
        name: "items",
        type: "list",
        default: [],
        fields: [{ name: "price", type: "number", default: 1 }],
        maxItems: 4,
      },
    ]);
  });

  test("is what its own schema says, JSON all through", () => {
    expect(layerSchemaResponse.parse(JSON.parse(JSON.stringify(answer)))).toEqual(JSON.parse(JSON.stringify(answer)));
  });
});
