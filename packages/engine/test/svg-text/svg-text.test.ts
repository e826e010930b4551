/** The texts of SVGs are compared with those that another text engine draws, with the same rasterizer. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { readLetteredSvg } from "../../src/document/svg/read-svg.js";
import { writeSvgFile } from "../../src/document/svg/write-svg-file.js";
import { textEngineOf } from "../../src/layout/measure-layer.js";
import { UNLIMITED } from "../../src/shared/work.js";
import { outlineTexts } from "../../src/svg-text/outline-texts.js";
import { fonts } from "../support.js";
import { createOtherEngine } from "./other-engine.js";

const other = createOtherEngine();
afterAll(() => {
  other.close();
});

const SIZE = { width: 300, height: 80 };
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}" font-family="Inter">${inside}</svg>`;

const engine = await textEngineOf(fonts);

/** Returns a file with the outlines of an SVG's texts. */
function outlined(source: string): string {
  const read = readLetteredSvg(source);
  if ("issue" in read) throw new Error(read.issue);
  const file = writeSvgFile(outlineTexts(read.svg, engine, { spend: UNLIMITED }).svg, "#000");
  expect(file).not.toContain("<text");
  return file;
}

/** Returns the number of pixels that differ by more than a quarter of full contrast, and of those that are inked. */
function compare(one: Buffer, two: Buffer): { different: number; inked: number } {
  let [different, inked] = [0, 0];
  for (let at = 0; at < one.length; at += 4) {
    const channels = [0, 1, 2].map((channel) => Math.abs((one[at + channel] ?? 0) - (two[at + channel] ?? 255)));
    if (Math.max(...channels) > 64) different += 1;
    if (Math.min(two[at] ?? 255, two[at + 1] ?? 255, two[at + 2] ?? 255) < 128) inked += 1;
  }
  return { different, inked };
}

describe("outlineTexts", () => {
  test.each([
    ["a text at a place", '<text x="20" y="50" font-size="32">Hamburg</text>'],
    [
      "a text in fractions of a unit",
      '<g transform="scale(100)"><text x=".2" y=".5" font-size=".32">Hamburg</text></g>',
    ],
    ["a text that is centered", '<text x="150" y="50" font-size="32" text-anchor="middle">Hamburg</text>'],
    ["a text that ends at its place", '<text x="280" y="50" font-size="32" text-anchor="end">Hamburg</text>'],
    [
      "a text in three weights and styles",
      '<text x="10" y="50" font-size="28">One <tspan font-weight="bold">two</tspan> <tspan font-family="Playfair Display" font-style="italic" fill="#c00">three</tspan></text>',
    ],
    [
      "a text that is moved step by step",
      '<text x="10" y="40" font-size="24">up<tspan dx="10" dy="-8">and</tspan><tspan dx="1em" dy="16">down</tspan></text>',
    ],
    ["letters with places of their own", '<text x="10 60 110" y="40 50 60" font-size="28">Abcd</text>'],
    ["letters that are rotated", '<text x="10 60 110" y="50" rotate="10 20 30" font-size="28">Abc</text>'],
    [
      "lines of text",
      '<text x="10" font-size="20"><tspan x="10" y="30">first</tspan><tspan x="10" dy="1.4em">next</tspan></text>',
    ],
    ["letter spacing", '<text x="10" y="50" font-size="24" letter-spacing="3">spaced</text>'],
    ["spaces that are collapsed", '<text x="10" y="50" font-size="24">\n  a   <tspan>  b </tspan>\n c  </text>'],
    ["spaces that are kept", '<text x="10" y="50" font-size="24" xml:space="preserve">a   b</text>'],
    [
      "a text in a style",
      '<style>.a{font-family:"Playfair Display",serif;font-style:italic;font-size:30px;fill:#00c}</style><text class="a" x="10" y="50">Styled</text>',
    ],
    [
      "a stroke and an opacity",
      '<text x="10" y="50" font-size="40" fill="none" stroke="#000" stroke-width="3" opacity=".9">Line</text>',
    ],
    [
      "a transform",
      '<g transform="translate(20 70)"><text transform="rotate(-10) scale(2)" font-size="16">Rotate</text></g>',
    ],
    [
      "a text that is used twice",
      '<defs><text id="a" font-size="24">Use</text></defs><use xlink:href="#a" x="10" y="30"/><use xlink:href="#a" x="100" y="60"/>',
    ],
    [
      "a text that clips",
      '<clipPath id="c"><text x="10" y="60" font-size="60" font-weight="bold">Clip</text></clipPath><rect width="300" height="80" fill="#080" clip-path="url(#c)"/>',
    ],
    [
      "a text with a gradient in its own units",
      '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="200"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><text x="10" y="50" font-size="40" font-weight="bold" fill="url(#g)">Colors</text>',
    ],
    [
      "a gradient over all parts of a text",
      '<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><text x="10" y="50" font-size="32" fill="url(#g)">One <tspan font-weight="bold">two</tspan> three</text>',
    ],
    ["a baseline in the middle", '<text x="10" y="40" font-size="32" dominant-baseline="middle">xamo</text>'],
    ["a text that is hidden in part", '<text x="10" y="50" font-size="24">a<tspan display="none">bc</tspan>d</text>'],
  ])("%s is drawn like the other engine draws it", (_what, inside) => {
    const source = svg(inside);
    const expected = other.draw(source);
    const { different, inked } = compare(other.draw(outlined(source)), expected);
    expect(inked).toBeGreaterThan(100);
    expect(different / inked).toBeLessThan(0.03);
  });

  test.each([
    ["underline", [51, 58], "beneath"],
    ["line-through", [35, 45], "above"],
    ["overline", [15, 26], "beneath"],
  ] as const)("%s is a line of its own as wide as the text, beneath or above the letters", (line, place, side) => {
    const file = outlined(svg(`<text x="0" y="50" font-size="32" text-decoration="${line}">HHHH</text>`));
    const pixels = other.draw(file);
    const isInked = (x: number, y: number) => (pixels[(y * SIZE.width + x) * 4] ?? 255) < 160;
    const rows = Array.from({ length: SIZE.height }, (_, y) => y).filter((y) =>
      Array.from({ length: 80 }, (_, x) => x + 2).every((x) => isInked(x, y)),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((y) => y >= place[0] && y <= place[1])).toBe(true);
    const paths = [...file.matchAll(/ d="([^"]*)"/g)].map(([, path = ""]) => path.length);
    expect(paths).toHaveLength(2);
    expect((paths[0] ?? 0) < (paths[1] ?? 0)).toBe(side === "beneath");
  });

  test("the shorthand font sets the same properties as its longhands", () => {
    const [short, long] = [
      "font: italic 700 30px/1.2 'Playfair Display', serif",
      "font-style: italic; font-weight: 700; font-size: 30px; font-family: 'Playfair Display', serif",
    ].map((style) => outlined(svg(`<text x="10" y="50" style="${style}">Styled</text>`)));
    expect(short).toBe(long);
    expect(short).not.toBe(outlined(svg('<text x="10" y="50" font-size="30">Styled</text>')));
  });

  test("an emoji that a text has twice is defined once", () => {
    const file = outlined(svg('<text x="10" y="50" font-size="24" fill="#f00">\u{1F600} and \u{1F600}</text>'));
    expect(file.match(/<g id="emoji-1f600"/g)).toHaveLength(1);
    expect(file.match(/xlink:href="#emoji-1f600"/g)).toHaveLength(2);
  });

  test("more than 5,000 characters are not drawn, but the shapes are", () => {
    const read = readLetteredSvg(svg(`<text>${"a".repeat(5_001)}</text><rect width="9" height="9"/>`));
    if ("issue" in read) throw new Error(read.issue);
    const { svg: drawn, findings } = outlineTexts(read.svg, engine, { spend: UNLIMITED });
    expect(drawn.children.map(({ name }) => name)).toEqual(["rect"]);
    expect(findings.ignored).toEqual(["text (over 5,000 characters)"]);
  });

  test("letters beyond the limit of all coordinates are left out", () => {
    const file = outlined(svg('<text x="9999999" y="50" font-size="9999999">ab</text><text x="10" y="9">c</text>'));
    const numbers = (file.match(/[-\d.]+/g) ?? []).map(Number).filter((number) => !Number.isNaN(number));
    expect(Math.max(...numbers)).toBeLessThanOrEqual(10_000_000);
    expect(file.match(/<path/g)).toHaveLength(1);
  });
});
