import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { checkOverrides } from "../../src/document/overrides.js";

const VARIABLES = [
  { name: "sold", type: "number", default: 30 },
  { name: "total", type: "number", default: 120 },
  { name: "accent", type: "string", default: "#e11d48" },
  { name: "rounded", type: "boolean", default: true },
  {
    name: "bars",
    type: "list",
    fields: [
      { name: "amount", type: "number" },
      { name: "tint", type: "string", default: "#000" },
    ],
    default: [{ amount: 3 }, { amount: 5, tint: "#0f0" }],
  },
];
const box = (more: object) => ({
  id: "box",
  name: "box",
  type: "rectangle",
  x: 0,
  y: 0,
  width: 10,
  height: 10,
  ...more,
});

function source(layers: readonly object[], more: object = {}) {
  return { width: 400, height: 100, variables: VARIABLES, layers, ...more };
}

function read(layers: readonly object[], more: object = {}): TemplateDocument {
  const checked = checkTemplateDocument(source(layers, more));
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

function issuesOf(layers: readonly object[], more: object = {}) {
  const checked = checkTemplateDocument(source(layers, more));
  return "issues" in checked ? checked.issues : [];
}

describe("an attribute with an expression", () => {
  test("it has the value of the expression with the type of the value", () => {
    const layer = box({
      x: "{{ -sold }}",
      width: "{{ sold / total * 400 }}",
      background_color: "{{accent}}",
      rotation: " {{ sold % 7 }} ",
      opacity: "{{ rounded ? 0.5 : 1 }}",
      border_radius: "{{ rounded ? 24 : 0 }}",
      border_style: "{{ rounded ? 'dashed' : 'solid' }}",
      hide: "{{ sold > 100 }}",
    });
    expect(expandLayers(read([layer]), {}).layers).toMatchObject([
      {
        x: -30,
        width: 100,
        background_color: "#e11d48",
        rotation: 2,
        opacity: 0.5,
        border_radius: 24,
        border_style: "dashed",
        hide: false,
      },
    ]);
    const other = { variables: { sold: 60, accent: "red", rounded: "false" } };
    expect(expandLayers(read([layer]), other).layers).toMatchObject([
      { x: -60, width: 200, background_color: "red", rotation: 4, opacity: 1, border_radius: 0, border_style: "solid" },
    ]);
  });

  test("expressions work inside gradients, shadows and masks", () => {
    const stops = [
      { color: "{{accent}}", position: 0 },
      { color: "#000", position: "{{ sold / total }}" },
    ];
    const document = read([
      box({
        background_gradient: { type: "linear-gradient", angle: "{{ sold * 3 }}", stops },
        shadows: [{ color: "{{accent}}", blur: "{{ rounded ? 8 : 0 }}" }],
      }),
      { id: "i", type: "image", width: 9, height: 9, mask: { type: "polygon", sides: "{{ count(bars) + 3 }}" } },
    ]);
    expect(expandLayers(document, { variables: { sold: 60 } }).layers).toMatchObject([
      {
        background_gradient: {
          angle: 180,
          stops: [
            { color: "#e11d48", position: 0 },
            { color: "#000", position: 0.5 },
          ],
        },
        shadows: [{ color: "#e11d48", blur: 8, x: 0 }],
      },
      { mask: { type: "polygon", sides: 5 } },
    ]);
  });

  test("expressions work inside radial gradients and named text styles", () => {
    const stops = [
      { color: "#fff", position: 0 },
      { color: "{{accent}}", position: 1 },
    ];
    const style = { name: "big", font_size: "{{ sold }}", font_family: "{{ rounded ? 'Inter' : 'Nope' }}" };
    const text = { id: "t", name: "t", type: "text", text: "[a]{big}", text_styles: [style] };
    const document = read([
      box({ background_gradient: { type: "radial-gradient", radius: "{{ 0.5 }}", stops } }),
      text,
    ]);
    expect(expandLayers(document, {}).layers).toMatchObject([
      { background_gradient: { radius: 0.5, stops: [{ color: "#fff" }, { color: "#e11d48" }] } },
      { text_styles: [{ name: "big", font_size: 30, font_family: "Inter" }] },
    ]);
    const [issue] = checkOverrides(document, { variables: { rounded: false } });
    expect(issue).toMatchObject({ path: "variables.rounded" });
    expect(issue?.message).toContain('"Nope"');
    const named = { ...text, text_styles: [{ ...style, name: "{{ accent }}" }] };
    expect(issuesOf([named])).toMatchObject([{ path: "layers[0].text_styles[0].name" }]);
  });

  test("a wrong value beside an expression is an issue at its own place", () => {
    const shadows = [{ color: "{{accent}}", blur: -5 }];
    expect(issuesOf([box({ shadows, hide: true })])).toMatchObject([{ path: "layers[0].shadows[0].blur" }]);
  });

  test("text attributes and group attributes can be expressions", () => {
    const text = { id: "t", type: "text", text: "{{sold}} of {{total}}", font_size: "{{ 10 + sold / 10 }}" };
    const group = { id: "g", type: "group", layout: "row", gap: "{{ count(bars) * 4 }}", opacity: "{{ 0.5 }}" };
    const layers = [
      { ...group, children: [{ ...text, font_weight: "{{ rounded ? 700 : 400 }}", align: "{{ 'center' }}" }] },
    ];
    expect(expandLayers(read(layers), {}).layers).toMatchObject([
      { gap: 8, opacity: 0.5, children: [{ text: "30 of 120", font_size: 13, font_weight: 700, align: "center" }] },
    ]);
  });

  test("each copy of a repeat has its own index, count and item", () => {
    const bar = box({
      x: "{{ index * 40 + count }}",
      height: "{{ bar.amount / max(bars.amount) * 80 }}",
      background_color: "{{ bar.tint }}",
    });
    const group = { id: "g", type: "group", repeat: "bars", repeat_as: "bar", children: [bar] };
    const { layers } = expandLayers(read([group]), {
      variables: { bars: [{ amount: 1 }, { amount: 4, tint: "#0f0" }] },
    });
    expect(layers[0]?.children).toMatchObject([
      { id: "box[0]", x: 2, height: 20, background_color: "#000" },
      { id: "box[1]", x: 42, height: 80, background_color: "#0f0" },
    ]);
  });

  test("a variable takes precedence over a built-in name", () => {
    const variables = [...VARIABLES, { name: "index", type: "number", default: 7 }];
    const group = {
      id: "g",
      type: "group",
      layout: "row",
      repeat: "bars",
      children: [box({ x: "{{ index + count }}" })],
    };
    const { layers } = expandLayers(read([group], { variables }), {});
    expect(layers[0]?.children).toMatchObject([{ x: 9 }, { x: 9 }]);
  });

  test("an override replaces the expression, and the expression is not evaluated", () => {
    const document = read([box({ width: "{{ sold / total * 400 }}", background_color: "{{accent}}" })]);
    const request = {
      layers: { box: { width: 55, background_color: "#123456" } },
      variables: { total: 0, accent: "no" },
    };
    expect(checkOverrides(document, request)).toEqual([]);
    expect(expandLayers(document, request).layers).toMatchObject([{ width: 55, background_color: "#123456" }]);
  });

  test("an override is always a value", () => {
    const document = read([box({ width: "{{ sold }}" })]);
    const given = { layers: { box: { width: "{{ sold }}", background_color: "{{accent}}" } } };
    expect(checkOverrides(document, given).map(({ path }) => path)).toEqual([
      "layers.box.width",
      "layers.box.background_color",
    ]);
  });

  test.each<[string, object | string, object]>([
    ["a color", "{{accent}}", { ground: "#e11d48" }],
    [
      "a gradient",
      {
        type: "linear-gradient",
        angle: "{{ sold }}",
        stops: [
          { color: "{{accent}}", position: 0 },
          { color: "#fff", position: 1 },
        ],
      },
      { ground: { angle: 30, stops: [{ color: "#e11d48" }, { color: "#fff" }] } },
    ],
    [
      "an image",
      { type: "image", image_url: "", color: "{{accent}}", fit: "{{ rounded ? 'contain' : 'cover' }}" },
      { ground: "#e11d48", background: { fit: "contain", color: "#e11d48" } },
    ],
  ])("the background can have expressions: %s", (_, background, expected) => {
    expect(expandLayers(read([], { background }), {})).toMatchObject({ ...expected, issues: [] });
  });

  test("a side of 0 is possible by an expression only", () => {
    expect(expandLayers(read([box({ width: "{{ sold - 30 }}" })]), {}).layers).toMatchObject([{ width: 0 }]);
    expect(issuesOf([box({ width: 0 })])).toMatchObject([{ path: "layers[0].width" }]);
    expect(issuesOf([box({ width: "{{ sold - 31 }}" })])).toMatchObject([{ path: "variables.sold" }]);
  });
});

describe("the issue of an expression", () => {
  const document = read([box({ name: "bar", width: "{{ sold / total * 400 }}", background_color: "{{accent}}" })]);

  test("a division by 0 names the attribute, the expression, and each variable with its value", () => {
    expect(checkOverrides(document, { variables: { total: 0 } })).toEqual([
      {
        path: "variables.sold",
        message:
          'The "width" of the layer "bar" cannot be computed from "sold / total * 400". It divides by 0. ' +
          "variables.sold is 30, variables.total is 0.",
      },
    ]);
  });

  test("a value that the attribute cannot have names the value and what is allowed", () => {
    const [issue] = checkOverrides(document, { variables: { accent: "reddish" } });
    expect(issue?.path).toBe("variables.accent");
    expect(issue?.message).toContain(
      'The "background_color" of the layer "bar" cannot be computed from "accent". It gives "reddish".',
    );
    expect(issue?.message).toContain('variables.accent is "reddish".');
  });

  test("a long value is cut in the message", () => {
    const [issue] = checkOverrides(document, { variables: { accent: "x".repeat(9_000) } });
    expect(issue?.message.length).toBeLessThan(500);
  });

  test("an item of a repeat is named with its place in the request", () => {
    const children = [box({ width: "{{ 8 / item.amount }}", x: "{{ max(bars.amount) }}" })];
    const repeating = read([{ id: "g", type: "group", layout: "row", repeat: "bars", children }]);
    const issues = checkOverrides(repeating, { variables: { bars: [{ amount: 2 }, { amount: 0 }] } });
    expect(issues).toMatchObject([{ path: "variables.bars[1].amount" }]);
    expect(issues[0]?.message).toContain("variables.bars[1].amount is 0.");
  });

  test("the values of a list are named", () => {
    const summed = read([box({ width: "{{ 8 / (sum(bars.amount) - 8 + sold) }}" })]);
    const [issue] = checkOverrides(summed, { variables: { sold: 0 } });
    expect(issue).toMatchObject({ path: "variables.bars.amount" });
    expect(issue?.message).toContain("variables.bars.amount is [3, 5], variables.sold is 0.");
  });

  test("a layer that several copies share reports its issue once", () => {
    const children = [box({ width: "{{ 8 / sold }}" })];
    const repeating = read([{ id: "g", type: "group", layout: "row", repeat: "bars", children }]);
    expect(checkOverrides(repeating, { variables: { sold: 0 } })).toHaveLength(1);
  });

  test("default() gives a value in place of a division by 0", () => {
    const safe = read([box({ width: "{{ default(sold / total * 400, 0) }}" })]);
    expect(checkOverrides(safe, { variables: { total: 0 } })).toEqual([]);
    expect(expandLayers(safe, { variables: { total: 0 } }).layers).toMatchObject([{ width: 0 }]);
  });

  test.each<[string, object]>([
    ["hide", { hide: "{{ total == 0 }}" }],
    ["visible_if", { visible_if: "total != 0" }],
  ])("a layer that is hidden by %s has no issues of its expressions", (_, hidden) => {
    const layers = [box({ width: "{{ sold / total }}", ...hidden })];
    expect(checkOverrides(read(layers), { variables: { total: 0 } })).toEqual([]);
    const group = { id: "g", type: "group", children: [box({ width: "{{ sold / total }}" })], ...hidden };
    expect(checkOverrides(read([group]), { variables: { total: 0 } })).toEqual([]);
  });

  test("the defaults of the variables must give each expression a value", () => {
    expect(issuesOf([box({ width: "{{ sold / (total - 120) }}" })])).toMatchObject([{ path: "variables.sold" }]);
  });

  test("thousands of failing expressions end with an issue in bounded work", () => {
    const many = Array.from({ length: 190 }, (_, amount) => ({ amount }));
    const fields = [{ name: "amount", type: "number" }];
    const variables = [
      { name: "zero", type: "number", default: 1 },
      { name: "rows", type: "list", fields, max_items: 200, default: [] },
    ];
    const broken = Object.fromEntries(
      ["x", "y", "width", "height", "rotation", "opacity", "border_width"].map((key) => [
        key,
        "{{ default(sum(rows.amount) / zero, 0) + 1 / zero }}",
      ]),
    );
    const children = Array.from({ length: 5 }, (_, at) =>
      box({ ...broken, id: `b${at}`, name: `b${at}`, x: "{{ index / zero }}" }),
    );
    const failing = read([{ id: "g", type: "group", layout: "row", repeat: "rows", children }], { variables });
    expect(checkOverrides(failing, { variables: { zero: 0, rows: many } })).toHaveLength(100);
    expect(expandLayers(failing, { variables: { zero: 0, rows: many } }).issues.at(-1)?.message).toContain(
      "too much work",
    );
  });
});

describe("the check of a document with expressions", () => {
  test.each<[string, object, string, string]>([
    ["an unknown variable", { width: "{{ sold / totl }}" }, "layers[0].width", 'Did you mean "total"?'],
    ["a text in place of a number", { width: "{{ accent }}" }, "layers[0].width", "The attribute takes a number"],
    ["a number in place of a color", { background_color: "{{ sold }}" }, "layers[0].background_color", "takes a text"],
    ["a syntax issue", { rotation: "{{ sold * }}" }, "layers[0].rotation", "Expected a value"],
    ["a list", { width: "{{ bars }}" }, "layers[0].width", "Use count(…)"],
    ["a built-in name outside a repeat", { x: "{{ index }}" }, "layers[0].x", 'no variable "index"'],
    [
      "an unknown variable inside a gradient",
      {
        background_gradient: {
          type: "linear-gradient",
          stops: [
            { color: "{{ acent }}", position: 0 },
            { color: "#fff", position: 1 },
          ],
        },
      },
      "layers[0].background_gradient.stops[0].color",
      'Did you mean "accent"?',
    ],
  ])("%s is an issue at the attribute", (_, attributes, path, message) => {
    const issues = issuesOf([box(attributes)]);
    expect(issues).toMatchObject([{ path }]);
    expect(issues[0]?.message).toContain(message);
  });

  test.each([
    ["type", { type: "{{ accent }}" }],
    ["id", { id: "{{ accent }}" }],
    ["max_items", { max_items: "{{ sold }}" }],
    ["children", { children: "{{ bars }}" }],
    ["repeat", { repeat: "{{ bars }}" }],
  ])("%s is never an expression", (key, attributes) => {
    const group = { id: "g", type: "group", layout: "row", repeat: "bars", children: [] };
    const issues = issuesOf([{ ...group, ...attributes }]);
    expect(issues.map(({ path }) => path)).toContain(`layers[0].${key}`);
  });

  test("the size of a document is never an expression, and neither is a text with more than one pair of braces", () => {
    expect(issuesOf([], { width: "{{ sold }}" })).toMatchObject([{ path: "width" }]);
    expect(issuesOf([box({ background_color: "{{accent}}{{accent}}" })])).toMatchObject([
      { path: "layers[0].background_color" },
    ]);
  });

  test("a document of edition 1 has no expressions", () => {
    const layers = [box({ width: "{{ sold }}", background_color: "{{accent}}" })];
    expect(issuesOf(layers, { edition: 1 }).map(({ path }) => path)).toEqual([
      "layers[0].width",
      "layers[0].background_color",
    ]);
    expect(issuesOf([], { edition: 1, background: "{{accent}}" })).toMatchObject([{ path: "background" }]);
  });
});
