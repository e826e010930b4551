import { describe, expect, test } from "@jest/globals";
import { expandLayers } from "../../src/document/expand-layers.js";
import { checkOverrides } from "../../src/document/overrides.js";
import { box, issuesOf, read } from "./bound-support.js";

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
