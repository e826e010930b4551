import { describe, expect, test } from "@jest/globals";
import type { Issue } from "../../src/issues/issue.js";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";

const box = { x: 0, y: 0, width: 10, height: 10 };

function documentWith(...layers: unknown[]): unknown {
  return { width: 100, height: 100, layers };
}

function issuesOf(value: unknown): readonly Issue[] {
  const checked = checkTemplateDocument(value);
  return "issues" in checked ? checked.issues : [];
}

function paths(value: unknown): string[] {
  return issuesOf(value).map(({ path }) => path);
}

function messageAt(value: unknown, path: string): string {
  return issuesOf(value).find((issue) => issue.path === path)?.message ?? "";
}

describe("checkTemplateDocument", () => {
  test("a checked layer has every attribute, with the defaults of its type", () => {
    const checked = checkTemplateDocument(documentWith({ id: "a", type: "text", ...box }));
    expect(checked).toMatchObject({
      document: { background: "#ffffff", variables: [], layers: [{ opacity: 1, font_family: "Inter", text: "" }] },
    });
  });

  test("a checked document passes the check again unchanged", () => {
    const first = checkTemplateDocument(documentWith({ id: "a", type: "image", ...box }));
    expect("document" in first && checkTemplateDocument(first.document)).toEqual(first);
  });

  test("all issues of a document are returned at once, including those between parts that have issues themselves", () => {
    const value = {
      width: 9000,
      height: 10.5,
      layers: [
        { id: "a", type: "text", ...box, text: "Hello {{nmae}}", font_size: "big" },
        { id: "a", type: "rectangle", ...box, background_color: "reddish" },
      ],
      variables: [{ name: "name", type: "string" }],
    };
    expect(paths(value).sort()).toEqual([
      "height",
      "layers[0].font_size",
      "layers[0].text",
      "layers[1].background_color",
      "layers[1].id",
      "width",
    ]);
    expect(messageAt(value, "layers[0].text")).toContain('Did you mean "name"?');
  });

  test.each([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a number beyond the largest coordinate", 1e9],
    ["a text", "10"],
    ["null", null],
  ])("a document with %s as a coordinate is refused", (_name, x) => {
    expect(paths(documentWith({ id: "a", type: "rectangle", ...box, x }))).toEqual(["layers[0].x"]);
  });

  test.each([0, -1, 8193, 0.5])("a document that is %s pixels wide is refused", (width) => {
    expect(paths({ width, height: 100, layers: [] })).toEqual(["width"]);
  });

  test("a document with more than 25 megapixels is refused, although each of its sides is allowed", () => {
    expect(paths({ width: 8000, height: 8000, layers: [] })).toEqual(["width"]);
  });

  test("each unknown key is an issue with its path and with the nearest known key", () => {
    const value = documentWith({ id: "a", type: "text", ...box, colour: "red", fontSize: 3 });
    expect(messageAt(value, "layers[0].colour")).toContain('Did you mean "color"?');
    expect(messageAt(value, "layers[0].fontSize")).toContain('Did you mean "font_size"?');
  });

  test("an attribute of another layer type is an unknown key", () => {
    expect(paths(documentWith({ id: "a", type: "rectangle", ...box, text: "no" }))).toEqual(["layers[0].text"]);
  });

  test("an unknown layer type or font family is an issue that names the known ones", () => {
    expect(messageAt(documentWith({ id: "a", type: "ractangle", ...box }), "layers[0].type")).toContain("rectangle");
    const family = documentWith({ id: "a", type: "text", ...box, font_family: "Intre" });
    expect(messageAt(family, "layers[0].font_family")).toContain('Did you mean "Inter"?');
  });

  test("issues inside a gradient have the paths of the gradient", () => {
    const gradient = {
      type: "linear-gradient",
      stops: [
        { color: "red", position: 0.5 },
        { color: "blu", position: 0 },
      ],
    };
    expect(paths({ width: 1, height: 1, background: gradient, layers: [] })).toEqual([
      "background.stops[1].color",
      "background.stops",
    ]);
    const descending = {
      type: "linear-gradient",
      stops: [
        { color: "red", position: 0.5 },
        { color: "blue", position: 0 },
      ],
    };
    expect(paths({ width: 1, height: 1, background: descending, layers: [] })).toEqual(["background.stops"]);
  });

  test("two layers of a document can have the same name, although renders refuse such a document", () => {
    const named = (id: string) => ({ id, name: "title", type: "text", ...box });
    expect(paths(documentWith(named("a"), named("b")))).toEqual([]);
  });

  test.each(["__proto__", "a.b", " title", "", "x".repeat(65)])("the layer name %j is refused", (name) => {
    expect(paths(documentWith({ id: "a", type: "text", ...box, name }))).toEqual(["layers[0].name"]);
  });

  test.each([null, 5, "{}", [], { layers: {} }])(
    "the value %j is refused as a document without an exception",
    (value) => {
      expect(issuesOf(value).length).toBeGreaterThan(0);
    },
  );
});
