import { describe, expect, test } from "@jest/globals";
import { HtmlIssues } from "../../../src/document/html/html-issues.js";
import { htmlLength } from "../../../src/document/html/html-length.js";
import { SourceText } from "../../../src/document/html/html-nodes.js";
import { isJsx, jsxMessage } from "../../../src/document/html/jsx.js";
import { parseHtml } from "../../../src/document/html/parse-html.js";
import { readHtml } from "../../../src/document/html/read-html.js";
import type { SafeHtmlElement } from "../../../src/document/html/safe-html.js";

function parsed(source: string) {
  const issues = new HtmlIssues();
  const { children, ...rest } = parseHtml(source, issues);
  return { children, ...rest, issues: issues.sentences(source) };
}

describe("the tree of HTML", () => {
  test("elements and texts know their places", () => {
    expect(parsed("a<p>b &amp; c<br>d</p>").children).toMatchObject([
      { text: "a", at: 0, end: 1 },
      {
        name: "p",
        at: 1,
        children: [
          { text: "b & c", at: 4 },
          { name: "br", at: 13, children: [] },
          { text: "d", at: 17, end: 18 },
        ],
      },
    ]);
  });

  test("an svg keeps its source from its first to its last character", () => {
    const svg = '<SVG viewBox="0 0 1 1"><g/><svg></svg><path d="M0 0"/></svg >';
    const { children, issues } = parsed(`<p>a</p>${svg}<p>b</p>`);
    expect(issues).toEqual([]);
    expect(children).toMatchObject([{ name: "p" }, { name: "svg", source: svg, children: [] }, { name: "p" }]);
  });

  test("the content of a style is a sheet, and a comment is nothing", () => {
    const { children, sheets, elements } = parsed("<style>p > a { color: red }</style><!-- b --><p></p>");
    expect(sheets.map(({ text }) => text)).toEqual(["p > a { color: red }"]);
    expect(children).toMatchObject([{ name: "p", at: 45 }]);
    expect(elements).toBe(2);
  });

  test.each([
    ["<p>a", "Line 1, column 1: The element <p> is not closed."],
    ["<svg>", "Line 1, column 1: The element <svg> is not closed."],
    ["<svg/>", "Line 1, column 1: The <svg> is empty."],
    ["a</p>", "Line 1, column 2: There is no open <p> here."],
    ["<p></div></p>", "Line 1, column 4: There is no open <div> here."],
    ["a<br></br>", "Line 1, column 6: The element <br> has no end tag. Leave out </br>."],
    ["<div><p>a</div>", "Line 1, column 6: The element <p> is not closed before </div>."],
    ["<p/>", 'Line 1, column 1: HTML does not close an element by "/>". Write <p></p>.'],
    ['<p id="a" id="b">a</p>', 'Line 1, column 11: The attribute "id" is there twice.'],
    ['<p clas="a">a</p>', 'Line 1, column 4: The attribute "clas" is not supported at <p>. Did you mean "class"?'],
    ["a\n<!doctype html><p>a</p>", "Line 2, column 1: Write only elements and text here, no document."],
  ])("the source %j has an issue with its place", (source, issue) => {
    expect(parsed(source).issues).toEqual([issue]);
  });

  test.each(["<br/>", "<img src='a' alt='b'/>", "<svg><g/><p/><?xml?></svg>", "<p data-a='b' aria-label='c'>a</p>"])(
    "the source %j has no issue",
    (source) => {
      expect(parsed(source).issues).toEqual([]);
    },
  );

  test("at most 20 issues are listed, each sentence once", () => {
    expect(parsed("</p>".repeat(30)).issues).toHaveLength(20);
    const issues = new HtmlIssues();
    issues.add(0, "Twice");
    issues.add(0, "Twice");
    expect(issues.sentences("a")).toEqual(["Line 1, column 1: Twice."]);
    issues.only(0, "Only this");
    issues.add(0, "Nothing more");
    expect([issues.isFull, issues.sentences("a")]).toEqual([true, ["Line 1, column 1: Only this."]]);
  });
});

describe("the places of decoded characters", () => {
  // `a&amp;b`: the reference is one character of the text, and five of the source.
  const text = new SourceText(10, [
    { text: "ab", at: 10 },
    { text: "&", at: 12 },
    { text: "cd", at: 17 },
  ]);

  test("each character has the place of its piece", () => {
    expect(text.text).toBe("ab&cd");
    expect([0, 1, 2, 3, 4].map((index) => text.placeOf(index))).toEqual([10, 11, 12, 17, 18]);
  });

  test("the places after the text follow its end", () => {
    expect([text.end, text.placeOf(5), text.placeOf(7)]).toEqual([19, 19, 21]);
    const empty = new SourceText(4, []);
    expect([empty.end, empty.placeOf(0), empty.placeOf(2)]).toEqual([4, 4, 6]);
  });
});

describe("JSX in HTML", () => {
  test.each([
    ["classname", "='a'", true],
    ["class", "='a'", false],
    ["style", "={{ color: 'red' }}", true],
    ["style", ' = {{ "font-size": 3 }}', true],
    ["style", "='color: red'", false],
    ["style", "={{name}}", false],
    ["id", "={{ color: 'red' }}", false],
  ])("the attribute %s before %s is JSX: %p", (name, after, expected) => {
    expect(isJsx(name, after)).toBe(expected);
  });

  test.each([
    ['className="a"', 'write class="card" instead of className="card"'],
    ["style={{ color: 'red' }}", 'write style="color: red" instead'],
    [
      "style={{ fontSize: 20, lineHeight: 1.5, margin: 0, top: -3 }}",
      'style="font-size: 20px; line-height: 1.5; margin: 0; top: -3px"',
    ],
    ['style={{ fontFamily: "A", a: 1, b: 2, c: 3, d: 4 }}', 'style="font-family: A; a: 1px; b: 2px; c: 3px" instead'],
    ["style={{ content: '\"' }} other={{ a: 1 }}", 'style="content: \'" instead'],
    ["style={{ ...rest }}", 'write style="color: red" instead'],
  ])("the message about %s shows the HTML", (source, shown) => {
    expect(jsxMessage(`<p ${source}`, 3)).toContain(shown);
  });
});

test.each([
  ["", 0],
  ["<p>a</p>", 8],
  ['<img src="data:image/png;base64,AAAA=">', 39 - 27],
  ["data:image/svg+xml;base64,AA==<data:image/png;base64,A", 1],
  ["data:text/html;base64,AAAA", 26],
])("the HTML %j has %i characters that take time to read", (html, expected) => {
  expect(htmlLength(html)).toBe(expected);
});

describe("the places of selectors", () => {
  /** Returns the texts of the items of a list that a selector selects. */
  function selected(selector: string): string {
    const items = ["a", "b", "c", "d", "e"].map((text) => `<li>${text}</li>`).join("");
    const { html, issues } = readHtml(`<style>${selector} { color: red }</style><ul>${items}</ul>`);
    expect(issues).toEqual([]);
    const [list] = html.children as SafeHtmlElement[];
    return (list?.children as SafeHtmlElement[])
      .filter(({ style }) => style.get("color") === "red")
      .map(({ children: [text] }) => (text !== undefined && "text" in text ? text.text : ""))
      .join("");
  }

  test.each([
    ["li:first-child", "a"],
    ["li:last-child", "e"],
    ["li:only-child", ""],
    ["li:nth-child(3)", "c"],
    ["li:nth-child(odd)", "ace"],
    ["li:nth-child(even)", "bd"],
    ["li:nth-child(2n+1)", "ace"],
    ["li:nth-child( 2n + 2 )", "bd"],
    ["li:nth-child(n+4)", "de"],
    ["li:nth-child(-n+2)", "ab"],
    ["li:nth-child(+n)", "abcde"],
    ["li:nth-child(3n-1)", "be"],
    ["li:nth-child(-2n+3)", "ac"],
    ["li:nth-child(0n+2)", "b"],
    ["li:nth-child(6)", ""],
    ["ul > li:first-child", "a"],
    ["ul li:not(:first-child):not(:last-child)", "bcd"],
    ["li > li", ""],
  ])("the selector %s selects the items %j (Selectors 4)", (selector, expected) => {
    expect(selected(selector)).toBe(expected);
  });
});
