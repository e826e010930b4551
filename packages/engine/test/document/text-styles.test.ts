import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";

const brand = { family: "Brand Sans", src: "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file" };

function issuesOf(text_styles: unknown, rest: object = {}) {
  const layer = { id: "t", name: "title", type: "text", rich: true, text: "[a]{big}", text_styles };
  const checked = checkTemplateDocument({ width: 100, height: 100, layers: [layer], ...rest });
  return "issues" in checked ? checked.issues : [];
}

describe("the styles of a rich text", () => {
  test("a style can name a built-in family and a family of the document", () => {
    const styles = [
      { name: "big", font_family: "Lora" },
      { name: "own", font_family: "Brand Sans" },
    ];
    expect(issuesOf(styles, { fonts: [brand] })).toEqual([]);
  });

  test("an unknown family is named with its place and a suggestion", () => {
    const styles = [{ name: "big" }, { name: "own", font_family: "Brand Snas" }];
    expect(issuesOf(styles, { fonts: [brand] })).toEqual([
      {
        path: "layers[0].text_styles[1].font_family",
        message: expect.stringMatching(/^There is no font family "Brand Snas" here\..* Did you mean "Brand Sans"\?$/),
      },
    ]);
  });

  test.each([
    ["two styles of one name", [{ name: "big" }, { name: "big" }], "[1].name", "An earlier style has the same name."],
    ["the name of a color", [{ name: "tomato" }], "[0].name", "It is the name of a color"],
    ["a name with a space", [{ name: "very big" }], "[0].name", "It must be 1 to 32 letters"],
    ["a size beyond 2,000 pixels", [{ name: "big", font_size: 2001 }], "[0].font_size", "2000"],
    ["a weight between two weights", [{ name: "big", font_weight: 450 }], "[0].font_weight", "100"],
    ["an unknown attribute", [{ name: "big", size: 40 }], "[0].size", "font_size"],
    ["21 styles", Array.from({ length: 21 }, (_, index) => ({ name: `s${index}` })), "", "20"],
  ])("%s cause one issue that names the place", (_, styles, place, message) => {
    expect(issuesOf(styles)).toEqual([
      { path: `layers[0].text_styles${place}`, message: expect.stringContaining(message) },
    ]);
  });

  test("a text can name a style that does not exist, because the value of a variable can be any text", () => {
    expect(issuesOf([{ name: "small" }])).toEqual([]);
    expect(issuesOf(undefined)).toEqual([]);
  });
});
