import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { LAYERS } from "@image-render/engine/document";
import { withTables } from "../../docs/format-tables.js";

const text = readFileSync("docs/template-format.md", "utf8");

describe("the template reference", () => {
  test("the tables of the template reference match the schemas; `npm run generate` writes them", () => {
    expect(withTables(text)).toBe(text);
  });

  test("the template reference has a table for every layer type", () => {
    for (const { definition } of LAYERS.all) expect(text).toContain(`<!-- table: ${definition.type} -->`);
  });
});
