import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import type { Layer } from "../../src/document/layer-types/define-layer.js";
import { LAYERS } from "../../src/document/layers/registry.js";
import { variableUses } from "../../src/document/variable-uses.js";

const VARIABLES = [
  { name: "sold", type: "number", default: 612 },
  { name: "total", type: "number", default: 900 },
  { name: "name", type: "string", default: "Ada" },
  {
    name: "items",
    type: "list",
    fields: [
      { name: "label", type: "string" },
      { name: "price", type: "number" },
    ],
    default: [
      { label: "Tea", price: 0.1 },
      { label: "Milk", price: 0.2 },
    ],
  },
];

const textLayer = (text: string, more: object = {}) => ({ id: "t", name: "words", type: "text", text, ...more });
const documentOf = (layer: object, edition = 2) => ({
  edition,
  width: 100,
  height: 100,
  locale: "en-IE",
  variables: VARIABLES,
  layers: [layer],
});

function read(value: unknown): TemplateDocument {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

function issuesOf(layer: object): readonly string[] {
  const checked = checkTemplateDocument(documentOf(layer));
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

const valuesIn = (layers: readonly Layer[], key: string): unknown[] =>
  layers.flatMap((layer) => (key in layer ? [layer[key as keyof Layer]] : valuesIn(layer.children ?? [], key)));

const filled = (text: string, edition = 2, more: object = {}) =>
  valuesIn(expandLayers(read(documentOf(textLayer(text, more), edition)), {}).layers, "text");

describe("an expression in a text", () => {
  test.each([
    ["{{sold / total | percent}} sold", "68% sold"],
    ["{{ total - sold }} left", "288 left"],
    ['Total {{sum(items.price) | currency: "EUR"}}', "Total €0.30"],
    ["{{sum(items.price)}}", "0.3"],
    ["{{count(items)}} {{count(items) == 1 ? 'item' : 'items'}}", "2 items"],
    ['{{sold > 0 ? "a | b }}" : name}}', "a | b }}"],
    ['{{sold > 1000 ? "many" : name | upper}}', "ADA"],
    ["{{default(sold / (total - 900), 1)}}", "1"],
  ])("%s becomes %s", (text, expected) => {
    expect(filled(text)).toEqual([expected]);
  });

  test.each([
    "{{ is this }} text?",
    "{{ 1 + }}",
    "{{#if sold}}",
    "{{ a {{ b",
    "{{ 'open }}",
    `{{ ${"1+".repeat(300)}1 }}`,
  ])("%s stays as it is, because it is not an expression", (text) => {
    expect(filled(text)).toEqual([text]);
  });

  test("a text of edition 1 keeps the braces around an expression", () => {
    expect(filled("{{total - sold}} of {{total}}", 1)).toEqual(["{{total - sold}} of 900"]);
  });

  test("the text of a request keeps its braces", () => {
    const document = read(documentOf(textLayer("{{total - sold}}")));
    const { layers } = expandLayers(document, { layers: { words: { text: "{{1 + 1}}" } } });
    expect(valuesIn(layers, "text")).toEqual(["{{1 + 1}}"]);
  });

  test("a value in a rich text never becomes a mark", () => {
    expect(filled("**{{sold > 0 ? '*x*' : ''}}**", 2, { rich: true })).toEqual(["**\\*x\\***"]);
  });

  test("each copy of a repeat computes its own text", () => {
    const child = textLayer("{{index + 1}}/{{count}} {{item.label}} {{item.price / sum(items.price) | percent}}");
    const group = { id: "g", type: "group", layout: "column", repeat: "items", children: [child] };
    const { layers } = expandLayers(read(documentOf(group)), {});
    expect(valuesIn(layers, "text")).toEqual(["1/2 Tea 33%", "2/2 Milk 67%"]);
  });

  test("a QR code can contain an expression", () => {
    const code = { id: "q", type: "qr", width: 40, height: 40, data: "https://example.com/{{sold + 1}}" };
    expect(valuesIn(expandLayers(read(documentOf(code)), {}).layers, "data")).toEqual(["https://example.com/613"]);
  });

  test("an expression in HTML is plain text", () => {
    const html = { id: "h", type: "html", width: 40, height: 40, html: "<p>{{sold + 1}} {{sold}}</p>" };
    expect(valuesIn(expandLayers(read(documentOf(html)), {}).layers, "html")).toEqual(["<p>{{sold + 1}} 612</p>"]);
  });

  test("the uses of a variable include the texts that compute with it", () => {
    const uses = variableUses(read(documentOf(textLayer("{{sold / total | percent}}"))), LAYERS);
    expect([...uses].map(([name, list]) => [name, list.map(({ attribute }) => attribute)])).toEqual([
      ["sold", ["text"]],
      ["total", ["text"]],
      ["name", []],
      ["items", []],
    ]);
  });
});

describe("the issues of an expression in a text", () => {
  test.each([
    ["an unknown variable", "Now {{sold / totl}}", 'At character 14: There is no variable "totl"'],
    ["a text in arithmetic", "{{name * 2}}", 'At character 3: "*" takes numbers; this is a text.'],
    ["a filter for another type", "{{sold > 2 | number}}", 'The filter "number" can\'t be used on true or false.'],
    ["an unknown filter", "{{sold + 2 | percnt}}", 'There is no filter "percnt". Did you mean "percent"?'],
  ])("%s has an issue with its place", (_, text, message) => {
    expect(issuesOf(textLayer(text))).toEqual([expect.stringContaining(message)]);
  });

  test("a division by zero names the text, the expression, the values and their paths", () => {
    const document = read(documentOf(textLayer("{{sold / total | percent}}")));
    expect(expandLayers(document, { variables: { total: 0 } }).issues).toEqual([
      {
        path: "variables.sold",
        message: expect.stringMatching(
          /^The "text" of the layer "words" cannot be computed from "sold \/ total".*variables\.sold is 612, variables\.total is 0\.$/,
        ) as unknown,
      },
    ]);
  });

  test("a hidden layer has no issue", () => {
    const document = read(documentOf(textLayer("{{sold / total}}", { visible_if: "total > 0" })));
    expect(expandLayers(document, { variables: { total: 0 } })).toMatchObject({ layers: [], issues: [] });
  });
});

describe("the language of a filter", () => {
  test.each([
    ['{{total | number: 2, locale="fr-FR"}}', "900,00"],
    ['{{total * 1000 | currency: "EUR", locale="fr-FR"}}', "900\u202f000,00\u00a0€"],
    ["{{sold / total | percent: locale='fr-FR'}}", "68\u00a0%"],
    ['{{"2026-05-14" | date: long, locale="ja-JP"}}', "2026年5月14日"],
    ['{{"2026-05-14" | date: month=long, locale=fr}}', "mai"],
    ["{{total * 10 | number}}", "9,000"],
  ])("%s becomes %s", (text, expected) => {
    expect(filled(text)).toEqual([expected]);
  });

  test.each([
    "{{total | number: locale='not a language'}}",
    "{{total | number: locale=2}}",
    "{{name | upper: locale=fr}}",
  ])("%s has an issue that shows how to use the filter", (text) => {
    expect(issuesOf(textLayer(text))).toEqual([expect.stringContaining("Use it as ")]);
  });
});
