import { describe, expect, test } from "@jest/globals";
import { CssTokens } from "../../../src/document/html/css-tokens.js";
import { readSelectors } from "../../../src/document/html/read-selectors.js";
import { type SelectedElement, type Selector, selects } from "../../../src/document/html/selectors.js";

function read(css: string) {
  const tokens = new CssTokens(css);
  return readSelectors(tokens.in(tokens.all));
}

function selectorOf(css: string): Selector {
  const selector = read(css);
  if (typeof selector === "string" || "never" in selector) throw new Error(`${css} selects nothing`);
  return selector;
}

const element = (values: Partial<SelectedElement> = {}): SelectedElement => ({
  ...{ name: "p", classes: new Set<string>(), id: "", attributes: new Map(), number: 1, siblings: 1 },
  ...values,
});

/** Returns the numbers of the elements that a selector selects among seven. */
function numbersOf(css: string): number[] {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  return numbers.filter((number) => selects(selectorOf(css), element({ number, siblings: 7 }), [], () => true));
}

/** Returns whether a selector selects an element `p` inside of elements with these names, from the outermost. */
const selectsIn = (css: string, names: string) =>
  selects(
    selectorOf(css),
    element(),
    names
      .split(" ")
      .filter(Boolean)
      .map((name) => element({ name })),
    () => true,
  );

describe("the place of an element", () => {
  test.each([
    [":first-child", [1]],
    [":last-child", [7]],
    [":only-child", []],
    [":nth-child(3)", [3]],
    [":nth-child(0)", []],
    [":nth-child(8)", []],
    [":nth-child(odd)", [1, 3, 5, 7]],
    [":nth-child( EVEN )", [2, 4, 6]],
    [":nth-child(3n)", [3, 6]],
    [":nth-child(3n + 1)", [1, 4, 7]],
    [":nth-child(3n-1)", [2, 5]],
    [":nth-child(n+5)", [5, 6, 7]],
    [":nth-child(-n+2)", [1, 2]],
    [":nth-child(-2n+5)", [1, 3, 5]],
    [":nth-child(+n)", [1, 2, 3, 4, 5, 6, 7]],
    [":nth-child(0n+2)", [2]],
    [":NTH-CHILD(2)", [2]],
    [":not(:nth-child(n+2))", [1]],
    [":nth-child(odd):nth-child(n+3)", [3, 5, 7]],
  ])("the selector %s selects the elements %j of seven", (css, numbers) => {
    expect(numbersOf(css)).toEqual(numbers);
  });

  test("an element without siblings is the first, the last and the only one", () => {
    for (const css of [":first-child", ":last-child", ":only-child"]) expect(selectsIn(css, "")).toBe(true);
  });
});

describe("the elements around an element", () => {
  test.each([
    ["p", "", true],
    ["P", "div", true],
    ["*", "", true],
    ["b p", "b", true],
    ["b p", "", false],
    ["b p", "b i", true],
    ["b > p", "b i", false],
    ["b>p", "i b", true],
    ["b i p", "b i", true],
    ["b i p", "i b", false],
    ["b > i p", "b i u", true],
    ["b > i > p", "b i u", false],
    ["b > i p", "b u i", false],
    ["b b p", "b", false],
    ["b b p", "b b", true],
    ["i > b b p", "b i b u b", true],
    ["p p", "b", false],
  ])("the selector %s of a p inside of %j: %p", (css, names, expected) => {
    expect(selectsIn(css, names)).toBe(expected);
  });

  test("30 elements can be around an element", () => {
    const names = (first: string, last: string) => [first, ...Array.from({ length: 28 }, () => "u"), last].join(" ");
    expect(selectsIn("b > u i > p", names("b", "i"))).toBe(true);
    expect(selectsIn("b > i p", names("b", "i"))).toBe(false);
    expect(selectsIn("i b p", names("b", "i"))).toBe(false);
  });
});

describe("the specificity of a selector", () => {
  const order = (...selectors: string[]) => selectors.map((css) => selectorOf(css).specificity);

  test("an ID counts more than 99 classes, and a class more than seven elements", () => {
    expect(order("#a")[0]).toBeGreaterThan(order(".a".repeat(99))[0] ?? Infinity);
    expect(order(".a")[0]).toBeGreaterThan(order("p p p p p p p")[0] ?? Infinity);
    expect(order("p")[0]).toBeGreaterThan(order("*")[0] ?? Infinity);
  });

  test("classes, attributes and places count the same, and all parts are added", () => {
    const [one, ...others] = order(".a", "[a]", "[a=b]", ":first-child", ":nth-child(2)", ":is(.a)", ":not(.a, p)");
    expect(others).toEqual([one, one, one, one, one, one]);
    expect(order("p.a", "p .a", "p > .a", ".a p", ":is(p.a)")).toEqual(Array.from({ length: 5 }, () => (one ?? 0) + 1));
    expect(order(":where(#a)", ":not(:where(#a))")).toEqual([0, 0]);
  });

  test("each alternative in parentheses counts as work, also inside of others", () => {
    const alternatives = (css: string) => selectorOf(css).alternatives;
    expect(alternatives("p")).toBe(0);
    expect(alternatives(":is(a, b, u)")).toBe(3);
    expect(alternatives(":is(a) :not(b, :is(i, u))")).toBe(1 + 2 + 2);
    expect(alternatives(":is(a, :hover)")).toBe(1);
  });
});

describe("selectors that cannot be used", () => {
  const alternatives = (count: number) => Array.from({ length: count }, (_, index) => `.a${index}`).join(", ");

  test.each([
    ["", "A rule has a selector before its block"],
    ["  ", "A rule has a selector before its block"],
    ["b ".repeat(9), "A selector has at most 8 parts"],
    ["b > ".repeat(8) + "b", "A selector has at most 8 parts"],
  ])("the selector %j is refused", (css, message) => {
    expect(read(css)).toBe(message);
  });

  test.each([
    ["p::before a", "an element inside of a text before the content"],
    ["p::before.a", "a class of a text before the content"],
    ["p:root", "an element that is the root"],
    ["p :root", "a root inside of an element"],
    [".a:host", "a root with a class"],
    [":is(b):root", "a root with alternatives"],
    ["p:is(:after)", "a text after the content among alternatives"],
    ["::first-child", "a place with two colons"],
    ["p:nth-child()", "no place"],
    ["p:nth-child(n + n)", "a place that is not possible"],
    ["p:nth-child(2", "a place without its end"],
    ["p:constructor", "a state named like a member of objects"],
    ["p:is()", "no alternatives"],
    ["p:is(a,)", "an empty alternative"],
    ["p:is(a > b)", "an alternative with two parts"],
    [`p:is(${alternatives(9)})`, "nine alternatives"],
    ["p:not(:is(:where(b)))", "three levels of alternatives"],
    ["#1", "an ID that begins with a digit"],
    [".1", "a class that begins with a digit"],
    ["p*", "any element after an element"],
    [".a*", "any element after a class"],
    ["p + p", "an element after another one"],
    ["p ~ p", "an element somewhere after another one"],
    ["p, b", "two selectors"],
    ["[a=1]", "an attribute that is a number"],
    ["[a=b c]", "an attribute with two values"],
    ["[a=b i]", "an attribute in any case"],
    ["[='b']", "an attribute without a name"],
    ["[a", "an attribute without its end"],
    [":", "a colon without a name"],
    ["p:", "a colon at the end"],
    [".", "a dot without a name"],
  ])("the selector %s is refused, because it is about %s", (css) => {
    expect(read(css)).toEqual(expect.stringMatching(/^The selector is not supported\. /));
  });

  test("eight parts, eight alternatives and two levels of alternatives are possible", () => {
    expect(selectorOf("b ".repeat(8)).parts).toHaveLength(8);
    expect(selectorOf(`p:is(${alternatives(8)})`).alternatives).toBe(8);
    expect(selectorOf("p:not(:is(b))").alternatives).toBe(2);
  });

  test.each([
    ["p:hover", ":hover"],
    ["P:FOCUS b", ":focus"],
    ["p::-webkit-scrollbar", ":-webkit-scrollbar"],
    ["p::selection", ":selection"],
    [":is(:hover, :focus)", ":focus"],
  ])("the selector %s never selects an element, because of %s", (css, never) => {
    expect(read(css)).toEqual({ never });
  });

  test("an alternative that never selects an element is left out", () => {
    expect(selectsIn(":is(:hover, p)", "")).toBe(true);
    expect(selectsIn("p:not(:hover)", "")).toBe(true);
    expect(selectsIn("p:not(:hover, p)", "")).toBe(false);
  });

  test.each([
    ["p::before", "before"],
    ["p:AFTER", "after"],
    [":root", "root"],
    [":host", "root"],
    ["::before", "before"],
  ])("the selector %s is about the part %s", (css, pseudo) => {
    expect(selectorOf(css).pseudo).toBe(pseudo);
  });
});

test("selecting stops when its work is not granted", () => {
  const steps: number[] = [];
  const around = [element({ name: "b" }), element({ name: "b" })];
  const selectBy = (css: string, isGranted: boolean) =>
    selects(selectorOf(css), element(), around, (count) => (steps.push(count), isGranted));
  expect([selectBy("b b p", true), selectBy("b b p", false), selectBy(":is(p, i)", false)]).toEqual([
    true,
    false,
    false,
  ]);
  // Two parts with two elements around, and two alternatives with three elements.
  expect(steps).toEqual([4, 4, 6]);
});
