import { describe, expect, test } from "@jest/globals";
import type { Issue } from "../../../../core/contract/errors.js";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import type { Layer } from "../../../../core/contract/template/define-layer.js";
import type { TemplateDocument } from "../../../../core/contract/template/document.js";
import { expandLayers } from "../../../../core/contract/template/expand-layers.js";
import { checkOverrides, duplicateLayerNames, overridesOf } from "../../../../core/contract/template/overrides.js";

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
    ["a list that does not exist", list(text("a", "")), [], "layers[0].repeat", "There is no list variable"],
    [
      "a variable that is no list",
      list(text("a", "")),
      [{ name: "items", type: "string" }],
      "layers[0].repeat",
      "is not a list",
    ],
    [
      "a repeat whose copies would lie on each other",
      { ...list(), layout: "absolute" },
      [items],
      "layers[0].layout",
      "row or column",
    ],
    ["an item with a variable's name", { ...list(), repeat_as: "items" }, [items], "layers[0].repeat_as", "already"],
    ["an item outside of its repeat", text("a", "{{item.label}}"), [items], "layers[0].text", "no variable"],
    [
      "an unknown field",
      list(text("a", "{{item.lable}}")),
      [items],
      "layers[0].children[0].text",
      'Did you mean "label"?',
    ],
    ["a broken condition", text("a", "", { visible_if: "count >" }), [items], "layers[0].visible_if", "At character"],
    [
      "a fill of what hugs",
      { id: "g", type: "group", layout: "row", children: [text("a", "", { width: "fill" })] },
      [],
      "layers[0].children[0].width",
      "give the group a width",
    ],
    [
      "an unknown child attribute",
      list(text("a", "", { colour: "red" })),
      [items],
      "layers[0].children[0].colour",
      'Did you mean "color"?',
    ],
    [
      "an unknown size",
      list(text("a", "", { width: "hugs" })),
      [items],
      "layers[0].children[0].width",
      "number of pixels or hug or fill",
    ],
    [
      "an item name that an outer repeat has",
      list(list()),
      [items],
      "layers[0].children[0].repeat_as",
      "A group around",
    ],
    [
      "a wrong default",
      text("a", ""),
      [{ ...items, default: [{ lable: 1 }] }],
      "variables[0].default[0].lable",
      'Did you mean "label"?',
    ],
    [
      "two fields of one name",
      text("a", ""),
      [{ ...items, fields: [items.fields[0], items.fields[0]] }],
      "variables[0].fields[1].name",
      "already has the name",
    ],
  ])("%s is a fault", (_what, layer, variables, path, message) => {
    expect(issuesOf(documentWith([layer], variables))).toContainEqual({
      path,
      message: expect.stringContaining(message),
    });
  });

  test("ids are unique across groups, and layers inside of them have names to override", () => {
    expect(issuesOf(documentWith([text("a", ""), list(text("a", ""))])).map(({ path }) => path)).toEqual([
      "layers[1].children[0].id",
    ]);
    const document = read(documentWith([list(text("a", "", { name: "x" })), text("b", "", { name: "x" })]));
    expect(overridesOf(document).map(({ name }) => name)).toEqual(["x", "x"]);
    expect(duplicateLayerNames(document)).toEqual(["x"]);
  });

  test("a layer may fill a column across, though the column hugs", () => {
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

  test("right ones have no faults, as JSON text too", () => {
    expect(check([{ label: "a", price: 1 }, { price: "2.5" }, {}])).toEqual([]);
    expect(check('[{"label":"a"}]')).toEqual([]);
  });

  test.each([
    ["no list", "x", "variables.items"],
    ["too many items", Array.from({ length: 6 }, () => ({})), "variables.items"],
    ["an item that is no object", [{}, 5], "variables.items[1]"],
    ["a wrong value", [{}, {}, {}, { price: "cheap" }], "variables.items[3].price"],
    ["a value of no number", [{ price: Number.NaN }], "variables.items[0].price"],
    ["an unknown field", [{ cost: 1 }], "variables.items[0].cost"],
    ["a field of Object's own", [JSON.parse('{"__proto__": 1}')], "variables.items[0].__proto__"],
  ])("%s is a fault under its path", (_what, value, path) => {
    expect(check(value).map((issue) => issue.path)).toEqual([path]);
  });

  test("all faults are told at once", () => {
    expect(check([{ price: "x" }, { label: [] }]).map(({ path }) => path)).toEqual([
      "variables.items[0].price",
      "variables.items[1].label",
    ]);
  });

  test("an address that an item makes is checked under the item's path", () => {
    const whole = read(
      documentWith([list({ id: "i", type: "image", width: 5, height: 5, image_url: "{{item.photo}}" })]),
    );
    const issues = checkOverrides(whole, { variables: { items: [{ photo: "" }, { photo: "ftp://example.com/x" }] } });
    expect(issues).toEqual([{ path: "variables.items[1].photo", message: expect.stringContaining('the layer "i"') }]);
  });

  test("a group's own maximum is told like the variable's", () => {
    const few = read(documentWith([{ ...list(text("a", "")), max_items: 2 }]));
    expect(checkOverrides(few, { variables: { items: [{}, {}, {}] } })).toEqual([
      { path: "variables.items", message: expect.stringContaining("at most 2 items") },
    ]);
  });
});

describe("expanding", () => {
  test("a repeat has its children once for each item, defaults in place of what is missing", () => {
    const document = read(documentWith([list(text("a", "{{item.label}}: {{item.price}}"))]));
    const { layers } = expandLayers(document, { variables: { items: [{ label: "A", price: 1 }, {}] } });
    expect(textsIn(layers)).toEqual(["A: 1", "?: 0"]);
    expect(layers[0]?.children?.map(({ id }) => id)).toEqual(["a[0]", "a[1]"]);
  });

  test("repeats nest, each with a name of its own", () => {
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

  test("an empty badge hides its chip, whether it is a variable or a layer that a request empties", () => {
    const chip = { id: "c", type: "rectangle", width: 5, height: 5, visible_if: "not empty(badge)" };
    const badge = text("b", "New", { name: "badge" });
    const document = read(documentWith([chip, badge]));
    const shown = (layers: object) => expandLayers(document, { layers: layers as never }).layers.map(({ id }) => id);
    expect(shown({})).toEqual(["c", "b"]);
    expect(shown({ badge: { text: " " } })).toEqual(["b"]);
    expect(shown({ badge: { hide: true } })).toEqual([]);
  });

  test("a request's text is literal, a document's is filled", () => {
    const document = read(
      documentWith([text("a", "{{label}}", { name: "title" })], [{ name: "label", type: "string", default: "x" }]),
    );
    expect(textsIn(expandLayers(document, {}).layers)).toEqual(["x"]);
    expect(textsIn(expandLayers(document, { layers: { title: { text: "{{label}}" } } }).layers)).toEqual(["{{label}}"]);
  });

  test("a user's words in a rich text are no marks", () => {
    const document = read(
      documentWith([text("a", "**{{label}}**", { rich: true })], [{ name: "label", type: "string" }]),
    );
    const { layers } = expandLayers(document, { variables: { label: "5 * [x]{red}" } });
    expect(textsIn(layers)).toEqual(["**5 \\* \\[x\\]\\{red\\}**"]);
  });

  test("a colour that a request sets takes the gradients away that would hide it", () => {
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
