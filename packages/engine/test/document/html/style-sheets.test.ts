import { describe, expect, test } from "@jest/globals";
import { readHtml } from "../../../src/document/html/read-html.js";
import type { SafeHtmlElement } from "../../../src/document/html/safe-html.js";

/** Returns the texts of the elements whose color a sheet sets. */
function redOf(css: string, html: string): string[] {
  const { html: read, issues } = readHtml(`<style>${css}</style>${html}`);
  expect(issues).toEqual([]);
  const found: string[] = [];
  const visit = (element: SafeHtmlElement) => {
    const [text] = element.children;
    if (element.style.get("color") === "red") found.push(text !== undefined && "text" in text ? text.text : "");
    for (const child of element.children) if (!("text" in child)) visit(child);
  };
  for (const child of read.children) if (!("text" in child)) visit(child);
  return found;
}

const issuesOf = (css: string, html = "<p>a</p>") => readHtml(`<style>${css}</style>${html}`).issues;
const ignoredOf = (css: string) => readHtml(`<style>${css}</style><p>a</p>`).html.ignored;

const LIST = '<p title="x" role="note">a</p><p class="big">b</p><div data-kind="tag">c</div>';

describe("selectors of style sheets", () => {
  test.each([
    ["[title]", ["a"]],
    ["[role='note']", ["a"]],
    ["[role=other]", []],
    ["p[data-kind]", []],
    ["[data-kind=tag]", ["c"]],
    [":is(.big, div)", ["b", "c"]],
    [":where(p)", ["a", "b"]],
    ["p:not(.big)", ["a"]],
    ["p:not(:hover)", ["a", "b"]],
    [":not([title], div)", ["b"]],
    ["p:not(:is(.big, [lang]))", ["a"]],
    ["[hidden]:where(:not([hidden='until-found']))", []],
    ["*, ::before", ["a", "b", "c"]],
  ])("the selector %s selects the elements that it selects in a browser", (selector, texts) => {
    expect(redOf(`${selector} { color: red }`, LIST)).toEqual(texts);
  });

  test(":where() adds nothing to the specificity, and :is() adds that of its most specific selector", () => {
    expect(redOf("p { color: red } :where(.big, #x) { color: blue }", LIST)).toEqual(["a", "b"]);
    expect(redOf("p.big { color: blue } :is(.big, #x) { color: red }", LIST)).toEqual(["b"]);
    expect(redOf("[title] { color: red } p { color: blue }", LIST)).toEqual(["a"]);
  });

  test(":host gives the layer its style, as :root does", () => {
    const { html } = readHtml("<style>html, :host { line-height: 1.5 }</style><p>a</p>");
    expect(html.root.get("line-height")).toBe("1.5");
  });

  test.each(["::-moz-focus-inner", ":-moz-focusring", "::-webkit-search-decoration", ":disabled", ":is(:hover)"])(
    "the selector %s selects nothing in a still picture, and is ignored",
    (selector) => {
      expect(issuesOf(`${selector} { color: red }`)).toEqual([]);
      expect(ignoredOf(`${selector} { color: red }`)).toHaveLength(1);
    },
  );

  test.each(["p + p", "[title^=x]", "[title", ":not()", ":is(p p)", ":is(::before)", ":not(:is(:not(p)))", ":has(p)"])(
    "the selector %s is an issue",
    (selector) => {
      expect(issuesOf(`${selector} { color: red }`)[0]).toContain("not supported");
    },
  );

  test("a sheet whose selectors have many alternatives is refused by the work that they take", () => {
    const list = Array.from(
      { length: 8 },
      (_, index) => `:is(${Array.from({ length: 8 }, (__, at) => `.a${index}${at}`).join()})`,
    );
    const rule = `${Array.from({ length: 3 }, () => `:not(${list.join()})`).join(" ")} { color: red }`;
    const html = "<div>".repeat(20) + "<p>a</p>".repeat(250) + "</div>".repeat(20);
    const start = process.cpuUsage();
    expect(issuesOf(rule.repeat(190), html)[0]).toContain("Its styles take too much work");
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe("media queries", () => {
  test.each(["all", "screen", "only screen and (prefers-color-scheme: light)", "print, screen"])(
    "the rules for @media %s apply",
    (query) => {
      expect(redOf(`@media ${query} { p { color: red } }`, "<p>a</p>")).toEqual(["a"]);
    },
  );

  test.each([
    "print",
    "(prefers-color-scheme: dark)",
    "(hover: hover) and (min-width: 9px)",
    "(prefers-reduced-motion: reduce)",
  ])("the rules for @media %s are ignored with a warning", (query) => {
    expect(redOf(`@media ${query} { p { color: red } }`, "<p>a</p>")).toEqual([]);
    expect(ignoredOf(`@media ${query} { p { color: red } }`)).toEqual([`@media ${query}`]);
  });

  test("a media query about a window is an issue that says what to do", () => {
    expect(issuesOf("@media (min-width: 640px) { p { color: red } }")[0]).toContain(
      "Keep only the rules for the layer's size",
    );
  });

  test("an at-rule inside of a media query is an issue", () => {
    expect(issuesOf("@media all { @media all { p { color: red } } }")[0]).toContain("are not supported");
  });
});

describe("values of style sheets with resets", () => {
  test.each([
    ["<b style='font-weight: bolder'>a</b>", 700],
    ["<b style='font-weight: bolder'>a</b>", 900, 600],
    ["<b style='font-weight: lighter'>a</b>", 400, 700],
    ["<b style='font-weight: lighter'>a</b>", 100, 400],
  ])("the weight of %s is %d, relative to the text around it", (inner, weight, around = 400) => {
    const { html } = readHtml(`<div style="font-weight: ${around}">${inner}</div>`);
    expect(html.texts[0]?.letters.weight).toBe(weight);
  });

  test("a custom property that refers to one without a value is an issue only where it is used", () => {
    expect(issuesOf("p { --shadow: 0 0 4px var(--color); color: red }")).toEqual([]);
    expect(issuesOf("p { --shadow: 0 0 4px var(--color); box-shadow: var(--shadow) }")[0]).toContain(
      "--shadow has no value",
    );
    expect(issuesOf("p { --shadow: 0 0 4px var(--color); box-shadow: var(--shadow, none) }")).toEqual([]);
  });

  test("usual values of font settings change nothing, and other values are issues", () => {
    expect(ignoredOf("p { font-feature-settings: normal; -moz-tab-size: 4; tab-size: 4 }")).toHaveLength(3);
    expect(issuesOf("p { font-feature-settings: 'tnum' }")[0]).toContain("is not supported");
  });
});
