import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument, LAYERS } from "@image-render/engine/document";
import { withTables } from "../../docs/format-tables.js";
import { FUNCTION_NAMES } from "../../packages/engine/src/document/expression/functions.js";

const text = readFileSync("docs/template-format.md", "utf8");

describe("the template reference", () => {
  test("the tables of the template reference match the schemas; `npm run generate` writes them", () => {
    expect(withTables(text)).toBe(text);
  });

  test("the template reference has a table for every layer type", () => {
    for (const { definition } of LAYERS.all) expect(text).toContain(`<!-- table: ${definition.type} -->`);
  });

  const expressions = text.slice(text.indexOf("## Expressions"), text.indexOf("## Requests"));

  test("the section about expressions names every function", () => {
    for (const name of FUNCTION_NAMES) expect(expressions).toContain(`${name}(`);
  });

  test("the example of expressions is valid", () => {
    const [, layers = ""] = /```json\n([\s\S]*?)```/.exec(expressions) ?? [];
    const variables = [
      { name: "sold", type: "number", default: 30 },
      { name: "total", type: "number", default: 120 },
      { name: "accent", type: "string", default: "#e11d48" },
      { name: "rounded", type: "boolean", default: true },
      { name: "months", type: "list", fields: [{ name: "amount", type: "number" }], default: [{ amount: 4 }] },
    ];
    const checked = checkTemplateDocument({
      width: 400,
      height: 200,
      variables,
      layers: JSON.parse(layers) as unknown,
    });
    expect(checked).not.toHaveProperty("issues");
  });
});
