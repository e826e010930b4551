import { describe, expect, test } from "@jest/globals";
import { attributesOf, commonAttributes, LAYER_TYPES } from "../../src/editor/document/layer-types.js";
import { NEW_LAYERS, newLayer } from "../../src/editor/document/new-layer.js";
import { insertLayers } from "../../src/editor/document/operations.js";
import { renameVariable } from "../../src/editor/document/variables.js";
import { calculate } from "../../src/editor/numbers/calculate.js";
import { editor as texts } from "../../src/messages/en/editor.js";
import { LAYER_ICONS } from "../../src/screens/editor/layers/layer-icons.js";
import { CARD } from "./documents.js";

describe("numbers as people type them", () => {
  test.each([
    ["12", 12],
    [" 12 px ", 12],
    ["1200 - 2 * 72", 1056],
    ["(1200 - 2 * 72) / 3", 352],
    ["-5", -5],
    ["1,5", 1.5],
    ["25.4 mm", 96],
    ["1in", 96],
    ["50%", 600],
    ["50 % + 10", 610],
    ["2,54 cm", 96],
    ["72pt", 96],
    [".5", 0.5],
    ["10 - 2 - 3", 5],
    ["16 / 4 / 2", 2],
    ["2 * (3 + 4)", 14],
    ["2 + 3 * 4", 14],
    ["-(2 + 3)", -5],
    ["2 * -3", -6],
  ])("“%s” is %d", (text, expected) => {
    expect(calculate(text, { whole: 1200 })).toBeCloseTo(expected, 9);
  });

  test("an operator at the beginning applies to the current value, but a minus makes a negative number", () => {
    expect(calculate("+10", { present: 5 })).toBe(15);
    expect(calculate("*2", { present: 5 })).toBe(10);
    expect(calculate("/2", { present: 5 })).toBe(2.5);
    expect(calculate("-10", { present: 5 })).toBe(-10);
  });

  test("a length of paper depends on the pixels per inch", () => {
    expect(calculate("1 in", { dpi: 300 })).toBe(300);
    expect(calculate("25.4 mm + 12", { dpi: 300 })).toBeCloseTo(312, 9);
  });

  test.each([
    "",
    "px",
    "1 2",
    "1 +",
    "(1",
    "1/0",
    "50%",
    "alert(1)",
    "1e5",
    "*2",
    "2 *",
    "2 -",
    "()",
    "2)",
    "-",
    "* *",
  ])("“%s” is not a number", (text) => {
    expect(calculate(text)).toBeUndefined();
  });
});

describe("the attributes of layer types", () => {
  test("every type has a place, a size and a name", () => {
    for (const type of LAYER_TYPES) {
      const names = attributesOf(type).map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["name", "x", "y", "width", "height", "rotation", "opacity"]));
    }
  });

  test.each([
    ["a size and contents when it is added", NEW_LAYERS],
    ["an icon", LAYER_ICONS],
    ["a word for people", texts.types],
  ])("every type has %s, and no other type does", (_, rows) => {
    expect(Object.keys(rows).toSorted()).toEqual(LAYER_TYPES.toSorted());
  });

  test("layers of several types share only what all of them have", () => {
    const names = commonAttributes([
      { id: "a", type: "text" },
      { id: "b", type: "image" },
    ]).map(({ name }) => name);
    expect(names).toContain("border_radius");
    expect(names).not.toContain("font_size");
    expect(names).not.toContain("image_url");
  });

  test("every type can be added in the middle of a small document", () => {
    const small = { width: 100, height: 60, layers: [] };
    for (const type of LAYER_TYPES) {
      const layer = newLayer(small, type, { x: 50, y: 30 });
      expect(Number(layer["width"])).toBeLessThanOrEqual(67);
      expect(insertLayers(small, [layer]).document.layers).toHaveLength(1);
    }
  });
});

test("a renamed variable is renamed wherever layers use it, and nowhere else", () => {
  const document = {
    ...CARD,
    variables: [{ name: "name", type: "text", default: "Ada" }],
    layers: [
      { id: "a", type: "text", text: "name: {{ name | upper }} {{ item.name }}", visible_if: "name == 'name'" },
      { id: "b", name: "name", type: "rectangle", width: "{{ length(name) * 10 }}" },
    ],
  };
  const renamed = renameVariable(document, "name", "guest");
  expect(renamed["variables"]).toEqual([{ name: "guest", type: "text", default: "Ada" }]);
  expect(renamed.layers).toEqual([
    { id: "a", type: "text", text: "name: {{ guest | upper }} {{ item.name }}", visible_if: "guest == 'name'" },
    { id: "b", name: "name", type: "rectangle", width: "{{ length(guest) * 10 }}" },
  ]);
});
