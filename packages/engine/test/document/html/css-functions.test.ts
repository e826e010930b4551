import { describe, expect, test } from "@jest/globals";
import { parseHtmlColor } from "../../../src/document/html/html-color.js";
import { shadowsIn } from "../../../src/document/html/html-counts.js";
import { inheritedStyle, inheritedWeight } from "../../../src/document/html/letter-style.js";
import { mediaQuery } from "../../../src/document/html/media-query.js";
import { readHtml } from "../../../src/document/html/read-html.js";

/** Returns the issues of a declaration, without the place. */
const issuesOf = (declaration: string) =>
  readHtml(`<p style='${declaration}'>a</p>`).issues.map((issue) => issue.replace(/^Line \d+, column \d+: /, ""));

describe("the functions of filters", () => {
  test.each([
    "filter: blur(200px)",
    "filter: drop-shadow(1000px -1000px 200px red)",
    "filter: drop-shadow(0 0 5px rgb(0 0 255))",
    "filter: drop-shadow(rgb(0 0 255) 0 0 5px)",
    "filter: drop-shadow(rgb(255, 255, 255) 0 0 200px)",
    "filter: drop-shadow(hsl(240deg 100% 50% / 0.5) 0 0 200px)",
    "filter: drop-shadow(0 0 12.5em red)",
    "filter: hue-rotate(90deg) opacity(50%) sepia(0.3)",
  ])("the declaration %s is possible", (declaration) => {
    expect(issuesOf(declaration)).toEqual([]);
  });

  test.each([
    ["filter: blur(201px)", "The blur of a shadow is over 200px"],
    ["filter: blur(12.6em)", "The blur of a shadow is over 200px"],
    ["filter: drop-shadow(0 0 201px red)", "The blur of a shadow is over 200px"],
    ["filter: drop-shadow(rgb(1, 2, 3) 0 0 201px)", "The blur of a shadow is over 200px"],
    ["filter: drop-shadow(rgb(1 2 3) 0 0 201px)", "The blur of a shadow is over 200px"],
    ["filter: drop-shadow(1001px 0 red)", "A length of a shadow is over 1000px"],
    ["filter: drop-shadow(0 -1001px red)", "A length of a shadow is over 1000px"],
    ["filter: turn(1)", '"turn(1)" is not possible for filter'],
    ["filter: blur(red)", '"red" is not possible here'],
  ])("the declaration %s has an issue", (declaration, message) => {
    expect(issuesOf(declaration)).toEqual([expect.stringContaining(message)]);
  });
});

describe("the shadows of boxes", () => {
  test.each([
    "box-shadow: 1000px -1000px 200px 1000px red",
    "box-shadow: rgb(255, 0, 255) 0 0 200px, inset 0 0 200px red",
    "box-shadow: 62.5em 0 red",
  ])("the declaration %s is possible", (declaration) => {
    expect(issuesOf(declaration)).toEqual([]);
  });

  test.each([
    ["box-shadow: 0 0 201px red", "The blur of a shadow is over 200px"],
    ["box-shadow: 0 0 1px red, 0 0 201px red", "The blur of a shadow is over 200px"],
    ["box-shadow: 0 0 0 1001px red", "A length of a shadow is over 1000px"],
    ["box-shadow: 62.6em 0 red", "A length of a shadow is over 1000px"],
    ["box-shadow: 0 0 1px red, 1001px 0 red", "A length of a shadow is over 1000px"],
  ])("the declaration %s has an issue", (declaration, message) => {
    expect(issuesOf(declaration)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    [undefined, undefined],
    ["inherit", undefined],
    ["none", 0],
    ["initial", 0],
    ["0 0 red", 1],
    ["0 0 rgb(1, 2, 3)", 1],
    ["0 0 rgb(1, 2, 3), inset 0 0 rgba(1, 2, 3, 0.5), 1px 1px red", 3],
  ])("the value %j has %p shadows", (value, expected) => {
    expect(shadowsIn(value)).toBe(expected);
  });
});

describe("the stops of conic gradients", () => {
  const TOO_MANY = "A conic gradient has more than 400 stops, counted as often as they repeat";
  const stops = (count: number, stop = "red 1%") => Array.from({ length: count }, () => stop).join(", ");
  const conicIssues = (inside: string, name = "conic-gradient") => issuesOf(`background: ${name}(${inside})`);

  test.each([
    ["a stop counts itself and its place", "red 1%", 200],
    ["a stop without a place counts itself", "red", 400],
    ["a stop with two places counts three times", "red 1% 2%", 133],
    ["a stop in a color function counts as one", "rgb(1, 2, 3) 1%", 200],
    ["a stop at zero has a place", "red 0", 200],
    ["a stop at an angle has a place", "red 5deg", 200],
  ])("%s", (_, stop, most) => {
    expect(conicIssues(stops(most, stop))).toEqual([]);
    expect(conicIssues(stops(most + 1, stop))).toEqual([expect.stringContaining(TOO_MANY)]);
  });

  test("the beginning of a gradient is no stop", () => {
    for (const start of ["from 90deg", "at 50% 50%", "from 0.25turn at left", "in oklch"]) {
      expect(conicIssues(`${start}, ${stops(200)}`)).toEqual([]);
      expect(conicIssues(`${start}, ${stops(201)}`)).toEqual([expect.stringContaining(TOO_MANY)]);
    }
  });

  test.each([
    // Two stops with their places count four times, and 100 repetitions make 400 stops.
    ["red 0, blue 1%", "red 0, blue 0.99%"],
    ["red 0, blue 3.6deg", "red 0, blue 3.5deg"],
    ["red 0, blue 4grad", "red 0, blue 3.9grad"],
    ["red 0, blue 0.01turn", "red 0, blue 0.0099turn"],
    ["red 0, blue 0.063rad", "red 0, blue 0.062rad"],
    ["red 50%, blue 51%", "red 50%, blue 50.9%"],
    ["red 50%, lime 10%, blue 52%", "red 50%, lime 10%, blue 51.4%"],
  ])("the gradient %s repeats up to 400 stops, and %s more", (few, many) => {
    expect(conicIssues(few, "repeating-conic-gradient")).toEqual([]);
    expect(conicIssues(many, "repeating-conic-gradient")).toEqual([expect.stringContaining(TOO_MANY)]);
    expect(conicIssues(many)).toEqual([]);
  });

  test("a last stop without a place is at the end of the turn, and a gradient without a length does not repeat", () => {
    expect(conicIssues(`${stops(130, "red 50%")}, blue`, "repeating-conic-gradient")).toEqual([
      expect.stringContaining(TOO_MANY),
    ]);
    expect(conicIssues(`${stops(99, "red 50%")}, blue`, "repeating-conic-gradient")).toEqual([]);
    expect(conicIssues(stops(200, "red 50%"), "repeating-conic-gradient")).toEqual([]);
  });
});

describe("the colors of HTML", () => {
  test.each<[string, readonly [number, number, number, number]]>([
    // The colors of sRGB in Oklab, from https://bottosson.github.io/posts/oklab and CSS Color 4.
    ["oklab(1 0 0)", [255, 255, 255, 1]],
    ["oklab(0 0 0)", [0, 0, 0, 1]],
    ["oklab(0.62796 0.22486 0.12585)", [255, 0, 0, 1]],
    ["oklab(0.86644 -0.23389 0.1795)", [0, 255, 0, 1]],
    ["oklab(0.45201 -0.03246 -0.31153)", [0, 0, 255, 1]],
    ["oklch(0.62796 0.25768 29.234)", [255, 0, 0, 1]],
    ["oklch(0.86644 0.29483 142.495deg)", [0, 255, 0, 1]],
    ["OKLCH(45.201% 78.3025% 0.733478turn)", [0, 0, 255, 1]],
    ["oklch(0.45201 0.31321 4.608577rad)", [0, 0, 255, 1]],
    ["oklch(0.45201 0.31321 293.39grad)", [0, 0, 255, 1]],
    ["oklab(62.796% 56.215% 31.4625%)", [255, 0, 0, 1]],
    // The cube of a half is an eighth, whose level in sRGB is 1.055 × 0.125 ^ (1 / 2.4) − 0.055 = 0.3886.
    ["oklab(0.5 none none / 50%)", [99, 99, 99, 0.5]],
    // A thousandth is below the curve: 12.92 × 0.001 × 255 is 3.3.
    ["oklab(10% 0 0 / 0.25)", [3, 3, 3, 0.25]],
    ["oklch(0.5 0 0 / 2)", [99, 99, 99, 1]],
    ["oklch(0.5 0 0 / -1)", [99, 99, 99, 0]],
    // Colors outside of sRGB are clipped.
    ["oklab(2 0 0)", [255, 255, 255, 1]],
    ["rgb(1 2 3 / 50%)", [1, 2, 3, 0.5]],
    ["Navy", [0, 0, 128, 1]],
  ])("the color %s is that of CSS", (text, [red, green, blue, alpha]) => {
    expect(parseHtmlColor(text)).toEqual({ red, green, blue, alpha });
  });

  test.each(["oklab(1 0)", "oklab(a 0 0)", "oklab(0 b 0)", "oklab(0 0 c)", "oklab(0 0 0 / d)", "lab(1 0 0)", "oklab"])(
    "the text %s is no color",
    (text) => {
      expect(parseHtmlColor(text)).toBeUndefined();
    },
  );
});

describe("the letters of HTML (CSS Fonts 4, section 2.2)", () => {
  test.each([
    // The weight of the surrounding text, and what `bolder` and `lighter` make of it.
    [1, 400, 1],
    [99, 400, 99],
    [100, 400, 100],
    [349, 400, 100],
    [350, 700, 100],
    [549, 700, 100],
    [550, 900, 400],
    [749, 900, 400],
    [750, 900, 700],
    [899, 900, 700],
    [900, 900, 700],
    [1000, 1000, 700],
  ])("in a text of weight %i, bolder letters have the weight %i, and lighter ones %i", (weight, bolder, lighter) => {
    expect(inheritedWeight("bolder", weight)).toBe(bolder);
    expect(inheritedWeight("lighter", weight)).toBe(lighter);
  });

  test.each([
    [undefined, 650],
    ["inherit", 650],
    ["bold", 700],
    ["normal", 400],
    ["initial", 400],
    ["1", 1],
    ["1000", 1000],
    ["1001", 1000],
    ["-5", 1],
    ["350", 350],
  ])("in a text of weight 650, letters of the weight %p have the weight %i", (value, expected) => {
    expect(inheritedWeight(value, 650)).toBe(expected);
  });

  test("letters inherit their style, unless they have their own", () => {
    expect(inheritedStyle(undefined, "italic")).toBe("italic");
    expect(inheritedStyle("inherit", "italic")).toBe("italic");
    expect(inheritedStyle("normal", "italic")).toBe("normal");
    expect(inheritedStyle("initial", "italic")).toBe("normal");
    expect(inheritedStyle("italic", "normal")).toBe("italic");
  });
});

test.each([
  ["all", "always"],
  ["only screen", "always"],
  ["(prefers-color-scheme: light)", "always"],
  ["screen and (prefers-reduced-motion: no-preference)", "always"],
  ["print", "never"],
  ["screen and print", "never"],
  ["(prefers-color-scheme: dark)", "never"],
  ["(hover) and (min-width: 40px)", "never"],
  ["(min-width: 40px)", undefined],
  ["screen and (min-width: 40px)", undefined],
  ["print, all", "always"],
  ["print, speech", "never"],
  ["print, (min-width: 40px)", undefined],
  ["(min-width: 40px), screen", "always"],
])("the rules of @media %s apply to a still picture: %p", (query, expected) => {
  expect(mediaQuery(query)).toBe(expected);
});

describe("names of the members of objects", () => {
  test.each([
    ["<constructor>a</constructor>", "The element <constructor> is not supported."],
    ["<p constructor='a'>a</p>", 'The attribute "constructor" is not supported at <p>.'],
    ["<p style='constructor: red'>a</p>", 'The property "constructor" is not supported.'],
    ["<p style='__proto__: red'>a</p>", 'The property "__proto__" is not supported.'],
    ["<p style='width: 1constructor'>a</p>", 'The unit "constructor" is not supported'],
    ["<p style='width: calc(1constructor)'>a</p>", 'The unit "constructor" is not supported'],
    ["<p style='background: conic-gradient(red 1constructor, blue)'>a</p>", 'The unit "constructor" is not supported'],
    ["<style>p:constructor { color: red }</style><p>a</p>", "The selector is not supported."],
  ])("%s has an issue like any unknown name", (html, message) => {
    expect(readHtml(html).issues).toEqual([expect.stringContaining(message)]);
  });
});
