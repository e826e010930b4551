import { describe, expect, test } from "@jest/globals";
import { readHtml } from "../../../src/document/html/read-html.js";

/** Returns the style of the innermost element of nested ones, or the issues without their places. */
function styleIn(...styles: readonly string[]): Record<string, string> | readonly string[] {
  const tags = styles.map((style) => `<div style='${style}'>`);
  const { html, issues } = readHtml(`${tags.join("")}a${"</div>".repeat(tags.length)}`);
  if (issues.length > 0) return issues.map((issue) => issue.replace(/^Line \d+, column \d+: /, ""));
  let [node] = html.children;
  for (let count = 1; count < styles.length; count++)
    [node] = node !== undefined && "children" in node ? node.children : [];
  return node !== undefined && "style" in node ? Object.fromEntries(node.style) : {};
}

/** Removes the spaces around inserted values. */
const plain = (style: ReturnType<typeof styleIn>, name: string) =>
  "length" in style ? style : style[name]?.trim().replace(/\s+/g, " ");

describe("the value of a custom property", () => {
  test.each([
    ["--a: red; color: var(--a)", "red"],
    ["--a: red; color: VAR( --a )", "red"],
    ["--A: red; --a: blue; color: var(--A)", "red"],
    ["color: var(--a); --a: red", "red"],
    ["color: var(--a, red)", "red"],
    ["--a: blue; color: var(--a, red)", "blue"],
    ["--b: red; color: var(--a, var(--b))", "red"],
    ["color: var(--a, var(--b, red))", "red"],
    ["color: var(--a, rgb(1, 2, 3))", "rgb(1, 2, 3)"],
    ["--a: var(--b); --b: var(--c); --c: red; color: var(--a)", "red"],
    ["--a: initial; color: var(--a, red)", "red"],
    ["--a: INITIAL; color: var(--a, red)", "red"],
    ["--constructor: red; color: var(--constructor)", "red"],
    ["color: var(--constructor, red)", "red"],
    ["color: var(--__proto__, red)", "red"],
  ])("the color of %j is %s", (style, color) => {
    expect(plain(styleIn(style), "color")).toBe(color);
  });

  test.each([
    ["the element's own value has priority", ["--a: blue", "--a: red; color: var(--a)"]],
    ["a value is inherited from far outside", ["--a: red", "--b: blue", "color: var(--a)"]],
    ["the word inherit stands for the value around", ["--a: red", "--a: Inherit; color: var(--a)"]],
    ["the word unset stands for the value around", ["--a: red", "--a: unset; color: var(--a)"]],
    ["the word initial removes the value", ["--a: blue", "--a: initial; color: var(--a, red)"]],
    ["the word initial removes the value for elements inside", ["--a: blue", "--a: initial", "color: var(--a, red)"]],
    ["a value is resolved where it is set", ["--b: red; --a: var(--b)", "--b: blue; color: var(--a)"]],
    ["a value without its own variable is removed", ["--a: blue", "--a: var(--c)", "color: var(--a, red)"]],
  ])("%s", (_, styles) => {
    expect(plain(styleIn(...styles), "color")).toBe("red");
  });

  test("several variables and other values are joined in order", () => {
    expect(plain(styleIn("--a: 1px; --b: 2px 3px; margin: var(--a) var(--b) 4px"), "margin")).toBe("1px 2px 3px 4px");
    expect(plain(styleIn("--a: 1px; width: calc(var(--a)*2 + 3px)"), "width")).toBe("calc( 1px *2 + 3px)");
  });

  test("a variable that is declared twice has its last value", () => {
    expect(plain(styleIn("--a: blue; --a: red; color: var(--a)"), "color")).toBe("red");
  });
});

describe("custom properties with an issue", () => {
  const MISSING = "--a has no value here. Set it, as in :root { --a: … }, or give var() another value.";

  test.each([
    ["color: var(--a)", MISSING],
    ["--a: initial; color: var(--a)", MISSING],
    ["--a: inherit; color: var(--a)", MISSING],
    ["color: var()", "A var() names a custom property, as in var(--brand)."],
    ["color: var(a, red)", "A var() names a custom property, as in var(--brand)."],
    ["--a: red blue; color: var(--a)", 'The property color has at most one value. Its value is " red blue ".'],
  ])("the style %j has the issue %j", (style, message) => {
    expect(styleIn(style)).toEqual([message]);
  });

  /** A custom property that reaches a color by a number of others. */
  const chain = (length: number) =>
    Array.from({ length }, (_, at) => `--v${at}: ${at + 1 < length ? `var(--v${at + 1})` : "red"}`).join("; ");

  test("sixteen custom properties can be inserted into each other, and one more is an issue", () => {
    expect(plain(styleIn(`${chain(16)}; color: var(--v0)`), "color")).toBe("red");
    expect(styleIn(`${chain(17)}; color: var(--v0)`)).toContain(
      "The custom property --v16 refers to itself, or is nested too deep.",
    );
  });

  test("a value can have 2,000 characters with its custom properties, and no more", () => {
    // With the space on each side, the inserted value has 1,996 characters, and "0 0 " four more.
    const style = (length: number) => `--a: 1px${" ".repeat(length)}2px; margin: 0 0 var(--a)`;
    expect(styleIn(style(2_000 - 6 - 2 - 4))).not.toHaveProperty("length");
    expect(styleIn(style(2_000 - 6 - 2 - 4 + 1))).toEqual([
      "With its custom properties a value has more than 2000 characters.",
    ]);
  });
});
