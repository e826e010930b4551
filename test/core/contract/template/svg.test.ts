import { describe, expect, test } from "@jest/globals";
import { readSvg, svgCostFault, svgFault, writeSvgFile } from "../../../../core/contract/template/svg/sanitize-svg.js";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${inside}</svg>`;

function written(text: string): string {
  const read = readSvg(text);
  if ("fault" in read) throw new Error(read.fault);
  return writeSvgFile(read.svg, "rgba(1, 2, 3, 1)");
}

describe("an SVG that acts or reaches out is refused", () => {
  test.each([
    ["a script", svg("<script>alert(1)</script>"), "Scripts"],
    ["a script in another case", svg("<SCRIPT/>"), "Scripts"],
    ["an event handler", svg('<path d="M0 0" onclick="x()"/>'), "Event handlers"],
    ["an event handler on the root", svg("", 'onload="x()"'), "Event handlers"],
    ["a foreign object", svg("<foreignObject/>"), "Foreign objects"],
    ["a picture", svg('<image href="https://example.com/x.png"/>'), "Pictures"],
    ["a reference to a file", svg('<use href="file:///etc/passwd#a"/>'), "outside"],
    ["a reference hidden by entities", svg('<use xlink:href="&#104;ttps://example.com/#a"/>'), "outside"],
    ["a paint from elsewhere", svg('<path fill="url(https://example.com/#a)"/>'), "outside"],
    ["a paint from elsewhere in a style", svg('<path style="fill: URL( https://example.com )"/>'), "outside"],
    ["a rule from elsewhere", svg('<style>.a{fill:url(//example.com)}</style><path class="a"/>'), "outside"],
    ["an entity", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`, "Entities"],
    ["an unknown entity", svg('<path d="&lol;"/>'), "Entities"],
    ["a page", "<html><body/></html>", "root element"],
    ["an open element", "<svg><g></svg>", "closes nothing"],
    ["no XML", "hello", "no element"],
    ["nothing", "", "no element"],
    ["an attribute without quotes", "<svg width=5/>", "not in quotes"],
    ["a broken data URI", "data:image/svg+xml,%E0%A4%A", "not encoded"],
  ])("%s", (_what, text, message) => {
    expect(svgFault(text)).toContain(message);
  });

  test("a doubling of references is counted as often as it is drawn", () => {
    const levels = Array.from(
      { length: 30 },
      (_, level) => `<g id="g${level + 1}"><use href="#g${level}"/><use href="#g${level}"/></g>`,
    );
    const bomb = svg(`<defs><path id="g0" d="M0 0h1"/>${levels.join("")}</defs><use href="#g30"/>`);
    expect(svgFault(bomb)).toContain("too costly");
    expect(svgCostFault(bomb.replaceAll("href", "xlink:href"))).toContain("too costly");
  });

  test("nested patterns and masks are counted too", () => {
    const levels = Array.from(
      { length: 20 },
      (_, level) =>
        `<pattern id="p${level + 1}"><path fill="url(#p${level})"/><path fill="url('#p${level}')"/></pattern>`,
    );
    expect(svgFault(svg(`${levels.join("")}<path fill="url(#p20)"/>`))).toContain("too costly");
    expect(svgFault(svg('<path mask="url(#m)" d="M0 0"/>'.repeat(1000)))).toContain("too costly");
  });

  test("an element that refers to itself is refused", () => {
    expect(svgFault(svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))).toContain("refers to itself");
  });

  test("ten thousand elements and a hundred levels are refused", () => {
    expect(svgFault(svg("<g/>".repeat(10_000)))).toContain("more than 5000 elements");
    expect(svgFault(svg("<g>".repeat(100) + "</g>".repeat(100)))).toContain("nested");
    expect(svgFault("<svg ".repeat(20_000))).toContain("no XML that can be read");
  });
});

describe("an SVG is written anew from what is known", () => {
  test("what is merely not drawn is left out", () => {
    const text = written(
      svg('<title>x</title><metadata><a/></metadata><text>hi</text><animate/><path d="M0 0h5" data-x="1" class="b"/>'),
    );
    expect(text).toContain('<path d="M0 0h5"/>');
    for (const left of ["title", "metadata", "text", "animate", "data-x", "class"]) expect(text).not.toContain(left);
  });

  test("the colour that it calls its current one is the layer's", () => {
    expect(written(svg('<path fill="currentColor" d="M0 0"/>', 'color="red"'))).toContain('color="rgba(1, 2, 3, 1)"');
  });

  test("styles become attributes: a rule over an attribute, an own style over both", () => {
    const text = written(
      svg(
        '<style>/* } */ .a, path { fill: red } .a { stroke: blue !important }</style><path class="a" fill="green" style="stroke:lime" d="M0 0"/>',
      ),
    );
    expect(text).toContain('fill="red"');
    expect(text).toContain('stroke="lime"');
  });

  test("markup in a value is escaped", () => {
    expect(written(svg('<path id="&lt;a&gt;&quot;" d="M0 0"/>'))).toContain('id="&lt;a&gt;&quot;"');
  });

  test.each([
    ["its view box", '<svg viewBox="1,2 30 40"/>', 'viewBox="1 2 30 40"'],
    ["its size without one", '<svg width="30px" height="40"/>', 'viewBox="0 0 30 40"'],
    ["a hundred units without either", "<svg/>", 'viewBox="0 0 100 100"'],
    ["a hundred units for a broken one", '<svg viewBox="0 0 NaN 1e99"/>', 'viewBox="0 0 100 100"'],
  ])("the drawing's area is %s", (_what, text, expected) => {
    expect(written(text)).toContain(expected);
  });

  test("a data URI, in base64 or not, is the same drawing, and so is a file with an editor's document type", () => {
    const plain = svg('<path d="M0 0h5"/>');
    const expected = written(plain);
    expect(written(`data:image/svg+xml;base64,${Buffer.from(plain).toString("base64")}`)).toBe(expected);
    expect(written(`data:image/svg+xml,${encodeURIComponent(plain)}`)).toBe(expected);
    expect(
      written(`<?xml version="1.0"?><!-- x --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">${plain}`),
    ).toBe(expected);
  });
});
