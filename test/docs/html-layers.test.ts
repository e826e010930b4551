import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { cssProperties } from "../../packages/engine/src/document/html/css-properties.js";
import { ELEMENTS, HTML_LIMITS } from "../../packages/engine/src/document/html/html-vocabulary.js";

const page = readFileSync("docs/html-layers.md", "utf8");
const [, elements = "", css = ""] = page.split(/^## /m);
const listed = (text: string) =>
  new Set([...text.matchAll(/^\| \w+ \| (.*) \|$/gm)].flatMap(([, cell = ""]) => namesIn(cell)));

function namesIn(cell: string): string[] {
  // Parentheses hold values, not names.
  return [...cell.replace(/\([^)]*\)+/g, "").matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
}

describe("the page about HTML layers", () => {
  test("the page lists every HTML element that layers support, and no other", () => {
    expect([...listed(elements)].sort()).toEqual([...ELEMENTS].sort());
  });

  test("the page lists every CSS property that layers support, and no other", () => {
    expect([...listed(css)].sort()).toEqual([...cssProperties().keys()].sort());
  });

  test("the page states the limits of HTML layers", () => {
    for (const limit of Object.values(HTML_LIMITS))
      expect(page).toMatch(new RegExp(`\\b${limit.toLocaleString("en")}\\b`));
  });
});
