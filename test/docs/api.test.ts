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
  ["POST /api/v1/render", '| `format` | body | `png`, `jpg`, `webp`, `avif`, `pdf` or `jpeg` | no | `"png"` | – |'],
  ["POST /api/v1/render", "| `template` | body | UUID | yes | – | – | The template to render. |"],
  ["POST /api/v1/render", "| `scale` | body | number | no | `1` | 0.1–4 |"],
  ["POST /api/v1/render", "| `Idempotency-Key` | header | text | no | – | `^[!-~]{1,255}$` |"],
  [
    "GET /api/v1/templates",
    "| `limit` | query | integer | no | `50` | 1–100 | The maximum number of templates on the page. |",
  ],
  ["GET /api/v1/templates", "| `templates[].name` | text | yes |"],
  ["GET /api/v1/templates/{id}", "| `id` | path | UUID | yes |"],
  ["POST /api/v1/templates", "| `document` | body | [template document](template-format.md) | yes |"],
  ["POST /api/v1/render", "Response 200 with `status` `valid`:"],
  ["POST /api/v1/render", "| `valid` | boolean | yes | – | Always `true`. |"],
  ["POST /api/v1/render", "Response 200 with `status` `queued`, `done` or `failed`: the fields of response 202."],
  ["POST /api/v1/renders/batch", "| `jobs` | body | list of [body of `POST /api/v1/render`](#post-apiv1render) | no |"],
  ["POST /api/v1/img/sign", "list of [body of `POST /api/v1/img/sign`](#post-apiv1imgsign) without `jobs`"],
  ["POST /api/v1/img/sign", "| `urls` | list of object | yes | at least 1 item |"],
])("docs/api.md states in the section %s: %s", (section, row) => {
  expect(sections.get(section)).toContain(row);
});

test("docs/api.md names every status of POST /render with its errors, and links to what they mean", () => {
  const row = page.split("\n").find((line) => line.startsWith("| `POST /api/v1/render` |"));
  expect(row).toContain(
    "| 200, 202 | 400 BAD_REQUEST, 401 UNAUTHORIZED, 402 PAYMENT_REQUIRED, 403 FORBIDDEN, 404 NOT_FOUND, 413 PAYLOAD_TOO_LARGE, 422 DUPLICATE_LAYER_NAMES or VALIDATION_ERROR, 429 RATE_LIMITED, 500 INTERNAL, 503 QUEUE_UNAVAILABLE |",
  );
  expect(page).toContain("| endpoint | purpose | scope | rate | success | [errors](#errors) |");
  expect(page).toMatch(/^## Errors$/m);
});

test("every link inside docs/api.md leads to a heading of the page", () => {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, target]) => target);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((target) => !headings.includes(target ?? ""))).toEqual([]);
});
