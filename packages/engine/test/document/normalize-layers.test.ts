import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { normalizeLayers } from "../../src/document/normalize-layers.js";
import { checkOverrides } from "../../src/document/overrides.js";

const checked = checkTemplateDocument({
  width: 100,
  height: 50,
  layers: [
    { id: "t", name: "title", type: "text" },
    { id: "q", name: "code", type: "qr", width: 40, height: 40 },
    { id: "b", name: "bars", type: "barcode", width: 40, height: 40 },
  ],
});
if ("issues" in checked) throw new Error("The document has no issues.");
const { document } = checked;
const normalize = (layers: Record<string, Record<string, unknown>>) => normalizeLayers(document, layers);

describe("the layers of a request before they are checked", () => {
  test("texts become numbers and booleans, numbers become texts, and null is left out", () => {
    const { layers, issues } = normalize({
      title: { text: 5, font_size: "40", opacity: "0.5", hide: "1", font_weight: "700", max_lines: null },
    });
    expect(layers).toEqual({ title: { text: "5", font_size: 40, opacity: 0.5, hide: true, font_weight: 700 } });
    expect(issues).toEqual([]);
    expect(checkOverrides(document, { layers })).toEqual([]);
  });

  test.each([
    ["font_size", "40px"],
    ["font_size", ""],
    ["font_size", "1e999"],
    ["font_size", " 40"],
    ["hide", "yes"],
    ["hide", "TRUE"],
    ["font_size", [40]],
  ])("the attribute %s keeps the value %j, which the check refuses", (key, value) => {
    const { layers } = normalize({ title: { [key]: value } });
    expect(layers).toEqual({ title: { [key]: value } });
    expect(checkOverrides(document, { layers }).map(({ path }) => path)).toEqual([`layers.title.${key}`]);
  });

  test("text is another name of data for QR codes and barcodes", () => {
    const { layers, issues } = normalize({ code: { text: "https://example.com" }, bars: { text: 123 } });
    expect(layers).toEqual({ code: { data: "https://example.com" }, bars: { data: "123" } });
    expect(issues).toEqual([]);
  });

  test("an alias beside its attribute is an issue, unless one of them is null", () => {
    expect(normalize({ code: { text: "a", data: "b" } }).issues).toEqual([
      { path: "layers.code.text", message: "It is another name of data, which is also set. Remove one of them." },
    ]);
    expect(normalize({ code: { text: "a", data: null }, bars: { text: null, data: "b" } })).toEqual({
      layers: { code: { data: "a" }, bars: { data: "b" } },
      issues: [],
    });
  });

  test("layers that the template does not have stay, so that the check names them", () => {
    const { layers } = normalize({ titel: { text: 5 } });
    expect(layers).toEqual({ titel: { text: 5 } });
  });
});
