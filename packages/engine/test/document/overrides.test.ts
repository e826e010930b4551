import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { checkOverrides, duplicateLayerNames, overridesOf } from "../../src/document/overrides.js";

const box = { x: 0, y: 0, width: 10, height: 10 };

function read(value: unknown): TemplateDocument {
  const checked = checkTemplateDocument(value);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

const document = read({
  width: 100,
  height: 100,
  variables: [
    { name: "course", type: "string" },
    { name: "hours", type: "number" },
    { name: "passed", type: "boolean" },
  ],
  layers: [
    { id: "ground", type: "rectangle", ...box },
    { id: "t", name: "title", type: "text", ...box },
    { id: "p", name: "photo", type: "image", ...box },
  ],
});

describe("overridesOf", () => {
  test("requests can override every named layer, with the attributes of its type", () => {
    expect(overridesOf(document).map(({ name }) => name)).toEqual(["title", "photo"]);
    const [title, photo] = overridesOf(document);
    expect(title?.attributes).toEqual(expect.arrayContaining(["text", "color", "font_size", "hide", "x"]));
    expect(photo?.attributes).toEqual(expect.arrayContaining(["image_url", "fit", "border_radius"]));
    expect(photo?.attributes).not.toContain("text");
  });

  test("requests cannot override the id, the type or the name of a layer", () => {
    for (const { attributes } of overridesOf(document)) {
      expect(attributes).not.toEqual(expect.arrayContaining(["id"]));
      expect(attributes).not.toEqual(expect.arrayContaining(["type"]));
      expect(attributes).not.toEqual(expect.arrayContaining(["name"]));
    }
  });
});

describe("checkOverrides", () => {
  test("correct overrides have no issues", () => {
    const layers = { title: { text: "Hi", color: "#f00", hide: false, font_size: 12 }, photo: { fit: "contain" } };
    expect(checkOverrides(document, { layers, variables: { course: "x", hours: 2, passed: true } })).toEqual([]);
    expect(checkOverrides(document, {})).toEqual([]);
  });

  test("unknown layers, attributes and variables are issues that suggest the intended name", () => {
    const issues = checkOverrides(document, {
      layers: { titel: { text: "x" }, title: { colour: "red" }, t: {} },
      variables: { corse: "x" },
    });
    expect(issues.map(({ path }) => path)).toEqual([
      "layers.titel",
      "layers.title.colour",
      "layers.t",
      "variables.corse",
    ]);
    expect(issues.map(({ message }) => /Did you mean "(.*)"/.exec(message)?.[1])).toEqual([
      "title",
      "color",
      undefined,
      "course",
    ]);
  });

  test("a wrong value is an issue with the path of the layer and the attribute", () => {
    const issues = checkOverrides(document, {
      layers: { title: { font_size: Number.NaN, color: "reddish" }, photo: 5 },
    });
    expect(issues.map(({ path }) => path)).toEqual(["layers.title.color", "layers.title.font_size", "layers.photo"]);
  });

  test("the names of properties of Object are unknown layers", () => {
    const layers = JSON.parse('{"__proto__": {"text": "x"}, "constructor": {"text": "x"}}') as Record<string, unknown>;
    expect(checkOverrides(document, { layers }).map(({ path }) => path)).toEqual([
      "layers.__proto__",
      "layers.constructor",
    ]);
  });

  test.each([
    ["hours", "12.5", true],
    ["hours", "twelve", false],
    ["hours", "1e999", false],
    ["passed", "true", true],
    ["passed", "yes", false],
    ["course", 12, true],
    ["course", { a: 1 }, false],
    ["course", null, false],
  ])("the variable %s accepts %j, as in signed URLs: %s", (name, value, isRight) => {
    expect(checkOverrides(document, { variables: { [name]: value } }).length === 0).toBe(isRight);
  });
});

describe("duplicateLayerNames", () => {
  test("a name that several layers have is listed once", () => {
    const layer = (id: string, name: string) => ({ id, name, type: "rectangle", ...box });
    const layers = [
      layer("a", "x"),
      layer("b", "x"),
      layer("c", "x"),
      layer("d", "y"),
      layer("e", "z"),
      layer("f", "z"),
    ];
    expect(duplicateLayerNames(read({ width: 1, height: 1, layers }))).toEqual(["x", "z"]);
    expect(duplicateLayerNames(document)).toEqual([]);
  });
});
