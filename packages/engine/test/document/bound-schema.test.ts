import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { documentJsonSchema } from "../../src/document/json-schema.js";
import { describeOverrides } from "../../src/document/layer-schema.js";

const schema = z.fromJSONSchema(documentJsonSchema());
const EXPRESSION = "{{ sold / total * 400 }}";
const box = (more: object) => ({ type: "rectangle", id: "box", width: 10, height: 10, ...more });
const group = (more: object) => ({ type: "group", id: "g", children: [], ...more });
const accepts = (layer: object, more: object = {}) =>
  schema.safeParse({ width: 100, height: 100, layers: [layer], ...more }).success;
const stop = { color: "#fff", position: 0 };

/** Returns the schema of a property in each object of a schema that has it. */
function propertiesNamed(node: unknown, key: string): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const { properties } = node as { readonly properties?: Readonly<Record<string, unknown>> };
  const own = properties !== undefined && Object.hasOwn(properties, key) ? [properties[key]] : [];
  return [...own, ...Object.values(node).flatMap((part) => propertiesNamed(part, key))];
}

describe("the JSON Schema of documents", () => {
  test.each<[string, object]>([
    ["width", box({ width: EXPRESSION })],
    ["x and rotation", box({ x: EXPRESSION, rotation: "{{index * 36}}" })],
    ["a color", box({ background_color: "{{ accent }}" })],
    ["an enum", box({ border_style: "{{ rounded ? 'dashed' : 'solid' }}" })],
    ["a boolean", box({ hide: "{{ sold > 3 }}" })],
    ["a gradient as a whole", box({ background_gradient: "{{ accent }}" })],
    [
      "the parts of a gradient",
      box({
        background_gradient: {
          type: "linear-gradient",
          angle: EXPRESSION,
          stops: [stop, { color: "{{accent}}", position: EXPRESSION }],
        },
      }),
    ],
    ["a shadow", box({ shadows: [{ color: "{{ accent }}", blur: EXPRESSION }] })],
    ["the gap of a group", group({ layout: "row", gap: EXPRESSION })],
    ["a font size and weight", { type: "text", id: "t", text: "Hi", font_size: EXPRESSION, font_weight: EXPRESSION }],
  ])("it accepts an expression as %s", (_, layer) => {
    expect(accepts(layer)).toBe(true);
  });

  test("it accepts expressions in the background", () => {
    expect(accepts(box({}), { background: "{{ accent }}" })).toBe(true);
    const linear = { type: "linear-gradient", angle: 0, stops: [stop, { color: "{{ accent }}", position: 1 }] };
    expect(accepts(box({}), { background: linear })).toBe(true);
    expect(accepts(box({}), { background: { type: "image", image_url: "", fit: "{{ fit }}" } })).toBe(true);
  });

  test.each<[string, object]>([
    ["type", box({ type: EXPRESSION })],
    ["children", group({ children: EXPRESSION })],
    ["max_items", group({ max_items: EXPRESSION })],
    ["a number as plain text", box({ width: "12" })],
    ["a number with text around the braces", box({ width: "{{ sold }} px" })],
    ["a number with two pairs of braces", box({ width: "{{ sold }}{{ total }}" })],
  ])("it does not accept an expression as %s", (_, layer) => {
    expect(accepts(box({}))).toBe(true);
    expect(accepts(layer)).toBe(false);
  });

  test.each(["id", "name", "repeat", "repeat_as", "max_items", "visible_if", "type"])(
    "no layer has an expression as its %s",
    (key) => {
      const found = propertiesNamed(documentJsonSchema(), key);
      expect(found.length).toBeGreaterThan(0);
      expect(found.filter((property) => JSON.stringify(property).includes("{{"))).toEqual([]);
    },
  );

  test("it does not accept an expression as the size of the document", () => {
    expect(accepts(box({}), { width: EXPRESSION })).toBe(false);
    expect(accepts(box({}), { height: EXPRESSION })).toBe(false);
  });
});

describe("the description of what requests can change", () => {
  const checked = checkTemplateDocument({
    width: 400,
    height: 100,
    variables: [
      { name: "sold", type: "number", default: 30 },
      { name: "accent", type: "string", default: "#e11d48" },
      { name: "unused", type: "number", default: 1 },
      { name: "bars", type: "list", fields: [{ name: "amount", type: "number" }], default: [{ amount: 4 }] },
    ],
    layers: [
      box({ name: "bar", width: "{{ sold * 2 }}", background_color: "{{ accent }}", visible_if: "sold > 0" }),
      { type: "text", id: "t", text: "{{sold}} sold", color: "{{ accent }}" },
      {
        ...group({ id: "g", layout: "row", repeat: "bars" }),
        children: [box({ id: "one", name: "one", height: "{{ item.amount * 2 }}" })],
      },
    ],
  });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const described = describeOverrides(checked.document);

  test("each variable lists the attributes that it changes", () => {
    const uses = Object.fromEntries(described.variables.map((variable) => [variable.name, variable.uses]));
    const bar = { layerId: "box", layerName: "bar" };
    expect(uses["sold"]).toEqual([
      { ...bar, attribute: "width" },
      { ...bar, attribute: "visible_if" },
      { layerId: "t", attribute: "text" },
    ]);
    expect(uses["accent"]).toEqual([
      { ...bar, attribute: "background_color" },
      { layerId: "t", attribute: "color" },
    ]);
    expect(uses["bars"]).toEqual([
      { layerId: "g", attribute: "repeat" },
      { layerId: "one", layerName: "one", attribute: "height" },
    ]);
    expect(uses["unused"]).toEqual([]);
  });

  test("the default of an attribute is the value of its expression, and a copy has none", () => {
    const attributesOf = (name: string) =>
      Object.fromEntries(
        (described.layers.find(({ layerName }) => layerName === name)?.attributes ?? []).map((each) => [
          each.key,
          each,
        ]),
      );
    expect(attributesOf("bar")).toMatchObject({
      width: { default: 60 },
      background_color: { default: "#e11d48" },
      height: { default: 10 },
    });
    expect(attributesOf("one")["height"]).not.toHaveProperty("default");
  });
});
