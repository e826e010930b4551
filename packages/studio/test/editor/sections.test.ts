/** Where the panel shows the attributes of layers. */
import { describe, expect, test } from "@jest/globals";
import { inPanelOrder, isRare, sectionOf, SECTIONS } from "../../src/editor/document/attribute-sections.js";
import { attributesOf, LAYER_TYPES } from "../../src/editor/document/layer-types.js";

describe("the sections of the panel", () => {
  test.each([
    ["text", "x", "position"],
    ["text", "color", "text"],
    ["line", "color", "fill"],
    ["text", "max_font_size", "text"],
    ["image", "focus_x", "image"],
    ["group", "align_items", "layout"],
    ["group", "padding_left", "layout"],
    ["rectangle", "background_color", "fill"],
    ["rectangle", "border_radius", "border"],
    ["rectangle", "shadow_blur", "effects"],
    ["qr", "error_correction", "code"],
    ["text", "visible_if", "data"],
    ["text", "an_attribute_of_a_newer_service", "more"],
  ])("the attribute %s.%s is in the section %s", (type, attribute, section) => {
    expect(sectionOf(type, attribute)).toBe(section);
  });

  test.each(LAYER_TYPES)(
    "every attribute of the type %s has a section, and none is under “more” for want of a rule",
    (type) => {
      const sections = attributesOf(type).map(({ name }) => [name, sectionOf(type, name)]);
      for (const [, section] of sections) expect(SECTIONS).toContain(section);
      expect(sections.filter(([, section]) => section === "more")).toEqual([]);
    },
  );

  test("the place comes first in its section, and the rest keeps its order", () => {
    const names = (list: readonly string[]) => inPanelOrder(list.map((name) => ({ name }))).map(({ name }) => name);
    expect(names(["rotation", "height", "y", "width", "x"])).toEqual(["x", "y", "width", "height", "rotation"]);
    expect(names(["font_size", "align", "text", "color"])).toEqual(["text", "font_size", "align", "color"]);
  });

  test("an attribute that few people need is shown on demand", () => {
    expect(["letter_spacing", "shadow_x", "min_font_size", "crop"].filter(isRare)).toHaveLength(4);
    expect(["text", "font_size", "color", "x", "border_radius", "opacity"].filter(isRare)).toEqual([]);
  });
});
