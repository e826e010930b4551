/** Hostile documents and requests get a clear issue, and cost no more work than a template of the allowed size. */
import { describe, expect, test } from "@jest/globals";
import type { Issue } from "../../src/issues/issue.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { checkOverrides } from "../../src/document/overrides.js";

const box = { x: 0, y: 0, width: 10, height: 10 };
const rectangle = (id: string) => ({ id, type: "rectangle", ...box });
const documentWith = (layers: unknown, variables: unknown = []) => ({ width: 100, height: 100, variables, layers });

function issuesOf(value: unknown): readonly Issue[] {
  const checked = checkTemplateDocument(value);
  return "issues" in checked ? checked.issues : [];
}

function nested(depth: number): unknown {
  let layer: unknown = rectangle("leaf");
  for (let level = 0; level < depth; level++) layer = { id: `g${level}`, type: "group", children: [layer] };
  return documentWith([layer]);
}

describe("a document beyond the limits", () => {
  test("ten thousand layers are one issue", () => {
    const layers = Array.from({ length: 10_000 }, (_, index) => rectangle(`r${index}`));
    expect(issuesOf(documentWith(layers))).toEqual([
      { path: "layers", message: expect.stringContaining("at most 200 layers") },
    ]);
  });

  test("layers inside groups count towards the limit of layers", () => {
    const group = (id: string) => ({
      id,
      type: "group",
      children: Array.from({ length: 99 }, (_, index) => rectangle(`${id}-${index}`)),
    });
    expect(issuesOf(documentWith([group("a"), group("b")]))).toEqual([]);
    expect(issuesOf(documentWith([group("a"), group("b"), rectangle("c")]))).toHaveLength(1);
  });

  test("groups can be nested 8 deep, and deeper nesting of any depth is one issue", () => {
    expect(issuesOf(nested(8))).toEqual([]);
    expect(issuesOf(nested(9))).toEqual([
      { path: expect.stringMatching(/children$/), message: expect.stringContaining("8 deep") },
    ]);
    expect(issuesOf(nested(100_000))).toHaveLength(1);
  });

  test("a text of 100,000 characters is an issue, in a document and in a request", () => {
    const text = "x".repeat(100_000);
    expect(issuesOf(documentWith([{ id: "t", type: "text", text }]))).toEqual([
      { path: "layers[0].text", message: expect.stringContaining("10000") },
    ]);
    const checked = checkTemplateDocument(
      documentWith([{ id: "t", name: "t", type: "text" }], [{ name: "v", type: "string" }]),
    );
    if ("issues" in checked) throw new Error("The document has no issues.");
    expect(checkOverrides(checked.document, { layers: { t: { text } }, variables: { v: text } })).toHaveLength(2);
  });

  test("the first 20 unknown names in the placeholders and conditions of a document get a hint", () => {
    const text = Array.from("abcdefghijklmnopqrstuvw", (letter) => `{{titel_${letter}}}`).join("");
    const layers = Array.from({ length: 10 }, (_, index) => ({
      id: `t${index}`,
      type: "text",
      text,
      visible_if: "titel_y",
    }));
    const issues = issuesOf(documentWith(layers, [{ name: "titel_x", type: "string" }]));
    expect(issues).toHaveLength(100);
    expect(issues.filter(({ message }) => message.includes("Did you mean"))).toHaveLength(20);
  });

  test("the first 20 unknown fields in the items of a list get a hint", () => {
    const list = { name: "list", type: "list", fields: [{ name: "price", type: "string" }] };
    const checked = checkTemplateDocument(documentWith([], [list]));
    if ("issues" in checked) throw new Error("The document has no issues.");
    const items = Array.from({ length: 40 }, () => ({ prize: "1" }));
    const issues = checkOverrides(checked.document, { variables: { list: items } });
    expect(issues.filter(({ message }) => message.includes("Did you mean"))).toHaveLength(20);
  });

  test("placeholders that make a text too long are an issue of their variable", () => {
    const layer = { id: "t", type: "text", text: "{{v}}".repeat(1000) };
    const checked = checkTemplateDocument(documentWith([layer], [{ name: "v", type: "string" }]));
    if ("issues" in checked) throw new Error("The document has no issues.");
    const issues = checkOverrides(checked.document, { variables: { v: "x".repeat(10_000) } });
    expect(issues).toEqual([{ path: "variables.v", message: expect.stringContaining("longer than 10000") }]);
  });

  test("nested repeats stop at 1,000 layers", () => {
    const list = { name: "list", type: "list", max_items: 200, fields: [{ name: "a", type: "string" }] };
    let layer: unknown = rectangle("leaf");
    for (let level = 0; level < 8; level++) {
      layer = {
        id: `g${level}`,
        type: "group",
        layout: "row",
        repeat: "list",
        repeat_as: `i${level}`,
        children: [layer],
      };
    }
    const checked = checkTemplateDocument(documentWith([layer], [list]));
    if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
    const issues = checkOverrides(checked.document, { variables: { list: Array.from({ length: 200 }, () => ({})) } });
    expect(issues).toEqual([{ path: "variables.list", message: expect.stringContaining("more than 1000 layers") }]);
    const byDefault = documentWith([layer], [{ ...list, default: Array.from({ length: 200 }, () => ({})) }]);
    expect(issuesOf(byDefault)).toHaveLength(1);
  });

  test("only a hundred of ten thousand issues are returned", () => {
    const layer = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, 1]));
    expect(issuesOf(documentWith([{ ...rectangle("a"), ...layer }]))).toHaveLength(100);
  });
});

describe("hostile values", () => {
  const attributes = ["x", "y", "width", "height", "rotation", "opacity", "border_width", "shadow_blur"];
  test.each(
    attributes.flatMap((key) =>
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300].map((value) => [key, value]),
    ),
  )("the attribute %s with the value %d is an issue of that attribute", (key, value) => {
    const issues = issuesOf(documentWith([{ ...rectangle("a"), [String(key)]: value }]));
    expect(issues.map(({ path }) => path)).toEqual([`layers[0].${String(key)}`]);
  });

  test("the names of properties of Object are unknown keys at every level", () => {
    const text = `{"__proto__": 1, "width": 1, "height": 1, "variables": [{"__proto__": 1, "name": "a", "type": "string"}],
      "layers": [{"__proto__": {"hide": true}, "constructor": 1, "id": "a", "type": "rectangle", "width": 1, "height": 1}]}`;
    const paths = issuesOf(JSON.parse(text)).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["layers[0].constructor"]));
    expect(({} as Record<string, unknown>)["hide"]).toBeUndefined();
  });

  test.each([
    [null],
    [[]],
    [[[]]],
    ["layers"],
    [{ layers: [null, 5, [], "x"] }],
    [{ layers: [{ type: "group", children: "x" }] }],
    [{ background: { type: "image" } }],
  ])("the document %j is refused without an exception", (value) => {
    expect(issuesOf(value).length).toBeGreaterThan(0);
  });
});
