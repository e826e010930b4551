/** SVGs that take the longest to read, each as long as its kind can be. Only a linear reader ends in time. */
import { describe, expect, test } from "@jest/globals";
import { svgFacts, svgIssue } from "../../../src/document/svg/read-svg.js";
import { svgWork } from "../../../src/document/svg/svg-work.js";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
const LONG = 3_000_000;
const long = (text: string) => text.repeat(LONG / text.length);

describe("an SVG of millions of characters", () => {
  test.each([
    ["a transform that is one word", `<g transform="${long("a")}"/>`],
    ["a transform of brackets that are not closed", `<g transform="${long("a(")}"/>`],
    ["a transform of brackets without names", `<g transform="${long("(")}) scale(1)"/>`],
    ["a length of digits and signs", `<rect width="${long("1")}x" height="${long("-")}"/>`],
    ["attributes that nobody knows", `<g${Array.from({ length: 200_000 }, (_, index) => ` a${index}=""`).join("")}/>`],
    ["comments in a text", `<text>${long("a<!---->")}</text>`],
    ["references to characters", `<desc>${long("&lt;")}</desc><g id="${long("&#9;")}"/>`],
    ["one rule again and again", `<style>${long("g{fill:red}")}</style>`],
    ["a list of selectors", `<style>${long(".a,")}g{fill:red}</style>`],
    ["classes without a name", `<style>.a{fill:red}</style><g class="${long(" ")}"/>`],
  ])("an SVG with %s is read in one pass", (_, inside) => {
    expect(svgFacts(svg(inside), "file")).toBeDefined();
  });

  test.each([
    ["dashes", "<g stroke-dasharray='1 2'><g/></g>".repeat(2400) + '<path d="M0 0h1"/>'.repeat(100)],
    [
      "clip paths inside of each other",
      `${"<clipPath>".repeat(60)}${'<path d="M0 0h1"/>'.repeat(4900)}${"</clipPath>".repeat(60)}`,
    ],
  ])("an SVG with %s counts each shape once for all elements around it", (_, inside) => {
    expect(svgIssue(svg(inside))).toBeUndefined();
  });

  test("an SVG that draws one group at many sizes is refused as soon as it draws too much", () => {
    const groups = Array.from({ length: 50 }, (_, index) => `<g id="g${index}">`).join("");
    const uses = Array.from({ length: 300 }, (_, index) => {
      return `<use href="#g${index % 50}" transform="scale(${8 ** (index % 5)})"/>`;
    });
    const inside = `${groups}${"<g/>".repeat(4500)}${"</g>".repeat(50)}${uses.join("")}`;
    expect(svgIssue(svg(inside))).toContain("too many elements");
  });
});

describe("the rules of style sheets", () => {
  test("a rule of a style sheet can apply to thousands of small shapes", () => {
    const rule =
      ".a{fill:none;stroke:#231f20;stroke-width:.5;stroke-linecap:round;stroke-linejoin:round;stroke-miterlimit:10}";
    const shapes = '<circle class="a" cx="12.5" cy="20.5" r="3"/>'.repeat(4900);
    expect(svgIssue(svg(`<style>${rule}</style>${shapes}`))).toBeUndefined();
  });

  test.each([
    ["a long value", `g{fill:${"a".repeat(50_000)}}`],
    ["many selectors of the same element", "g{fill:#123456;stroke:#654321;stroke-width:2}".repeat(200)],
  ])("rules are refused if they make thousands of elements much longer: %s", (_, rules) => {
    const issue = svgIssue(svg(`<style>${rules}</style>\n${"<g/>".repeat(4900)}`));
    expect(issue).toMatch(/^Line 2, column \d+: The rules in <style> would make the SVG more than five times as long/);
  });
});

describe("the cost of an SVG", () => {
  test.each([
    '<rect width="--5" height="1"/>',
    '<rect width="1.2.3" height="1-2"/>',
    '<circle r="e5"/>',
    '<g transform="scale(0)"><path d="M0 0a1e-320 1e7 0 0 0 5 5"/></g>',
  ])("the cost of %s is a number, or the SVG is refused", (inside) => {
    const facts = svgFacts(svg(inside), "layer");
    if ("issue" in facts) expect(facts.issue).toContain("too costly");
    else expect(svgWork(facts, facts.size)).toBeGreaterThan(0);
  });
});
