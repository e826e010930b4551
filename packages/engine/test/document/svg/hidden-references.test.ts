/**
 * Rasterizers draw references that are written in unusual ways, and those that shapes inherit. Each of them counts, because
 * a few nested references can draw millions of shapes.
 */
import { describe, expect, test } from "@jest/globals";
import { readSvgFile, readSvg, svgFacts } from "../../../src/document/svg/read-svg.js";
import { rewriteSvgFile } from "../../../src/document/svg/write-svg-file.js";

const svg = (inside: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" ${attributes}>${inside}</svg>`;
const shapes = (count: number, attributes = "") => `<rect width="9" height="9" ${attributes}/>`.repeat(count);

/** Returns how many elements of a file are drawn. The root is one of them. */
function elementsOf(inside: string, attributes = ""): number {
  const facts = svgFacts(svg(inside, attributes), "file");
  if ("issue" in facts) throw new Error(facts.issue);
  return facts.cost.elements;
}

function written(text: string, read = readSvgFile): string {
  const result = read(text);
  if ("issue" in result) throw new Error(result.issue);
  return rewriteSvgFile(result.svg);
}

function issueOf(inside: string): string | undefined {
  const facts = svgFacts(svg(inside), "file");
  return "issue" in facts ? facts.issue : undefined;
}

/** A pattern of 11 elements. */
const PATTERN = `<pattern id="p">${shapes(10)}</pattern>`;
/** The root and the pattern, which counts where it is defined, too. */
const DEFINED = 1 + 11;

describe("references that are written in unusual ways", () => {
  test.each([
    ["in uppercase", "URL(#p)"],
    ["in both cases", "Url(#p)"],
    ["without its bracket", "url(#p"],
    ["with space before its bracket", "url(#p )"],
    ["with a line feed before its bracket", "url(#p&#10;)"],
    ["in quotes", "url('#p')"],
    ["in quotes that are not closed", "url('#p"],
    ["in uppercase and in quotes", "URL(&quot;#p&quot;)"],
    ["after a comment", "/* a */url(#p)"],
    ["before a comment", "URL(#p)/* a"],
    ["before another color", "url(#p) red"],
  ])("a pattern counts if its reference is %s", (_, value) => {
    expect(elementsOf(`${PATTERN}${shapes(1, `fill="${value}"`)}`)).toBe(DEFINED + 1 + 11);
    expect(elementsOf(`${PATTERN}${shapes(1, `style="stroke: ${value}"`)}`)).toBe(DEFINED + 1 + 11);
    expect(elementsOf(`${PATTERN}<style>rect.a{stroke:red}.a{fill:${value}}</style>${shapes(1, 'class="a"')}`)).toBe(
      DEFINED + 1 + 11,
    );
  });

  test("an element counts if its ID ends with a no-break space, which CSS does not cut off", () => {
    expect(elementsOf(`<mask id="m&#160;">${shapes(5)}</mask>${shapes(1, 'mask="url(#m&#160;)"')}`)).toBe(
      1 + 6 + 1 + 6,
    );
  });

  test.each(["\\75rl(#p)", "u\\72 l(#p)", "url(#\\70)", "url(#p\\)", "\\69nherit"])(
    "the escape in %s is left out, because it can hide a reference",
    (value) => {
      for (const name of ["fill", "stroke", "mask", "clip-path", "filter", "marker-end"]) {
        const text = written(svg(`<path d="M1 1" ${name}="${value}"/><path d="M2 2" style="${name}:${value}"/>`));
        expect(text).toContain('<path d="M1 1"/><path d="M2 2"/>');
      }
      expect(written(svg(`<path d="M1 1" fill="${value}"/>`), readSvg)).toContain('<path d="M1 1"/>');
    },
  );

  test("a backslash is kept where no reference can be", () => {
    expect(written(svg(`<text font-family="A\\20 B" id="a\\b">c</text>`))).toContain('font-family="A\\20 B" id="a\\b"');
  });

  test.each(["inherit", " INHERIT", "inherit !important", "/**/inherit/**/", "inherit/*"])(
    "the value %j of a mask, clip or filter is left out, because each shape would draw the mask of its group again",
    (value) => {
      for (const name of ["mask", "clip-path", "filter"]) {
        expect(written(svg(`<path d="M1 1" ${name}="${value}"/>`))).toContain('<path d="M1 1"/>');
      }
      expect(written(svg(`<path d="M1 1" mask="${value}" fill="red"/>`), readSvg)).toContain(
        '<path d="M1 1" fill="red"/>',
      );
    },
  );

  test("a property that is inherited anyway can say so, and a name can begin with the word", () => {
    const text = written(
      svg('<clipPath id="inherit"/><path fill="inherit" marker-end="inherit" clip-path="url(#inherit)"/>'),
    );
    expect(text).toContain('<path fill="inherit" marker-end="inherit" clip-path="url(#inherit)"/>');
  });
});

describe("references that shapes inherit", () => {
  test("a pattern of a group is drawn for each element of the group", () => {
    expect(elementsOf(`${PATTERN}<g fill="url(#p)">${shapes(3)}</g>`)).toBe(DEFINED + 4 + 4 * 11);
    expect(elementsOf(`${PATTERN}<g stroke="url(#p)"><g>${shapes(3)}</g></g>`)).toBe(DEFINED + 5 + 5 * 11);
  });

  test("a pattern of a reference is drawn for each element that it refers to, in both orders of its attributes", () => {
    const group = `${PATTERN}<g id="g">${shapes(3)}</g>`;
    expect(elementsOf(`${group}<use fill="url(#p)" href="#g"/>`)).toBe(DEFINED + 4 + 5 + 5 * 11);
    expect(elementsOf(`${group}<use href="#g" fill="url(#p)"/>`)).toBe(DEFINED + 4 + 5 + 5 * 11);
  });

  test("a mask of a group is drawn once, and a mask of a shape does not have the shape's pattern", () => {
    const mask = `<mask id="m">${shapes(3)}</mask>`;
    expect(elementsOf(`${mask}<g mask="url(#m)">${shapes(2)}</g>`)).toBe(1 + 4 + 3 + 4);
    expect(elementsOf(`${PATTERN}${mask}${shapes(1, 'mask="url(#m)" fill="url(#p)"')}`)).toBe(DEFINED + 4 + 1 + 4 + 11);
  });

  test.each(["mask", "pattern"])("the content of a %s inherits the pattern of a group around it", (name) => {
    const target = `<g fill="url(#p)"><${name} id="t">${shapes(3)}</${name}></g>`;
    const user = shapes(1, `${name === "mask" ? "mask" : "fill"}="url(#t)"`);
    // The group with its 4 elements, and the shape with the 4 elements of the target. Patterns are added to both.
    expect(elementsOf(`${PATTERN}${target}${user}`)).toBe(DEFINED + 5 * 12 + 1 + 4 * 12);
  });

  test("the content of a reference inherits from the reference, and not from the group around its target", () => {
    const target = `<g fill="url(#p)"><g id="t">${shapes(3)}</g></g>`;
    expect(elementsOf(`${PATTERN}${target}<use href="#t"/>`)).toBe(DEFINED + 5 * 12 + 1 + 4);
  });

  test("the content of a mask inherits the markers of a group around it, at each corner", () => {
    const marker = `<marker id="m">${shapes(4)}</marker>`;
    const line = '<path d="M0 0h1"/>';
    const around = (inside: string) =>
      `${marker}<g ${inside}><mask id="t">${line}</mask></g>${shapes(1, 'mask="url(#t)"')}`;
    const [plain, marked] = [elementsOf(around("")), elementsOf(around('marker-mid="url(#m)"'))];
    // The path of one line has one corner more than segments, where it is defined and where it is drawn.
    const corners = (marked - plain) / 5;
    expect(Number.isInteger(corners)).toBe(true);
    expect(corners).toBeGreaterThanOrEqual(4);
  });

  test("a pattern inside of a group that it paints does not draw itself", () => {
    expect(elementsOf(`<g fill="url(#p)">${PATTERN}${shapes(1)}</g>`)).toBe(1 + (1 + 11 + 1) * 12);
  });

  test("a pattern counts for each shape of a marker that asks for the paint of its path", () => {
    const marker = (fill: string) => `<marker id="m">${shapes(10, `fill="${fill}"`)}</marker>`;
    const path = '<path d="M0 0h1" fill="url(#p)" marker-end="url(#m)"/>';
    const [plain, asking] = [marker("red"), marker("context-fill")].map((each) => elementsOf(PATTERN + each + path));
    expect(asking).toBeGreaterThan((plain ?? 0) + 100);
  });

  test.each([
    ["groups", (at: number) => `<pattern id="p${at + 1}"><g fill="url(#p${at})">${shapes(20)}</g></pattern>`],
    [
      "their surroundings",
      (at: number) => `<g fill="url(#p${at})"><pattern id="p${at + 1}">${shapes(20)}</pattern></g>`,
    ],
    [
      "the paths of markers",
      (at: number) =>
        `<marker id="m${at}">${shapes(20, 'fill="context-fill"')}</marker>` +
        `<pattern id="p${at + 1}"><path d="M0 0h1" fill="url(#p${at})" marker-end="url(#m${at})"/></pattern>`,
    ],
  ])("patterns that multiply on four levels by %s are refused", (_, level) => {
    const levels = [0, 1, 2, 3].map(level).join("");
    expect(issueOf(`<pattern id="p0">${shapes(1)}</pattern>${levels}${shapes(1, 'fill="url(#p4)"')}`)).toContain(
      "too costly",
    );
  });
});
