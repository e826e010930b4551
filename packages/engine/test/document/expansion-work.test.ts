import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { expandLayers } from "../../src/document/expand-layers.js";

const SIZE = { width: 100, height: 100 };
const items = (count: number) => ({
  name: "items",
  type: "list",
  max_items: 200,
  fields: [{ name: "label", type: "string" }],
  default: Array.from({ length: count }, (_, index) => ({ label: `item ${index}` })),
});
const text = (id: string, value: string, more = {}) => ({ id, type: "text", text: value, ...more });
const repeat = (...children: unknown[]) => ({ id: "list", type: "group", layout: "column", repeat: "items", children });
const fill = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

function read(layers: unknown[], variables: unknown[], more = {}): TemplateDocument {
  const checked = checkTemplateDocument({ ...SIZE, variables, layers, ...more });
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

/** The processor time of a synchronous piece of work, and its result. */
function measure<Result>(work: () => Result): { readonly cpuMs: number; readonly result: Result } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, result };
}

/** The work takes about 20 ms. Without the limit, each case takes seconds. */
const MAX_MS = 300;

const LONG = "x".repeat(9_900);
const text95 = fill("{{v|upper|truncate:1}}", 9_500);
const emptyTerms = fill("empty(a) or ", 480);
const conditions = Array.from({ length: 4 }, (_, index) =>
  text(`c${index}`, "x", { visible_if: `${emptyTerms}empty(a)` }),
);

describe("the work of expanding a document", () => {
  test.each<[string, unknown[], unknown[], Record<string, unknown>]>([
    [
      "a text of filters that conditions in a repeat ask for",
      [text("a1", text95, { name: "a" }), repeat(...conditions)],
      [{ name: "v", type: "string" }, items(190)],
      { v: LONG },
    ],
    [
      "a text of different filters in each copy of a repeat",
      [repeat(text("a", Array.from({ length: 250 }, (_, at) => `{{v|truncate:${at + 9000}|truncate:1}}`).join("")))],
      [{ name: "v", type: "string" }, items(200)],
      { v: LONG },
    ],
    [
      "a text of filters of each item of a repeat",
      [repeat(text("a", fill("{{item.label|upper|truncate:1}}", 9_500)))],
      [items(1)],
      { items: Array.from({ length: 200 }, (_, at) => ({ label: `${LONG}${at}` })) },
    ],
    [
      "many comparisons of long texts",
      [
        repeat(
          ...Array.from({ length: 4 }, (_, at) => text(`t${at}`, "x", { visible_if: fill("v!=w or ", 490) + "v==w" })),
        ),
      ],
      [{ name: "v", type: "string" }, { name: "w", type: "string" }, items(200)],
      { v: LONG, w: `${LONG.slice(1)}x` },
    ],
    [
      "many questions whether a text of spaces is empty",
      [
        repeat(
          ...Array.from({ length: 4 }, (_, at) =>
            text(`t${at}`, "x", { visible_if: fill("not empty(v) or ", 480) + "empty(v)" }),
          ),
        ),
      ],
      [{ name: "v", type: "string" }, items(200)],
      { v: " ".repeat(9_900) },
    ],
    [
      "joins of long lists",
      [text("a", Array.from({ length: 200 }, (_, at) => `{{items|join:label,"${at}"|truncate:1}}`).join(""))],
      [{ ...items(0), name: "items" }],
      { items: Array.from({ length: 200 }, () => ({ label: LONG })) },
    ],
  ])("expands %s in bounded time", (_, layers, variables, values) => {
    const document = read(layers, variables);
    const { cpuMs } = measure(() => expandLayers(document, { variables: values }));
    expect(cpuMs).toBeLessThan(MAX_MS);
  });

  test("the issue names the layer at which the work became too much, and says how to reduce it", () => {
    const different = Array.from({ length: 250 }, (_, at) => `{{v|truncate:${at + 9000}|truncate:1}}`).join("");
    const document = read([repeat(text("a", different))], [{ name: "v", type: "string" }, items(200)]);
    const { layers, issues } = expandLayers(document, { variables: { v: LONG } });
    expect(layers[0]?.children).toEqual([]);
    expect(issues).toEqual([
      {
        path: "variables",
        message:
          'Filling the texts and conditions of this document takes too much work. It stopped at the layer "a". ' +
          "Use shorter values, fewer items, or fewer placeholders with filters.",
      },
    ]);
  });

  test("a text that a hundred conditions ask for is filled only once, so a large list stays within the limit", () => {
    const layers = [text("a1", fill("{{v}} ", 900), { name: "a" }), repeat(...conditions)];
    const document = read(layers, [{ name: "v", type: "string" }, items(190)]);
    const { issues } = expandLayers(document, { variables: { v: "x" } });
    expect(issues).toEqual([]);
  });

  test("accepts two hundred layers with long texts, placeholders, filters and conditions", () => {
    const layers = Array.from({ length: 199 }, (_, at) =>
      text(`t${at}`, `${"words ".repeat(80)}{{v | upper | truncate: 40}} {{price | currency: "EUR"}}`, {
        visible_if: "not empty(v) and price > 3",
      }),
    );
    const variables = [
      { name: "v", type: "string" },
      { name: "price", type: "number" },
    ];
    const { issues } = expandLayers(read(layers, variables), { variables: { v: "some words", price: 12.5 } });
    expect(issues).toEqual([]);
  });

  test("expands the same layers for the same request only once", () => {
    const document = read([text("a", "{{v}}")], [{ name: "v", type: "string", default: "x" }]);
    const request = { variables: { v: "y" } };
    const first = expandLayers(document, request);
    expect(expandLayers(document, {})).toBe(expandLayers(document, {}));
    expect(expandLayers(document, { ...request })).toBe(first);
    const { layers, background, ground, issues } = first;
    expect(expandLayers(document, { variables: { v: "y" } })).toMatchObject({ layers, background, ground, issues });
    expect(expandLayers(document, { variables: { v: "z" } }).layers).toMatchObject([{ text: "z" }]);
  });
});

describe("a background that is an image", () => {
  test("keeps a data URI that is longer than a filled text can be", () => {
    const image_url = `data:image/png;base64,${"A".repeat(20_000)}`;
    const document = read([], [], { background: { type: "image", image_url } });
    expect(expandLayers(document, {}).background).toMatchObject({ image_url });
  });
});
