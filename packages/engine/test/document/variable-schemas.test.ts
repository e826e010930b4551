import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { documentJsonSchema, overridesJsonSchema } from "../../src/document/json-schema.js";
import { describeOverrides, overridesDescriptionSchema } from "../../src/document/layer-schema.js";

const UPLOAD = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";
const face = { name: "face", type: "image", required: true, fallback: UPLOAD };
const source = {
  width: 100,
  height: 100,
  variables: [
    { name: "accent", type: "color" },
    { name: "day", type: "date" },
    { name: "plan", type: "enum", choices: ["basic", "pro"] },
    { name: "stars", type: "number", min: 1, max: 5, default: 3 },
    { name: "title", type: "string", required: true, min_length: 2, max_length: 4, default: "Card" },
    { name: "people", type: "list", max_items: 2, fields: [face] },
  ],
  layers: [{ id: "t", type: "text", text: "{{title}}" }],
};
const checked = checkTemplateDocument(source);
if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
const { document } = checked;

describe("the JSON Schema of a request's variables", () => {
  const schema = z.fromJSONSchema(overridesJsonSchema(document).variables);

  test.each([
    { title: "Card" },
    { title: 1234 },
    { title: "Card", accent: "rgb(1, 2, 3)", day: "2026-11-24T10:00Z", plan: "pro", stars: 5 },
    {
      title: "Card",
      accent: " #0F0 ",
      day: "",
      stars: "4",
      people: [{ face: UPLOAD }, { face: "https://a.example/b" }],
    },
  ])("it accepts %j", (variables) => {
    expect(schema.safeParse(variables).success).toBe(true);
  });

  test.each([
    ["a missing required variable", {}],
    ["a text that is too short", { title: "C" }],
    ["a blank required text", { title: "   " }],
    ["a text that is not a color", { title: "Card", accent: "#12 or so" }],
    ["a text that is not a date", { title: "Card", day: "tomorrow" }],
    ["a text that is not a choice", { title: "Card", plan: "gold" }],
    ["a number beyond its limit", { title: "Card", stars: 6 }],
    ["an item without its required field", { title: "Card", people: [{}] }],
    ["a file name in place of an image", { title: "Card", people: [{ face: "a.png" }] }],
  ])("it refuses %s", (_what, variables) => {
    expect(schema.safeParse(variables).success).toBe(false);
  });
});

test("the JSON Schema of documents has the types and limits of variables", () => {
  const { properties } = documentJsonSchema() as { properties: { variables: z.core.JSONSchema.JSONSchema } };
  const validate = (variables: object[]) => z.fromJSONSchema(properties.variables).safeParse(variables).success;
  expect(validate(source.variables)).toBe(true);
  expect(validate([{ name: "plan", type: "enum" }])).toBe(false);
  expect(validate([{ name: "day", type: "date", min: 1 }])).toBe(false);
});

test("the layer schema says which attributes the variables of each type reach", () => {
  const layers = [
    { id: "t", type: "text", width: 9, height: 9, text: "{{day | date: long}}", color: "{{ accent }}" },
    { id: "p", name: "photo", type: "image", width: "{{ stars * 10 }}", height: 9, image_url: "{{photo}}" },
    { id: "b", type: "rectangle", width: 9, height: 9, visible_if: "plan == 'pro'" },
  ];
  const photo = { name: "photo", type: "image" };
  const checked = checkTemplateDocument({ ...source, variables: [...source.variables, photo], layers });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { variables } = describeOverrides(checked.document);
  expect(Object.fromEntries(variables.map(({ name, uses }) => [name, uses]))).toMatchObject({
    accent: [{ layerId: "t", attribute: "color" }],
    day: [{ layerId: "t", attribute: "text" }],
    plan: [{ layerId: "b", attribute: "visible_if" }],
    stars: [{ layerId: "p", layerName: "photo", attribute: "width" }],
    photo: [{ layerId: "p", layerName: "photo", attribute: "image_url" }],
  });
});

test("the layer schema has the types, limits, choices and fallbacks of variables and fields", () => {
  const { variables } = overridesDescriptionSchema.parse(describeOverrides(document));
  const title = { layerId: "t", attribute: "text" };
  const uses = Object.fromEntries(variables.map((variable) => [variable.name, variable.uses]));
  expect(uses).toEqual({ accent: [], day: [], plan: [], stars: [], title: [title], people: [] });
  expect(variables).toMatchObject([
    { name: "accent", type: "color", default: "#000000" },
    { name: "day", type: "date", default: "" },
    { name: "plan", type: "enum", default: "basic", choices: ["basic", "pro"] },
    { name: "stars", type: "number", default: 3, min: 1, max: 5 },
    { name: "title", type: "string", default: "Card", required: true, minLength: 2, maxLength: 4 },
    {
      name: "people",
      type: "list",
      default: [],
      fields: [{ name: "face", type: "image", default: "", required: true, fallback: UPLOAD }],
      maxItems: 2,
    },
  ]);
});
