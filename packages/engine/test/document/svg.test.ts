import { describe, expect, test } from "@jest/globals";
import { readSvg, readSvgFile, svgIssue } from "../../src/document/svg/read-svg.js";
import { writeSvgFile } from "../../src/document/svg/write-svg-file.js";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${inside}</svg>`;

function fileIssue(text: string): string | undefined {
  const read = readSvgFile(text);
  return "issue" in read ? read.issue : undefined;
}

function written(text: string): string {
  const read = readSvg(text);
  if ("issue" in read) throw new Error(read.issue);
  return writeSvgFile(read.svg, "rgba(1, 2, 3, 1)");
}

describe("svgIssue", () => {
  test.each([
    ["a script", svg("<script>alert(1)</script>"), "Scripts"],
    ["a script in uppercase", svg("<SCRIPT/>"), "Scripts"],
    ["an event handler", svg('<path d="M0 0" onclick="x()"/>'), "Event handlers"],
    ["an event handler on the root", svg("", 'onload="x()"'), "Event handlers"],
    ["a foreign object", svg("<foreignObject/>"), "Foreign objects"],
    ["an image", svg('<image href="https://example.com/x.png"/>'), "Images inside"],
    ["a reference to a file", svg('<use href="file:///etc/passwd#a"/>'), "outside"],
    ["a reference hidden by character references", svg('<use xlink:href="&#104;ttps://example.com/#a"/>'), "outside"],
    ["a paint from another host", svg('<path fill="url(https://example.com/#a)"/>'), "outside"],
    ["a paint from another host in a style", svg('<path style="fill: URL( https://example.com )"/>'), "outside"],
    ["a CSS rule from another host", svg('<style>.a{fill:url(//example.com)}</style><path class="a"/>'), "outside"],
    ["an entity declaration", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`, "Entity declarations"],
    [
      "an entity declaration after a misleading identifier",
      `<!DOCTYPE svg PUBLIC ">" "x" [<!ENTITY a "b">]>${svg("")}`,
      "Entity declarations",
    ],
    ["an undeclared entity", svg('<path d="&lol;"/>'), "undefined entity"],
    ["an entity named like a member of objects", svg('<path d="&constructor;"/>'), "undefined entity"],
    ["an HTML page", "<html><body/></html>", "root element"],
    ["an unclosed element", "<svg><g></svg>", "unexpected close tag"],
    ["plain text", "hello", "text data outside"],
    ["empty text", "", "must contain a root element"],
    ["two root elements", "<svg/><svg/>", "only one root"],
    ["an attribute without quotes", "<svg width=5/>", "unquoted attribute"],
    ["an attribute that occurs twice", svg('<path d="M0 0" d="M1 1"/>'), "duplicate attribute"],
    ["an unescaped < in an attribute", svg('<path id="a<b"/>'), "not well-formed"],
    ["an incorrectly encoded data URI", "data:image/svg+xml,%E0%A4%A", "not correctly percent-encoded"],
    ["a data URI without content", "data:image/svg+xml", "no content"],
  ])("an SVG with %s is refused", (_what, text, message) => {
    expect(svgIssue(text)).toContain(message);
  });

  test.each([
    ["<svg>\n  <g>\n    <script/>\n  </g>\n</svg>", "Line 3, column 5: Scripts"],
    ["<svg>\n  <path\n    onclick='x()'/></svg>", "Line 2, column 3: Event handlers"],
    ["<svg>\n  <path d=M0/></svg>", "Line 2, column 11: This is not well-formed XML"],
  ])("the issue of %j names line and column", (text, expected) => {
    expect(svgIssue(text)).toMatch(new RegExp(`^${expected}`));
  });

  test("references that double on each level are counted as often as they are drawn", () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`,
    );
    const bomb = svg(`<defs><path id="g0" d="M0 0h1"/>${levels.join("")}</defs><use href="#g30"/>`);
    expect(svgIssue(bomb)).toContain("too costly");
    expect(fileIssue(bomb.replaceAll("href", "xlink:href"))).toContain("too costly");
  });

  test("nested patterns and masks are counted in the cost", () => {
    const levels = Array.from(
      { length: 20 },
      (_, level) =>
        `<pattern id="p${level + 1}"><path fill="url(#p${level})"/><path fill="url('#p${level}')"/></pattern>`,
    );
    expect(svgIssue(svg(`${levels.join("")}<path fill="url(#p20)"/>`))).toContain("too costly");
    expect(svgIssue(svg('<path mask="url(#m)" d="M0 0"/>'.repeat(1000)))).toContain("too costly");
  });

  test("an element that refers to itself is refused", () => {
    expect(svgIssue(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toContain("refers to itself");
  });

  test("more than 5,000 elements and more than 64 levels are refused", () => {
    expect(svgIssue(svg("<g/>".repeat(10_000)))).toContain("more than 5000 elements");
    expect(svgIssue(svg("<g>".repeat(100) + "</g>".repeat(100)))).toContain("nested");
    expect(svgIssue("<g>".repeat(30_000))).toContain("nested");
    expect(svgIssue("<svg ".repeat(20_000))).toContain("not well-formed XML");
  });

  test("attributes named like members of objects are read as attributes", () => {
    expect(svgIssue(svg('<path __proto__="a" constructor="b" d="M0 0"/>'))).toBeUndefined();
  });
});

describe("writeSvgFile", () => {
  test("elements and attributes that are not drawn are left out", () => {
    const text = written(
      svg('<title>x</title><metadata><a/></metadata><text>hi</text><animate/><path d="M0 0h5" data-x="1" class="b"/>'),
    );
    expect(text).toContain('<path d="M0 0h5"/>');
    for (const left of ["title", "metadata", "text", "animate", "data-x", "class"]) expect(text).not.toContain(left);
  });

  test("currentColor is the layer's color", () => {
    expect(written(svg('<path fill="currentColor" d="M0 0"/>', 'color="red"'))).toContain('color="rgba(1, 2, 3, 1)"');
  });

  test("CSS becomes attributes: a rule overrides an attribute, and the element's own style overrides both", () => {
    const text = written(
      svg(
        '<style>/* } */ .a, path { fill: red } .a { stroke: blue !important }</style><path class="a" fill="green" style="stroke:lime" d="M0 0"/>',
      ),
    );
    expect(text).toContain('fill="red"');
    expect(text).toContain('stroke="lime"');
  });

  test("a CSS rule in a CDATA section is read", () => {
    expect(written(svg('<style><![CDATA[.a{fill:red}]]></style><path class="a" d="M0 0"/>'))).toContain('fill="red"');
  });

  test("markup in a value is escaped", () => {
    expect(written(svg('<path id="&lt;a&gt;&quot;" d="M0 0"/>'))).toContain('id="&lt;a&gt;&quot;"');
  });

  test.each([
    ["its view box", '<svg viewBox="1,2 30 40"/>', 'viewBox="1 2 30 40"'],
    ["its view box, even with line breaks", '<svg viewBox="1 2\n30\t40"/>', 'viewBox="1 2 30 40"'],
    ["its size if it has no view box", '<svg width="30px" height="40"/>', 'viewBox="0 0 30 40"'],
    ["100 by 100 units if it has neither", "<svg/>", 'viewBox="0 0 100 100"'],
    ["100 by 100 units if its view box is invalid", '<svg viewBox="0 0 NaN 1e99"/>', 'viewBox="0 0 100 100"'],
  ])("the drawing's area is %s", (_what, text, expected) => {
    expect(written(text)).toContain(expected);
  });

  test("a data URI and a file with an editor's document type give the same drawing as the plain SVG", () => {
    const plain = svg('<path d="M0 0h5"/>');
    const expected = written(plain);
    expect(written(`data:image/svg+xml;base64,${Buffer.from(plain).toString("base64")}`)).toBe(expected);
    expect(written(`data:image/svg+xml,${encodeURIComponent(plain)}`)).toBe(expected);
    expect(
      written(`<?xml version="1.0"?><!-- x --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${plain}`),
    ).toBe(expected);
    expect(written(`\ufeff${plain}`)).toBe(expected);
  });
});
