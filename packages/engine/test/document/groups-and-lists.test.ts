import { describe, expect, test } from "@jest/globals";
import type { Issue } from "../../src/issues/issue.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { checkOverrides, duplicateLayerNames, overridesOf } from "../../src/document/overrides.js";

const items = {
  name: "items",
  type: "list",
  max_items: 5,
  fields: [
    { name: "label", type: "string", default: "?" },
    { name: "price", type: "number" },
    { name: "photo", type: "string" },
  ],
  default: [{ label: "Tea", price: 3 }],
};

const text = (id: string, value: string, more = {}) => ({ id, type: "text", text: value, ...more });
const list = (...children: unknown[]) => ({ id: "list", type: "group", layout: "column", repeat: "items", children });
const documentWith = (layers: unknown[], variables: unknown[] = [items]) => ({
  width: 100,
  height: 100,
  variables,
  layers,
});

function issuesOf(value: unknown): readonly Issue[] {
  const checked = checkTemplateDocument(value);
  return "issues" in checked ? checked.issues : [];
}

function read(value: unknown): TemplateDocument {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

const textsIn = (layers: readonly Layer[]): string[] =>
  layers.flatMap((layer) =>
    "text" in layer && typeof layer.text === "string" ? [layer.text] : textsIn(layer.children ?? []),
  );

describe("checking groups", () => {
  test.each([
    [
      "a repeat of a list that does not exist",
      list(text("a", "")),
      [],
      "layers[0].repeat",
      "There is no list variable",
    ],
    [
      "a repeat of a variable that is not a list",
      list(text("a", "")),
      [{ name: "items", type: "string" }],
      "layers[0].repeat",
      "is not a list",
    ],
    [
      "a repeat whose copies would overlap",
      { ...list(), layout: "absolute" },
      [items],
      "layers[0].layout",
      "row or column",
    ],
    [
      "an item with the name of a variable",
      { ...list(), repeat_as: "items" },
      [items],
      "layers[0].repeat_as",
      "already",
    ],
    ["an item outside its repeat", text("a", "{{item.label}}"), [items], "layers[0].text", "no variable"],
    [
      "an unknown field of an item",
      list(text("a", "{{item.lable}}")),
      [items],
      "layers[0].children[0].text",
      'Did you mean "label"?',
    ],
    ["a broken condition", text("a", "", { visible_if: "count >" }), [items], "layers[0].visible_if", "At character"],
    [
      "a layer that fills a group that hugs",
      { id: "g", type: "group", layout: "row", children: [text("a", "", { width: "fill" })] },
      [],
      "layers[0].children[0].width",
      "give the group a width",
    ],
    [
      "an unknown attribute of a child",
      list(text("a", "", { colour: "red" })),
      [items],
      "layers[0].children[0].colour",
      'Did you mean "color"?',
    ],
    [
      "an unknown word as a size",
      list(text("a", "", { width: "hugs" })),
      [items],
      "layers[0].children[0].width",
      "number of pixels or hug or fill",
    ],
    [
      "an item with the name of an outer repeat's item",
      list(list()),
      [items],
      "layers[0].children[0].repeat_as",
      "A group around",
    ],
    [
      "a default with an unknown field",
      text("a", ""),
      [{ ...items, default: [{ lable: 1 }] }],
      "variables[0].default[0].lable",
      'Did you mean "label"?',
    ],
    [
      "a list with two fields of the same name",
      text("a", ""),
      [{ ...items, fields: [items.fields[0], items.fields[0]] }],
      "variables[0].fields[1].name",
      "already has the name",
    ],
  ])("%s is an issue at its path", (_what, layer, variables, path, message) => {
    expect(issuesOf(documentWith([layer], variables))).toContainEqual({
      path,
      message: expect.stringContaining(message),
    });
  });

  test("ids are unique across groups, and requests can override layers inside groups", () => {
    expect(issuesOf(documentWith([text("a", ""), list(text("a", ""))])).map(({ path }) => path)).toEqual([
      "layers[1].children[0].id",
    ]);
    const document = read(documentWith([list(text("a", "", { name: "x" })), text("b", "", { name: "x" })]));
    expect(overridesOf(document).map(({ name }) => name)).toEqual(["x", "x"]);
    expect(duplicateLayerNames(document)).toEqual(["x"]);
  });

  test("a layer can fill the width of a column that hugs", () => {
    expect(
      issuesOf(
        documentWith([{ id: "g", type: "group", layout: "column", children: [text("a", "", { width: "fill" })] }]),
      ),
    ).toEqual([]);
  });
});

describe("values of a list", () => {
  const document = read(
    documentWith([
      list(text("a", "{{item.label}}"), {
        id: "i",
        type: "image",
        width: 5,
        height: 5,
        image_url: "https://example.com/{{item.photo}}",
      }),
    ]),
  );
  const check = (value: unknown) => checkOverrides(document, { variables: { items: value } });

  test("correct values of a list have no issues, even as JSON text", () => {
    expect(check([{ label: "a", price: 1 }, { price: "2.5" }, {}])).toEqual([]);
    expect(check('[{"label":"a"}]')).toEqual([]);
  });

  test.each([
    ["a text that is not a list", "x", "variables.items"],
    ["a list with too many items", Array.from({ length: 6 }, () => ({})), "variables.items"],
    ["an item that is not an object", [{}, 5], "variables.items[1]"],
    ["a text for a number", [{}, {}, {}, { price: "cheap" }], "variables.items[3].price"],
    ["NaN for a number", [{ price: Number.NaN }], "variables.items[0].price"],
    ["an unknown field in a value", [{ cost: 1 }], "variables.items[0].cost"],
    ["a field with the name of a property of Object", [JSON.parse('{"__proto__": 1}')], "variables.items[0].__proto__"],
  ])("%s is an issue with the path of the value", (_what, value, path) => {
    expect(check(value).map((issue) => issue.path)).toEqual([path]);
  });

  test("all issues of a list are returned at once", () => {
    expect(check([{ price: "x" }, { label: [] }]).map(({ path }) => path)).toEqual([
      "variables.items[0].price",
      "variables.items[1].label",
    ]);
  });

  test("an image address from an item is checked, with the path of the item", () => {
    const whole = read(
      documentWith([list({ id: "i", type: "image", width: 5, height: 5, image_url: "{{item.photo}}" })]),
    );
    const issues = checkOverrides(whole, { variables: { items: [{ photo: "" }, { photo: "ftp://example.com/x" }] } });
    expect(issues).toEqual([{ path: "variables.items[1].photo", message: expect.stringContaining('the layer "i"') }]);
  });

  test("more items than the max_items of a group are an issue of the variable", () => {
    const few = read(documentWith([{ ...list(text("a", "")), max_items: 2 }]));
    expect(checkOverrides(few, { variables: { items: [{}, {}, {}] } })).toEqual([
      { path: "variables.items", message: expect.stringContaining("at most 2 items") },
    ]);
  });
});

describe("expanding layers", () => {
  test("a repeat has its children once for each item, with defaults for missing fields", () => {
    const document = read(documentWith([list(text("a", "{{item.label}}: {{item.price}}"))]));
    const { layers } = expandLayers(document, { variables: { items: [{ label: "A", price: 1 }, {}] } });
    expect(textsIn(layers)).toEqual(["A: 1", "?: 0"]);
    expect(layers[0]?.children?.map(({ id }) => id)).toEqual(["a[0]", "a[1]"]);
  });

  test("nested repeats each have their own item name", () => {
    const other = { ...items, name: "others" };
    const inner = {
      id: "in",
      type: "group",
      layout: "row",
      repeat: "others",
      repeat_as: "other",
      children: [text("a", "{{item.label}}{{other.label}}")],
    };
    const { layers } = expandLayers(read(documentWith([list(inner)], [items, other])), {
      variables: { items: [{ label: "A" }, { label: "B" }], others: [{ label: "1" }, { label: "2" }] },
    });
    expect(textsIn(layers)).toEqual(["A1", "A2", "B1", "B2"]);
  });

  test("a layer that is visible if another layer is not empty is hidden when a request empties or hides that layer", () => {
    const chip = { id: "c", type: "rectangle", width: 5, height: 5, visible_if: "not empty(badge)" };
    const badge = text("b", "New", { name: "badge" });
    const document = read(documentWith([chip, badge]));
    const shown = (layers: object) => expandLayers(document, { layers: layers as never }).layers.map(({ id }) => id);
    expect(shown({})).toEqual(["c", "b"]);
    expect(shown({ badge: { text: " " } })).toEqual(["b"]);
    expect(shown({ badge: { hide: true } })).toEqual([]);
  });

  test("placeholders are filled in the texts of a document and literal in the texts of a request", () => {
    const document = read(
      documentWith([text("a", "{{label}}", { name: "title" })], [{ name: "label", type: "string", default: "x" }]),
    );
    expect(textsIn(expandLayers(document, {}).layers)).toEqual(["x"]);
    expect(textsIn(expandLayers(document, { layers: { title: { text: "{{label}}" } } }).layers)).toEqual(["{{label}}"]);
  });

  test("the values of variables in a rich text are not marks", () => {
    const document = read(
      documentWith([text("a", "**{{label}}**", { rich: true })], [{ name: "label", type: "string" }]),
    );
    const { layers } = expandLayers(document, { variables: { label: "5 * [x]{red}" } });
    expect(textsIn(layers)).toEqual(["**5 \\* \\[x\\]\\{red\\}**"]);
  });

  test("a color that a request sets removes the gradient that would cover it", () => {
    const gradient = {
      type: "linear-gradient",
      stops: [
        { color: "red", position: 0 },
        { color: "blue", position: 1 },
      ],
    };
    const document = read(
      documentWith([text("a", "x", { name: "t", background_gradient: gradient, text_gradient: gradient })]),
    );
    const [layer] = expandLayers(document, { layers: { t: { color: "#fff", background_color: "#000" } } }).layers;
    expect(layer).toMatchObject({ color: "#fff", background_gradient: undefined, text_gradient: undefined });
  });
});
