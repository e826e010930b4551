import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../../../core/contract/template/check-template-document.js";
import type { TemplateDocument } from "../../../../core/contract/template/document.js";
import { checkOverrides, duplicateLayerNames, overridesOf } from "../../../../core/contract/template/overrides.js";

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
  test("lists the layers with a name, each with the attributes of its type", () => {
    expect(overridesOf(document).map(({ name }) => name)).toEqual(["title", "photo"]);
    const [title, photo] = overridesOf(document);
    expect(title?.attributes).toEqual(expect.arrayContaining(["text", "color", "font_size", "hide", "x"]));
    expect(photo?.attributes).toEqual(expect.arrayContaining(["image_url", "fit", "border_radius"]));
    expect(photo?.attributes).not.toContain("text");
  });

  test("who a layer is cannot be overridden", () => {
    for (const { attributes } of overridesOf(document)) {
      expect(attributes).not.toEqual(expect.arrayContaining(["id"]));
      expect(attributes).not.toEqual(expect.arrayContaining(["type"]));
      expect(attributes).not.toEqual(expect.arrayContaining(["name"]));
    }
  });
});

describe("checkOverrides", () => {
  test("right overrides have no faults", () => {
    const layers = { title: { text: "Hi", color: "#f00", hide: false, font_size: 12 }, photo: { fit: "contain" } };
    expect(checkOverrides(document, { layers, variables: { course: "x", hours: 2, passed: true } })).toEqual([]);
    expect(checkOverrides(document, {})).toEqual([]);
  });

  test("unknown layers, attributes and variables are faults that say what was meant", () => {
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

  test("a wrong value is a fault under the layer's name and the attribute", () => {
    const issues = checkOverrides(document, {
      layers: { title: { font_size: Number.NaN, color: "reddish" }, photo: 5 },
    });
    expect(issues.map(({ path }) => path)).toEqual(["layers.title.color", "layers.title.font_size", "layers.photo"]);
  });

  test("names of Object's own members are unknown layers like any other", () => {
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
  ])("the variable %s given %j, as a signed URL carries text: right is %s", (name, value, isRight) => {
    expect(checkOverrides(document, { variables: { [name]: value } }).length === 0).toBe(isRight);
  });
});

describe("duplicateLayerNames", () => {
  test("names every name that more than one layer bears, once", () => {
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
