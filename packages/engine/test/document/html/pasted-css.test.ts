import { describe, expect, test } from "@jest/globals";
import { knownHtml } from "../../../src/document/html/html-facts.js";
import type { SafeHtmlElement } from "../../../src/document/html/safe-html.js";

/** The styles of all elements in the order of the source. */
function stylesOf(html: string): Record<string, string>[] {
  const read = knownHtml(html);
  expect(read.issues).toEqual([]);
  return read.html.children.flatMap((node) => ("text" in node ? [] : allStyles(node)));
}

function allStyles({ style, children }: SafeHtmlElement): Record<string, string>[] {
  return [Object.fromEntries(style), ...children.flatMap((child) => ("text" in child ? [] : allStyles(child)))];
}

const issuesOf = (html: string, isTemplate = false) => knownHtml(html, isTemplate).issues.join("\n");
const styled = (css: string) => `<p style="${css}">a</p>`;

describe("custom properties", () => {
  test("a custom property is inherited, replaced by nearer ones, and inserted with the values that it uses", () => {
    const rules = ":root { --a: red; --pad: calc(var(--unit, 4px) * 2) } .b { --a: blue }";
    const html = `<style>${rules} p { color: var(--a); padding: var(--pad) }</style><p>a</p><div class="b"><p>b</p></div>`;
    const padding = "calc( 4px * 2)";
    const styles = stylesOf(html).map(({ padding: written, ...rest }) =>
      written === undefined ? rest : { ...rest, padding: written.replaceAll(/\s+/g, " ") },
    );
    expect(styles).toEqual([{ color: "red", padding }, {}, { color: "blue", padding }]);
  });

  test("a custom property in a shorthand overrides earlier declarations, and later ones override it", () => {
    const css = "--f: bold 20px/1.5 Inter; font-size: 10px; font: var(--f); line-height: 2";
    expect(stylesOf(styled(css))).toEqual([
      { "font-style": "normal", "font-weight": "bold", "font-size": "20px", "line-height": "2" },
    ]);
  });

  test.each([
    ["without a value", "color: var(--a)", "--a has no value here. Set it, as in :root { --a: … }"],
    ["that refers to itself", "--a: var(--b); --b: var(--a); color: var(--a)", "refers to itself"],
    ["with an impossible value", "--a: 12px; color: var(--a)", '"12px" is not possible for color'],
    ["with a file as image", "--a: url(file:///x); background: var(--a)", "The image cannot be used"],
  ])("a custom property %s is an issue with its place", (_what, css, message) => {
    expect(issuesOf(styled(css))).toContain(message);
    expect(issuesOf(styled(css))).toContain("Line 1, column");
  });

  test("custom properties that double each other are refused when their value is too long", () => {
    const names = Array.from({ length: 15 }, (_, index) => `--v${index + 1}: var(--v${index}) var(--v${index})`);
    const css = ["--v0: 1px 2px 3px 4px", ...names, "margin: var(--v15)"].join("; ");
    expect(issuesOf(styled(css))).toContain("more than 2000 characters");
  });

  test("large custom properties on many elements are refused as too much work", () => {
    const css = `--a: ${"1px ".repeat(450)}; margin: var(--a); padding: var(--a)`;
    expect(issuesOf(`<style>i { ${css} }</style>${"<i>a</i>".repeat(290)}`)).toMatch(/too much work|at most 4 values/);
  });

  test("a template's variable can be the value of a custom property, and is checked where it is used", () => {
    const html = '<p style="--w: {{width}}; width: calc(var(--w) * 1%)">a</p>';
    expect(issuesOf(html, true)).toBe("");
    expect(issuesOf(html.replace("{{width}}", "40"))).toBe("");
    expect(issuesOf(html.replace("{{width}}", "red"))).toContain('"red" is not possible here');
    expect(issuesOf('<p style="--f: {{width}}; font-family: var(--f)">a</p>', true)).toContain("cannot be a variable");
  });
});

describe("calculations", () => {
  test.each([
    "width: calc(100% - 2 * 20px)",
    "font-size: clamp(1rem, 5vw + 4px, 40px)",
    "margin: min(10%, 20px) max(1px, (2px + 3px) / 2)",
    "transform: translate(calc(-50% + 4px), 0)",
    "line-height: calc(1.25 / .875)",
  ])("the calculation in %j is accepted", (css) => {
    expect(issuesOf(styled(css))).toBe("");
  });

  test.each([
    ["width: calc(1px * 2px)", "multiply and divide only by numbers"],
    ["width: calc(1px + 2)", "adds a length and a number"],
    ["width: calc(1px / (1 - 1))", "divides by zero"],
    ["width: calc(9000px * 9)", "can be too large"],
    ["width: calc(9000px + 9000px)", "can be too large"],
    ["width: clamp(1px, 2px)", "clamp() has three values"],
    ["width: calc(1px +)", "is not possible here"],
    ["width: calc(1lh + 1px)", 'The unit "lh" is not supported'],
    [`width: calc(${"(".repeat(20)}1px${")".repeat(20)})`, "nested too deep"],
    ["box-shadow: 0 0 calc(1px + 1px) red", "is not possible for box-shadow"],
  ])("the calculation in %j is an issue", (css, message) => {
    expect(issuesOf(styled(css))).toContain(message);
  });
});

describe("selectors by place", () => {
  const redOf = (selector: string) => {
    const html = `<style>${selector} { color: red }</style>${"<p>a</p>".repeat(7)}`;
    return stylesOf(html).flatMap(({ color }, index) => (color === "red" ? [index + 1] : []));
  };

  test.each([
    [":first-child", [1]],
    ["p:last-child", [7]],
    [":nth-child(3)", [3]],
    [":nth-child(odd)", [1, 3, 5, 7]],
    [":nth-child(3n-1)", [2, 5]],
    [":nth-child(-n + 2)", [1, 2]],
    [":only-child", []],
  ])("%s selects the elements %j of seven", (selector, numbers) => {
    expect(redOf(selector)).toEqual(numbers);
  });

  test("a place makes a selector as specific as a class", () => {
    const html = "<style>p:first-child { color: red } p { color: blue } .a { color: green }</style>";
    expect(stylesOf(`${html}<p>a</p><p class="a">b</p>`)).toEqual([{ color: "red" }, { color: "green" }]);
  });
});

describe("pseudo-elements", () => {
  test("the text of ::before and ::after is around the content, with its own style", () => {
    const html = `<style>p::before { content: "\\2192 " "x"; color: red } p:after { content: "" } i::after { content: none }</style><p>a</p><i>b</i>`;
    const { children, texts } = knownHtml(html).html;
    expect(children).toMatchObject([
      { children: [{ name: "span", children: [{ text: "→x" }] }, { text: "a" }, { name: "span", children: [] }] },
      { children: [{ text: "b" }] },
    ]);
    expect(texts.map(({ text }) => text)).toEqual(["→x", "a", "b"]);
  });

  test("pseudo-elements count as elements", () => {
    const html = `<style>i::before { content: "a" }</style>${"<i>b</i>".repeat(151)}`;
    expect(issuesOf(html)).toContain("With ::before and ::after, there are more than 300 elements");
  });
});

describe("what has no effect on a picture", () => {
  test("properties, states and animations without an effect are listed, and are not issues", () => {
    const html = `<style>a:hover, a { color: red } @keyframes x { from { opacity: 0 } }</style><a style="cursor: pointer; transition: all 1s; animation-name: x; user-select: none; -webkit-font-smoothing: antialiased">a</a>`;
    expect(issuesOf(html)).toBe("");
    expect(knownHtml(html).html.ignored).toEqual(
      [
        ":hover",
        "@keyframes",
        "-webkit-font-smoothing",
        "animation-name",
        "cursor",
        "transition",
        "user-select",
      ].sort(),
    );
  });

  test("JSX is one issue that shows the HTML", () => {
    const style = `<div style={{ fontSize: 32, color: 'red', lineHeight: 1.2 }}>a</div>`;
    const shown = `Line 1, column 6: This is JSX. In HTML, write style="font-size: 32px; color: red; line-height: 1.2"`;
    for (const isTemplate of [true, false]) {
      expect(knownHtml(style, isTemplate).issues).toEqual([expect.stringContaining(shown)]);
    }
    expect(knownHtml('<p className="a">a</p>').issues).toEqual([expect.stringContaining('write class="card"')]);
    expect(issuesOf("<code>style={{ a: 1 }} className=x</code>")).toBe("");
  });
});

describe("grids, effects and fonts", () => {
  test.each([
    "display: grid; grid-template-columns: repeat(auto-fit, minmax(100px, 1fr)) [end] calc(50% - 4px)",
    "grid-template: 'a b' auto 'c c' 1fr / 1fr 2fr; grid-area: 1 / span 2; grid-column: 1 / -1",
    "clip-path: inset(10px round 4px); filter: blur(4px) drop-shadow(0 1px 2px oklch(0.7 0.1 200 / 50%))",
    "clip-path: path('M0 0L10 10Z'); outline: 2px solid oklab(0.7 0.1 -0.1)",
    "background: conic-gradient(from 45deg at 50% 50%, red, blue 50%, red)",
    "background: repeating-conic-gradient(red 0 5deg, blue 5deg 10deg)",
    "font: italic 600 12px/1.4 'Segoe UI', system-ui, sans-serif",
    "font: 12px Inter",
    "font: normal calc(1em + 2px) / normal Inter",
  ])("%j is accepted", (css) => {
    expect(issuesOf(styled(css))).toBe("");
  });

  test.each([
    ["grid-template-columns: repeat(61, 1fr)", "at most 60 tracks"],
    ["grid-template-columns: repeat(10, 1fr 2fr) repeat(41, 1px)", "at most 60 tracks"],
    ["grid-column: 1 / 9999", "at most 60 tracks"],
    ["filter: blur(201px)", "The blur of a shadow is over 200px"],
    ["filter: url(#a)", "is not possible for filter"],
    [`filter: ${"sepia(1) ".repeat(9)}`, "has at most 8 values"],
    [`clip-path: polygon(${"1px 2px, ".repeat(300)} 0 0)`, "too many corners"],
    [`clip-path: path('M0 0"/>')`, "is not possible for clip-path"],
    ["background: repeating-conic-gradient(red 0, blue 0.001deg)", "A conic gradient has more than 400 stops"],
    ["background: repeating-conic-gradient(red 89.9deg, blue 90deg)", "A conic gradient has more than 400 stops"],
    ["font: 20px", "The property font has a size and a family"],
  ])("%j is an issue", (css, message) => {
    expect(issuesOf(styled(css))).toContain(message);
  });

  test("effects are counted for the estimate", () => {
    const html = styled("filter: blur(1px) sepia(1); clip-path: circle(10px); background: conic-gradient(red, blue)");
    expect(knownHtml(html).html).toMatchObject({ filters: 2, groups: 1, conics: 1, gradients: 1 });
    expect(issuesOf(styled("filter: sepia(1)").repeat(11))).toContain("more than 10 elements with shadows");
  });
});
