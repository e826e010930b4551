import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { ROUTES } from "../../core/contract/routes.js";

const page = readFileSync("docs/api.md", "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")), text]),
);

test("docs/api.md has a section for every operation that sends or receives fields", () => {
  const withFields = Object.values(ROUTES)
    .filter((route) => "body" in route || "query" in route || route.path.includes("{"))
    .map(({ method, path }) => `${method} ${path}`);
  expect(withFields.length).toBeGreaterThan(25);
  expect(withFields.filter((name) => !sections.has(name))).toEqual([]);
});

test.each([
  ["POST /api/v1/render", '| `format` | body | `png`, `jpg`, `webp`, `avif` or `jpeg` | no | `"png"` | – |'],
  ["POST /api/v1/render", "| `template` | body | UUID | yes | – | – | The template to render. |"],
  ["POST /api/v1/render", "| `scale` | body | number | no | `1` | 0.1–4 |"],
  ["POST /api/v1/render", "| `Idempotency-Key` | header | text | no | – | `^[!-~]{1,255}$` |"],
  ["GET /api/v1/templates", "| `limit` | query | integer | no | `50` | 1–100 | The most templates on the page. |"],
  ["GET /api/v1/templates", "| `templates[].name` | text | yes |"],
  ["GET /api/v1/templates/{id}", "| `id` | path | UUID | yes |"],
  ["POST /api/v1/templates", "| `document` | body | [template document](template-format.md) | yes |"],
  ["POST /api/v1/img/sign", "| `urls` | list of object | yes | at least 1 items |"],
])("docs/api.md states in the section %s: %s", (section, row) => {
  expect(sections.get(section)).toContain(row);
});
