import { describe, expect, test } from "@jest/globals";
import { readSvg, readSvgFile } from "../../src/document/svg/read-svg.js";
import { svgWork } from "../../src/document/svg/svg-work.js";
import { rewriteSvgFile } from "../../src/document/svg/write-svg-file.js";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ${attributes}>${inside}</svg>`;

function issueOf(text: string, read = readSvgFile): string | undefined {
  const result = read(text);
  return "issue" in result ? result.issue : undefined;
}

function safe(text: string) {
  const result = readSvgFile(text);
  if ("issue" in result) throw new Error(result.issue);
  return result.svg;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");
/** 30 levels, each of which refers twice to the level below. */
const doubling = (link: string) =>
  Array.from({ length: 30 }, (_, at) => `<g id="g${at + 1}"><use ${link}="#g${at}"/><use ${link}="#g${at}"/></g>`);
const bombOf = (link: string) => `<path id="g0" d="M0 0h1"/>${doubling(link).join("")}<use ${link}="#g30"/>`;

describe("bounds of SVG", () => {
  test.each([
    ["two elements with one id", svg('<g id="a"><path d="M0 0"/></g><g id="a"/>'), "Two elements have the id"],
    ["an unknown element", svg("<blink/>"), "SVG has no element <blink>"],
    ["millions of dashes", svg('<path d="M0 0H9000000" stroke="red" stroke-dasharray="0.001"/>'), "dashes"],
    ["dashes that a group hands down", svg('<g stroke-dasharray=".001 .001"><path d="M0 0H99999"/></g>'), "dashes"],
    ["dashes from a rule", svg("<style>path{stroke-dasharray:1e-5}</style><path d='M0 0H999'/>"), "dashes"],
    ["a list of 100 dashes", svg(`<path d="M0 0" stroke-dasharray="${"1 ".repeat(100)}"/>`), "more than 64 numbers"],
    ["a doubling behind another prefix", svg(bombOf("q:href"), 'xmlns:q="http://www.w3.org/1999/xlink"'), "costly"],
    ["a doubling without a prefix", svg(bombOf("href")), "costly"],
    ["a doubling whose second id hides it", svg(`${bombOf("href")}<g id="g30"/>`), "Two elements have the id"],
    ["a circle of references", svg('<g id="a"><use href="#a"/></g><use href="#a"/>'), "refers to itself"],
    [
      "a circle of masks",
      svg('<mask id="a"><path mask="url(#a)" d="M0 0"/></mask><path mask="url(#a)" d="M0 0"/>'),
      "refers to itself",
    ],
    [
      "a huge morphology",
      svg('<filter id="f"><feMorphology radius="500"/></filter><path filter="url(#f)" d="M0 0"/>'),
      "large radius",
    ],
    [
      "a morphology that is enlarged",
      svg('<filter id="f"><feMorphology radius="5"/></filter><g transform="scale(99)"><path filter="url(#f)"/></g>'),
      "large radius",
    ],
    [
      "hundreds of filters",
      svg(`<filter id="f">${"<feFlood/>".repeat(50)}</filter>${'<path filter="url(#f)"/>'.repeat(50)}`),
      "too many filters",
    ],
    [
      "a marker at each of many corners",
      svg(
        `<marker id="m">${'<path d="M0 0h1v1z"/>'.repeat(50)}</marker><path marker-mid="url(#m)" d="M0 0${"h1".repeat(5000)}"/>`,
      ),
      "costly",
    ],
    [
      "a marker that a group hands down",
      svg(
        `<marker id="m">${'<path d="M0 0h1v1z"/>'.repeat(50)}</marker><g marker="url(#m)"><path d="M0 0${"h1".repeat(5000)}"/></g>`,
      ),
      "costly",
    ],
    ["an SVG in an image", svg(`<image href="data:image/svg+xml;base64,${base64(svg(""))}"/>`), "PNG, JPEG or GIF"],
    [
      "an SVG in an image that says PNG",
      svg(`<image href="data:image/png;base64,${base64(svg(""))}"/>`),
      "PNG, JPEG or GIF",
    ],
    ["a path of a million lines", svg(`<path d="M0 0${"v9v-9".repeat(510_000)}"/>`), "lines, curves"],
    ["a coordinate beyond all bounds", svg('<rect width="1e30" height="1"/>'), "number over"],
    ["a coordinate that is not finite", svg('<rect width="1e999" height="1"/>'), "number over"],
    [
      "an enlargement beyond all bounds",
      svg('<g transform="scale(9999)"><g transform="scale(9999)"/></g>'),
      "enlarges",
    ],
    ["a noise of many octaves", svg('<filter id="f"><feTurbulence numOctaves="999"/></filter>'), "numOctaves"],
    ["a convolution of a large order", svg('<filter id="f"><feConvolveMatrix order="99"/></filter>'), "order"],
    ["70 levels", svg("<g>".repeat(70) + "</g>".repeat(70)), "nested"],
  ])("an SVG file with %s is refused", (_what, text, expected) => {
    expect(issueOf(text)).toContain(expected);
  });

  test("a layer's drawing has the same bounds as a file", () => {
    expect(issueOf(svg('<g id="a"/><g id="a"/>'), readSvg)).toContain("Two elements");
    expect(issueOf(svg('<path d="M0 0H9000000" stroke-dasharray=".001"/>'), readSvg)).toContain("dashes");
    expect(issueOf(svg(bombOf("q:href"), 'xmlns:q="http://www.w3.org/1999/xlink"'), readSvg)).toContain("costly");
  });

  test("the check of a costly SVG is quick, whatever it contains", () => {
    const chain = Array.from(
      { length: 30 },
      (_, at) =>
        `<g id="c${at + 1}" transform="scale(${1 + at / 9})">${`<use href="#c${at}" transform="scale(2)"/>`.repeat(100)}</g>`,
    );
    const before = process.cpuUsage();
    expect(
      issueOf(svg(`<path id="c0" d="${"M0 0h1 ".repeat(20_000)}"/>${chain.join("")}<use href="#c30"/>`)),
    ).toBeDefined();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  test("scripts, handlers, foreign objects and foreign references of a file are left out, and the rest is kept", () => {
    const text = rewriteSvgFile(
      safe(
        svg(
          '<script>x()</script><foreignObject><div>x</div></foreignObject><use href="https://example.com/#a"/>' +
            '<image href="file:///etc/passwd"/><path onclick="x()" d="M0 0h9" fill="url(https://example.com/#b)"/>',
        ),
      ),
    );
    expect(text).toContain('<path d="M0 0h9"/>');
    for (const left of ["script", "foreignObject", "div", "example.com", "passwd", "onclick"]) {
      expect(text).not.toContain(left);
    }
  });

  test("the elements of other namespaces are left out, even if their prefix is svg", () => {
    const text = `<x:svg xmlns:x="http://www.w3.org/2000/svg" xmlns:svg="urn:other"><svg:path d="M9 9"/><x:path d="M1 1"/></x:svg>`;
    expect(rewriteSvgFile(safe(text))).toContain('<path d="M1 1"/>');
    expect(rewriteSvgFile(safe(text))).not.toContain("M9 9");
  });
});

describe("svgWork", () => {
  test("the work grows with the size at which an SVG is drawn, and with its filters", () => {
    const plain = safe(svg('<path d="M0 0h9v9z"/>'));
    const blurred = safe(
      svg('<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><path filter="url(#f)" d="M0 0h9"/>'),
    );
    const [small, large] = [
      { width: 100, height: 100 },
      { width: 5000, height: 5000 },
    ];
    expect(svgWork(plain, large)).toBeGreaterThan(svgWork(plain, small));
    expect(svgWork(blurred, large)).toBeGreaterThan(2 * svgWork(plain, large));
    expect(svgWork(plain, small)).toBeLessThan(5000);
  });
});
