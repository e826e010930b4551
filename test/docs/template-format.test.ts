import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { LAYERS } from "../../core/contract/template/layers/registry.js";
import { withTables } from "../../docs/format-tables.js";

const text = readFileSync("docs/template-format.md", "utf8");

describe("the template reference", () => {
  test("has the tables that the schemas make; `npm run generate` writes them", () => {
    expect(withTables(text)).toBe(text);
  });

  test("has every layer type", () => {
    for (const { definition } of LAYERS.all) expect(text).toContain(`<!-- table: ${definition.type} -->`);
  });
});
