import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { escapeRichText, parseRichText } from "../../../../core/rendering/text/rich-text.js";

/** Segments in short: `b`, `i` and the colour before the text. */
const parse = (source: string) =>
  parseRichText(source).map(({ text, bold, italic, color }) => {
    const style = `${bold ? "b" : ""}${italic ? "i" : ""}${color ?? ""}`;
    return style === "" ? text : `${style}:${text}`;
  });

describe("rich text", () => {
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
  ])("%s", (source, segments) => {
    expect(parse(source)).toEqual(segments);
  });

  test.each([
    ["5 * 3 * 2"],
    ["**open"],
    ["*"],
    ["****"],
    ["[no colour]"],
    ["[no colour]{}"],
    ["[no colour]{reddish}"],
    ["]{red}"],
    ["{red}"],
    ["[open"],
    ["a \\ b"],
  ])("%s is text like any other", (source) => {
    expect(parse(source)).toEqual([source]);
  });

  test("a backslash takes a mark as it is", () => {
    expect(parse("\\*a\\* \\[b\\]\\{red\\} \\\\ \\x")).toEqual(["*a* [b]{red} \\ \\x"]);
  });

  test("marks that overlap do not mix: the inner one stays text", () => {
    expect(parse("*a [b* c]{red}")).toEqual(["*a ", "red:b* c"]);
  });

  test("an escaped text comes back as it was, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(parse(escapeRichText(text)).join("")).toBe(text);
      }),
    );
  });

  test("no text fails, and none gains a character", () => {
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

  test("ten thousand brackets are read without delay or recursion", () => {
    const segments = parseRichText("[".repeat(5000) + "x" + "]{red}".repeat(800));
    expect(segments.at(-1)?.text).toMatch(/x$/);
    expect(segments.at(-1)?.color).toBe("red");
  });
});
