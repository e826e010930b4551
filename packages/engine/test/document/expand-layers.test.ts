import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { expandLayers, type Overrides } from "../../src/document/expand-layers.js";

const VARIABLES = [
  { name: "name", type: "string", default: "Ada" },
  { name: "zero", type: "number", default: 0 },
  { name: "part", type: "number", default: 1 },
  { name: "ink", type: "string", default: "navy" },
  {
    name: "items",
    type: "list",
    fields: [{ name: "label", type: "string" }],
    default: [{ label: "Tea" }, { label: "Milk" }],
  },
];

function read(layers: readonly object[], more: object = {}) {
  const checked = checkTemplateDocument({ width: 100, height: 100, variables: VARIABLES, layers, ...more });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

const text = (more: object) => ({ id: "t", type: "text", ...more });
const list = (more: object, ...children: object[]) => ({
  ...{ id: "g", name: "list", type: "group", layout: "column", repeat: "items" },
  ...more,
  children,
});
const expand = (layers: readonly object[], overrides: Overrides = {}, more: object = {}) =>
  expandLayers(read(layers, more), overrides);

describe("the expansions that are kept", () => {
  const [one, other] = [{ variables: { name: "Bob" } }, { variables: { name: "Eve" } }];

  test("the expansion without overrides and the last one are not computed again", () => {
    const document = read([text({ text: "{{name}}" })]);
    const plain = expandLayers(document, {});
    const first = expandLayers(document, one);
    expect(first).not.toBe(plain);
    expect(expandLayers(document, one)).toBe(first);
    expect(expandLayers(document, {})).toBe(plain);
    const second = expandLayers(document, other);
    expect(second.layers).toMatchObject([{ text: "Eve" }]);
    expect(expandLayers(document, other)).toBe(second);
    expect(expandLayers(document, {})).toBe(plain);
    expect(expandLayers(document, one)).not.toBe(first);
  });

  test("another language or time zone is another expansion", () => {
    const document = read([text({ text: '{{zero | currency: "EUR"}} {{"2026-01-01T00:00Z" | date: none, short}}' })]);
    const textOf = (overrides: Overrides) =>
      (expandLayers(document, overrides).layers[0] as unknown as { text: string }).text.replaceAll(/\s/g, " ");
    expect(textOf({})).toBe("€0.00 12:00 AM");
    expect(textOf({ locale: "de" })).toBe("0,00 € 00:00");
    expect(textOf({ locale: "de", timeZone: "Asia/Tokyo" })).toBe("0,00 € 09:00");
    expect(textOf({ timeZone: "Asia/Tokyo" })).toBe("€0.00 9:00 AM");
    expect(textOf({})).toBe("€0.00 12:00 AM");
  });
});

/** A request in which a part of expressions divides by 0. */
const BROKEN = { variables: { part: 0 } };

describe("the layers that are shown", () => {
  test("a condition without a value hides its layer, and is an issue", () => {
    const { layers, issues } = expand(
      [text({ name: "title", text: "a", visible_if: "1 / part > 1" }), text({ id: "u", text: "b" })],
      BROKEN,
    );
    expect(layers.map(({ id }) => id)).toEqual(["u"]);
    expect(issues).toEqual([
      {
        path: "variables.part",
        message:
          'The "visible_if" of the layer "title" cannot be computed from "1 / part > 1". It divides by 0. variables.part is 0.',
      },
    ]);
  });

  test("the issue of an expression counts only if its layer is shown, and once for all copies", () => {
    const broken = text({ text: "a", font_size: "{{1 / part}}" });
    expect(expand([broken], BROKEN).issues).toHaveLength(1);
    expect(expand([{ ...broken, hide: true }], BROKEN).issues).toEqual([]);
    expect(expand([{ ...broken, visible_if: "false" }], BROKEN).issues).toEqual([]);
    expect(expand([list({}, broken)], BROKEN).issues).toHaveLength(1);
  });

  test("a text that becomes too long is an issue, also if its layer is hidden", () => {
    const long = text({ text: "{{name}}{{name}}", hide: true });
    const { issues } = expand([long], { variables: { name: "x".repeat(6000) } });
    expect(issues).toEqual([
      { path: "variables.name", message: 'It makes the text of the layer "t" longer than 10000 characters.' },
    ]);
  });

  test("a group repeats at most max_items items", () => {
    const child = text({ text: "{{item.label}}" });
    const copies = (count: number) => {
      const items = Array.from({ length: count }, () => ({ label: "Tea" }));
      const { layers, issues } = expand([list({ max_items: 2 }, child)], { variables: { items } });
      return [layers[0]?.children?.map((copy) => copy.id), issues.map(({ message }) => message)];
    };
    expect(copies(2)).toEqual([["t[0]", "t[1]"], []]);
    expect(copies(3)).toEqual([[], ['The layer "list" repeats at most 2 items; there are 3.']]);
  });

  test("a layer can ask whether another one is empty, in each copy of a repeat", () => {
    const label = text({ name: "label", text: "{{item.label}}" });
    const line = text({ id: "l", text: "x", visible_if: "not empty(label)" });
    const { layers } = expand([list({}, label, line)], { variables: { items: [{ label: " " }, { label: "Tea" }] } });
    expect(layers[0]?.children?.map(({ id }) => id)).toEqual(["t[0]", "t[1]", "l[1]"]);
  });

  test.each([
    ["a text without letters", text({ name: "a", text: "  " }), true],
    ["a text", text({ name: "a", text: "x" }), false],
    ["a hidden text", text({ name: "a", text: "x", hide: true }), true],
    ["an image without an address", { id: "t", name: "a", type: "image", width: 9, height: 9, image_url: "" }, true],
    ["a shape, which has no content", { id: "t", name: "a", type: "rectangle", width: 9, height: 9 }, false],
  ])("%s is empty: %p", (_, layer, isEmpty) => {
    const { layers } = expand([layer, text({ id: "l", text: "shown", visible_if: "empty(a)" })]);
    expect(layers.some(({ id }) => id === "l")).toBe(isEmpty);
  });

  test("the same layer is kept if nothing in it changes", () => {
    const document = read([text({ text: "a" }), text({ id: "u", name: "u", text: "b" })]);
    const { layers } = expandLayers(document, { layers: { u: { text: "c" } } });
    expect(layers[0]).toBe(document.layers[0]);
    expect(layers[1]).toMatchObject({ text: "c" });
    expect(expandLayers(document, { layers: { t: { text: "d" } } }).layers[0]).toBe(document.layers[0]);
  });
});

describe("the issues of a background", () => {
  test("an expression of a background without a value is an issue, and the default is drawn", () => {
    const { ground, issues } = expand([], { variables: { ink: "Ada" } }, { background: "{{ink}}" });
    expect(ground).toBe("#ffffff");
    expect(issues).toMatchObject([
      { path: "variables.ink", message: expect.stringContaining("The background") as unknown },
    ]);
    const image = { type: "image", image_url: "https://example.com/a.png", focus_x: "{{1 / part}}" };
    const failed = expand([], BROKEN, { background: image });
    expect(failed.issues).toMatchObject([
      { path: "variables.part", message: expect.stringContaining('The "focus_x" of the background') as unknown },
    ]);
    expect(failed.background).toMatchObject({ focus_x: 0.5 });
  });

  test("a background has values of variables", () => {
    const stops = [
      { color: "#fff", position: "{{zero}}" },
      { color: "{{ink}}", position: 1 },
    ];
    const { ground, issues } = expand(
      [],
      { variables: { ink: "red" } },
      { background: { type: "linear-gradient", stops } },
    );
    expect(issues).toEqual([]);
    expect(ground).toMatchObject({ stops: [{ position: 0 }, { color: "red" }] });
  });
});

describe("the placeholders of a shown layer", () => {
  const rangesOf = (layer: object, id = "t", attribute = "text", overrides: Overrides = {}) =>
    expand([layer], overrides)
      .placeholders(id, attribute)
      .map(({ from, to, start, end }) => [from, to, start, end]);

  test("the placeholders of a text are found, with the values in the filled text", () => {
    expect(rangesOf(text({ text: "Hi {{name}}, {{1 + 1}}!" }))).toEqual([
      [3, 11, 3, 6],
      [13, 22, 8, 9],
    ]);
  });

  test("each copy of a repeat has its own values", () => {
    const group = list({}, text({ text: "{{item.label}}" }));
    expect(rangesOf(group, "t[0]")).toEqual([[0, 14, 0, 3]]);
    expect(rangesOf(group, "t[1]")).toEqual([[0, 14, 0, 4]]);
    expect(rangesOf(group, "t[2]")).toEqual([]);
  });

  test("a rich text has a backslash before each character of a value that could be a mark", () => {
    const overrides = { variables: { name: "*A*" } };
    expect(rangesOf(text({ text: "{{name}}" }), "t", "text", overrides)).toEqual([[0, 8, 0, 3]]);
    expect(rangesOf(text({ text: "{{name}}", rich: true }), "t", "text", overrides)).toEqual([[0, 8, 0, 5]]);
  });

  test("a text of a request, a hidden layer, another attribute and a plain text have none", () => {
    const named = text({ name: "t", text: "{{name}}" });
    expect(rangesOf(named, "t", "text", { layers: { t: { text: "{{name}}" } } })).toEqual([]);
    expect(rangesOf(named, "t", "text", { layers: { t: { color: "red" } } })).toHaveLength(1);
    expect(rangesOf({ ...named, hide: true })).toEqual([]);
    expect(rangesOf(named, "t", "color")).toEqual([]);
    expect(rangesOf(text({ text: "name" }))).toEqual([]);
    expect(rangesOf(named, "other")).toEqual([]);
  });
});
