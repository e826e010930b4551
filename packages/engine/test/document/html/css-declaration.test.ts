import { describe, expect, test } from "@jest/globals";
import { checkDeclaration, valuesOf } from "../../../src/document/html/css-declaration.js";
import { CssTokens } from "../../../src/document/html/css-tokens.js";

function check(property: string, css: string) {
  const tokens = new CssTokens(css);
  const messages: string[] = [];
  const declarations = checkDeclaration(property, valuesOf(tokens, tokens.all), (_, message) => messages.push(message));
  return { messages, values: declarations.map((each) => [each.property, each.value]), urls: declarations[0]?.urls };
}

/** The five properties of a font: style, weight, size, height of the line, family. */
const fontOf = (css: string) => check("font", css).values.map(([, value]) => value);
const NO_FONT = "The property font has a size and a family, as in font: bold 20px/1.5 Inter";

describe("the shorthand font", () => {
  test.each([
    ["20px Inter", ["normal", "normal", "20px", "normal", "Inter"]],
    ["italic bold 20px/1.5 Inter", ["italic", "bold", "20px", "1.5", "Inter"]],
    ["700 italic 2em / 30px Inter, 'Open Sans'", ["italic", "700", "2em", "30px", "Inter, 'Open Sans'"]],
    ["Normal NORMAL medium Inter", ["normal", "normal", "medium", "normal", "Inter"]],
    ["lighter calc(1em + 1px) Open Sans", ["normal", "lighter", "calc(1em + 1px)", "normal", "Open Sans"]],
    ["inherit", ["inherit"]],
    ["initial", ["initial"]],
  ])("the font %s sets its five properties", (css, values) => {
    expect(check("font", css)).toMatchObject({ messages: [] });
    expect(fontOf(css)).toEqual(values);
  });

  test("the properties of a font have the usual order", () => {
    expect(check("font", "20px Inter").values.map(([property]) => property)).toEqual([
      ...["font-style", "font-weight", "font-size", "line-height", "font-family"],
    ]);
  });

  test.each([
    "Inter",
    "20px",
    "20px/1.5",
    "20px /",
    "20 Inter",
    "bold",
    "bold bold 20px Inter",
    "italic italic 20px Inter",
    "italic bold 700 20px Inter",
    "small-caps 20px Inter",
    "condensed 20px Inter",
  ])("the font %s is refused", (css) => {
    expect(check("font", css)).toMatchObject({ messages: [NO_FONT], values: [] });
  });

  test("a family or a height that is not possible is an issue of its own property", () => {
    expect(check("font", "20px/red Inter").messages).toEqual([expect.stringContaining("line-height")]);
    expect(check("font", "20px 5").messages).toEqual([expect.stringContaining("font-family")]);
  });
});

describe("the number of values", () => {
  const words = (count: number, word: string) => Array.from({ length: count }, () => word).join(" ");

  test.each([
    ["width", "1px", 1, "one value"],
    ["gap", "1px", 2, "2 values"],
    ["border", "1px", 3, "3 values"],
    ["margin", "1px", 4, "4 values"],
    ["border-radius", "1px", 9, "9 values"],
  ])("the property %s can have values such as %s, but not more than %i", (property, word, most, written) => {
    expect(check(property, words(most, word)).messages).toEqual([]);
    const message = `The property ${property} has at most ${written}`;
    expect(check(property, words(most + 1, word)).messages).toEqual([message]);
    expect(check(property, words(most + 2, word)).messages).toEqual([message]);
  });

  test("separators are no values, and are possible only in some properties", () => {
    expect(check("aspect-ratio", "16 / 9").messages).toEqual([]);
    expect(check("border-radius", "1px 2px 3px 4px / 1px 2px 3px 4px").messages).toEqual([]);
    expect(check("margin", "1px / 2px").messages).toEqual([expect.stringContaining('"/" is not possible for margin')]);
    expect(check("background-size", "1px, 2px").messages).toEqual([]);
  });

  test("a property without a value, and one that does not exist, set nothing", () => {
    expect(check("width", " ")).toMatchObject({ messages: ["The property width has no value"], values: [] });
    for (const name of ["constructor", "__proto__", "Width"]) {
      expect(check(name, "1px")).toMatchObject({ messages: [], values: [] });
    }
  });

  test("a declaration has at most 20 messages about its values", () => {
    const message = expect.stringContaining("is not possible for background");
    expect(check("background", words(19, "bad")).messages).toEqual(Array.from({ length: 19 }, () => message));
    expect(check("background", words(30, "bad")).messages).toEqual(Array.from({ length: 20 }, () => message));
  });

  test("the word of a grid property is possible only alone", () => {
    expect(check("grid-template-rows", "none").messages).toEqual([]);
    expect(check("grid-template-rows", "NONE").messages).toEqual([]);
    expect(check("grid-template-rows", "none 1px").messages).toEqual([
      '"none" is not possible here, in grid-template-rows',
    ]);
    expect(check("grid-row", "0").messages).toEqual(['"0" is not possible here, in grid-row']);
  });
});

describe("the text of a declaration", () => {
  test.each([
    ["margin", "  1px\n2px ", "1px 2px"],
    ["background-size", "1px ,2px,3px", "1px, 2px, 3px"],
    ["color", "rgb( 1, 2 , 3 )", "rgb( 1, 2 , 3 )"],
    ["color", "rgb(1, 2, 3", "rgb(1, 2, 3"],
    ["display", "-webkit-BOX", "block"],
    ["display", "List-Item", "block"],
    ["display", "flex", "flex"],
    ["content", "'a' \"b\"", '"ab'],
    ["content", "'\\61 \"'", '"a"'],
    ["content", "''", '"'],
    ["content", "normal", "none"],
    ["content", "none", "none"],
  ])("the %s of %j is %j", (property, css, text) => {
    expect(check(property, css).values).toEqual([[property, text]]);
  });

  test("the addresses of images are found in both forms, and no other texts", () => {
    const one = "https://example.com/1.png";
    const other = "https://example.com/2.png";
    expect(check("background-image", `url(${one}), URL( "${other}" )`)).toMatchObject({
      messages: [],
      urls: [one, other],
    });
    expect(check("content", `"${one}"`).urls).toEqual([]);
    expect(check("background-image", "linear-gradient(red, blue)").urls).toEqual([]);
  });

  test("a function with others inside is one value", () => {
    const tokens = new CssTokens("a(b(c) d) e( f");
    expect(valuesOf(tokens, tokens.all).map(({ text }) => text)).toEqual(["a(b(c) d)", "e( f"]);
    expect(valuesOf(tokens, { start: 1, end: 3 }).map(({ text }) => text)).toEqual(["b(c"]);
  });
});
