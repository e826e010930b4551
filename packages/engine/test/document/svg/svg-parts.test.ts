import { describe, expect, test } from "@jest/globals";
import { countElements } from "../../../src/document/svg/count-elements.js";
import { effectCost } from "../../../src/document/svg/effect-cost.js";
import { fontLonghands } from "../../../src/document/svg/font-shorthand.js";
import { tileOf } from "../../../src/document/svg/pattern-tile.js";
import { RecentTexts } from "../../../src/document/svg/recent-texts.js";
import type { SafeElement } from "../../../src/document/svg/safe-element.js";
import { enlargementOf } from "../../../src/document/svg/svg-transform.js";
import { referencesOf } from "../../../src/document/svg/svg-references.js";
import { textsOf } from "../../../src/document/svg/svg-texts.js";
import { Upcoming } from "../../../src/document/svg/upcoming.js";
import { TEXT_NODE } from "../../../src/document/svg/xml-tree.js";

function element(
  name: string,
  values: Readonly<Record<string, string>> = {},
  children: readonly SafeElement[] = [],
): SafeElement {
  return { name, attributes: new Map(Object.entries(values)), children };
}

describe("the enlargement of an element", () => {
  test.each<[Record<string, string>, number]>([
    [{}, 1],
    [{ transform: "scale(3)" }, 3],
    [{ transform: "scale(2, -5)" }, 5],
    [{ transform: "scale(-7 2)" }, 7],
    [{ transform: "scale(.5)" }, 0.5],
    [{ transform: "scale()" }, 1],
    [{ transform: "rotate(30) translate(70 5)" }, 1],
    [{ transform: "matrix(1 2 2 4 100 100)" }, 5],
    [{ transform: "matrix(0 0 0 3 9 9)" }, 3],
    [{ transform: "skewX(45)" }, 2],
    [{ transform: "skewY(-45)" }, 2],
    [{ transform: "scale(2) rotate(9), scale (3)" }, 6],
    [{ transform: "scale(2" }, 1],
    [{ transform: "((scale(4))" }, 4],
    [{ transform: "scale(2)", patternTransform: "scale(3)", gradientTransform: "scale(5)" }, 30],
    [{ viewBox: "0 0 10 20", width: "30", height: "20" }, 3],
    [{ viewBox: "0 0 10 20", width: "10", height: "80" }, 4],
    [{ viewBox: "0 0 100 100", width: "10", height: "10" }, 1],
    [{ viewBox: "0 0 0 10", width: "30" }, 1],
    [{ viewBox: "0 0 10 10", width: "30", transform: "scale(2)" }, 6],
    [{ width: "30", height: "20" }, 1],
  ])("the attributes %j enlarge the content %p times at most", (values, expected) => {
    expect(enlargementOf(new Map(Object.entries(values)))).toBeCloseTo(expected, 9);
  });
});

describe("the references of an element", () => {
  test.each<[Record<string, string>, readonly string[], readonly string[]]>([
    [{ fill: "red", href: "https://example.com/a" }, [], []],
    [{ href: "#a" }, ["a"], []],
    [{ fill: "url(#a) red", stroke: "url( #b)" }, ["a"], []],
    [{ filter: "blur(1px) url(#a) url(#b )" }, ["a", "b"], []],
    [{ fill: "url(#)" }, [""], []],
    [{ fill: "url(#" }, [], []],
    [{ fill: "url(#a" }, ["a"], []],
    [{ fill: "url(#a \t\n" }, ["a"], []],
    // A no-break space is part of the ID in CSS.
    [{ fill: "url(#a\u00A0)" }, ["a\u00A0"], []],
    [{ filter: "url(#a) url(#b" }, ["a", "b"], []],
    [{ "marker-start": "url(#m)", mask: "url(#k)", marker: "url(#n)" }, ["k"], ["m", "n"]],
    [{ "marker-mid": "url(#m)", "marker-end": "url(#e)" }, [], ["m", "e"]],
  ])("the attributes %j refer to %j, and to the markers %j", (values, ids, markers) => {
    expect(referencesOf(new Map(Object.entries(values)))).toEqual({ ids, markers });
  });
});

describe("the effects of an element", () => {
  test.each<[string, Record<string, string>, object]>([
    ["g", {}, { layers: 0, passes: 0, buffers: 0, filters: 0 }],
    ["g", { opacity: "0.5" }, { layers: 1, buffers: 0.002 }],
    ["g", { opacity: "0.5", mask: "url(#a)", "clip-path": "url(#b)" }, { layers: 3, buffers: 0.009 }],
    ["pattern", {}, { layers: 1, passes: 0, buffers: 0.004 }],
    ["marker", { filter: "url(#a)" }, { layers: 2, buffers: 0.005 }],
    ["feGaussianBlur", {}, { layers: 0, passes: 1, filters: 0.15 }],
    ["feOffset", {}, { passes: 1, filters: 0.05 }],
    ["feTurbulence", {}, { filters: 0.1 }],
    ["feTurbulence", { numOctaves: "4" }, { filters: 0.25 }],
    ["feTurbulence", { numOctaves: "many" }, { filters: 0.1 }],
    ["feConvolveMatrix", {}, { filters: 0.05 + 9 * 0.009 }],
    ["feConvolveMatrix", { order: "5" }, { filters: 0.05 + 25 * 0.009 }],
    ["feConvolveMatrix", { order: "2 7" }, { filters: 0.05 + 14 * 0.009 }],
  ])("a %s with %j costs its buffers and steps", (name, values, expected) => {
    const cost: Record<string, number> = { ...effectCost(element(name, values)) };
    for (const [key, value] of Object.entries(expected)) expect(cost[key]).toBeCloseTo(value as number, 9);
  });
});

describe("the tile of a pattern", () => {
  const other = element("pattern", { width: "30", height: "20", patternUnits: "userSpaceOnUse" });
  const elementOf = (id: string) => (id === "other" ? other : undefined);

  test.each<[Record<string, string>, number, boolean]>([
    [{}, 0, true],
    [{ width: "0.5", height: ".25" }, 0.125, true],
    [{ width: "50%", height: "25%" }, 0.125, true],
    [{ width: "5", height: "-4", patternUnits: "userSpaceOnUse" }, 20, false],
    // A percentage of the view, whose longer side is 200.
    [{ width: "50%", height: "10", patternUnits: "userSpaceOnUse" }, 1000, false],
    [{ width: "5", height: "4", patternUnits: "userSpaceOnUse", patternTransform: "scale(3)" }, 180, false],
    [{ href: "#other" }, 600, false],
    [{ href: "#other", width: "10" }, 200, false],
    [{ href: "#missing", width: "10", height: "1" }, 10, true],
  ])("the pattern %j has an area of %p, as a share of its shape: %p", (values, area, isShare) => {
    expect(tileOf(element("pattern", values), elementOf, 200)).toEqual({ area, isShare });
  });
});

describe("the texts of an SVG", () => {
  const piece = (text: string): SafeElement => ({ ...element(TEXT_NODE), text });

  test("all characters and families are collected, and each place of a list counts", () => {
    const texts = textsOf({
      attributes: new Map([["font-family", "Inter"]]),
      children: [
        element("text", { x: "1 2,3" }, [
          piece("ab"),
          element("tspan", { dy: "1", "font-family": "'A  B', Inter" }, [piece("c")]),
        ]),
        element("g", {}, [element("text", {}, [piece("d")])]),
      ],
    });
    // One and three places of the first text, one and one of its span, and one of the last text.
    expect(texts).toEqual({ characters: "abcd", places: 4 + 2 + 1, families: ["Inter", "A B"] });
  });

  test("an SVG without texts has no places", () => {
    expect(textsOf({ attributes: new Map(), children: [element("rect", { x: "1 2 3" })] })).toEqual({
      characters: "",
      places: 0,
      families: [],
    });
  });
});

describe("the shorthand font of CSS", () => {
  test.each<[string, readonly [style: string, weight: string, size: string, family: string] | undefined]>([
    ["12px Inter", ["normal", "normal", "12px", "Inter"]],
    ["italic bold 1.5em/2 'Open Sans', serif", ["italic", "bold", "1.5em", "'Open Sans', serif"]],
    ["700 OBLIQUE 12px / 1.5 Inter", ["OBLIQUE", "700", "12px", "Inter"]],
    ["1000 small-caps x-large a", ["normal", "1000", "x-large", "a"]],
    ["  12px\n  Inter   !important", ["normal", "normal", "12px", "Inter"]],
    ["90% Inter", ["normal", "normal", "90%", "Inter"]],
    ["1001 12px Inter", ["normal", "normal", "12px", "Inter"]],
    ["12px", undefined],
    ["12px/2", undefined],
    ["Inter", undefined],
    ["", undefined],
  ])("the value %j is divided into its properties", (value, expected) => {
    const [style, weight, size, family] = expected ?? [];
    expect(fontLonghands(value)).toEqual(
      expected === undefined
        ? []
        : [
            ["font-style", style],
            ["font-weight", weight],
            ["font-size", size],
            ["font-family", family],
          ],
    );
  });
});

test.each([
  ["", 0],
  ["<svg/>", 1],
  ["<svg><g><rect/></g></svg>", 3],
  ["<?xml version='1.0'?><!DOCTYPE svg><svg><!-- one --></svg>", 1],
  ["<!-- <g/> --><svg/>", 2],
  ["a < b", 1],
])("the markup %j has %i elements", (source, expected) => {
  expect(countElements(source, "layer")).toBe(expected);
});

describe("recent texts", () => {
  test("a result is made once, as long as the texts together are not too long", () => {
    const made: string[] = [];
    const texts = new RecentTexts<string>(6);
    const get = (text: string) => texts.get(text, () => (made.push(text), text.toUpperCase()));
    expect([get("abc"), get("abc"), get("def"), get("abc")]).toEqual(["ABC", "ABC", "DEF", "ABC"]);
    expect(made).toEqual(["abc", "def"]);
    get("g");
    get("abc");
    expect(made).toEqual(["abc", "def", "g", "abc"]);
    get("g");
    expect(made).toEqual(["abc", "def", "g", "abc"]);
  });

  test("a text that is too long is made each time, and does not replace the others", () => {
    const made: string[] = [];
    const texts = new RecentTexts<number>(3);
    for (const text of ["abc", "long", "long", "abc"]) texts.get(text, () => made.push(text));
    expect(made).toEqual(["abc", "long", "long"]);
  });
});

test("the next occurrence of a text is found at or after each place", () => {
  const upcoming = new Upcoming("a-->b-->", "-->");
  expect([0, 1, 2, 5, 6].map((at) => upcoming.from(at))).toEqual([1, 1, 5, 5, 8]);
});
