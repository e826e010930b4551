import { describe, expect, test } from "@jest/globals";
import { escapeRichText, parseRichText } from "../../src/text/rich-text.js";
import fc from "../../../../test/support/fast-check.js";

/** Segments in short notation: `b`, `i` and the color before the text. */
const parse = (source: string) =>
  parseRichText(source).map(({ text, bold, italic, color }) => {
    const style = `${bold ? "b" : ""}${italic ? "i" : ""}${color ?? ""}`;
    return style === "" ? text : `${style}:${text}`;
  });

describe("parseRichText", () => {
  test.each([
    ["plain", ["plain"]],
    ["a **b** c", ["a ", "b:b", " c"]],
    ["a *b* c", ["a ", "i:b", " c"]],
    ["[red words]{#ff0000} end", ["#ff0000:red words", " end"]],
    ["**a *b* c**", ["b:a ", "bi:b", "b: c"]],
    ["***a***", ["bi:a"]],
    ["[a **b**]{red}", ["red:a ", "bred:b"]],
    ["**[a]{rgba(0, 0, 0, 0.5)}**", ["brgba(0, 0, 0, 0.5):a"]],
    ["[out [in]{blue}]{red}", ["red:out ", "blue:in"]],
  ])("the marks of %s are parsed into %j", (source, segments) => {
    expect(parse(source)).toEqual(segments);
  });

  test.each([
    ["5 * 3 * 2"],
    ["**open"],
    ["*"],
    ["****"],
    ["[no color]"],
    ["[no color]{}"],
    ["[no color]{reddish}"],
    ["]{red}"],
    ["{red}"],
    ["[open"],
    ["a \\ b"],
  ])("%s is plain text", (source) => {
    expect(parse(source)).toEqual([source]);
  });

  test("a backslash makes a mark literal", () => {
    expect(parse("\\*a\\* \\[b\\]\\{red\\} \\\\ \\x")).toEqual(["*a* [b]{red} \\ \\x"]);
  });

  test("the inner one of two overlapping marks stays text", () => {
    expect(parse("*a [b* c]{red}")).toEqual(["*a ", "red:b* c"]);
  });

  test("any text is unchanged after escaping and parsing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(parse(escapeRichText(text)).join("")).toBe(text);
      }),
    );
  });

  test("any text with marks can be parsed and does not become longer", () => {
    const marks = fc.constantFrom("*", "**", "[", "]{red}", "]", "{", "}", "\\", "a", " ", "é");
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        const source = parts.join("");
        const text = parseRichText(source)
          .map((segment) => segment.text)
          .join("");
        expect(text.length).toBeLessThanOrEqual(source.length);
        expect(parseRichText(source)).toEqual(parseRichText(source));
      }),
      { numRuns: 500 },
    );
  });

  test("thousands of nested brackets are parsed without recursion", () => {
    const segments = parseRichText("[".repeat(5000) + "x" + "]{red}".repeat(800));
    expect(segments.at(-1)?.text).toMatch(/x$/);
    expect(segments.at(-1)?.color).toBe("red");
  });
});
