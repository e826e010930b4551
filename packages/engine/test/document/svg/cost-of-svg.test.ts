import { describe, expect, test } from "@jest/globals";
import type { SvgCost } from "../../../src/document/svg/drawing-cost.js";
import { svgFacts } from "../../../src/document/svg/read-svg.js";
import { svgWork, tileCount } from "../../../src/document/svg/svg-work.js";

/** Returns the cost of an SVG file of 100 × 50 user units, or why it is refused. */
function costOf(inside: string): SvgCost | string {
  const facts = svgFacts(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">${inside}</svg>`,
    "file",
  );
  return "issue" in facts ? facts.issue : facts.cost;
}

/** Microseconds for a row of an edge, for each further edge in a row, and for a pixel of an area. */
const [EDGE, CROWDED, ORDERED, AREA, RADIAL] = [0.15, 0.0015, 0.05, 0.0008, 0.011];

describe("the cost of shapes", () => {
  test("an SVG without content is one element", () => {
    expect(costOf("")).toEqual({
      elements: 1,
      ...{ segments: 0, layers: 0, passes: 0, neighbors: 0, imagePixels: 0, edges: 0, edgesPerRow: 0, boxes: 0 },
      ...{ areas: 0, areasPerPixel: 0, tiles: 0, buffers: 0, filters: 0 },
    });
  });

  test("a rectangle has eight segments, and two of them cross each of its rows", () => {
    const each = EDGE + 2 * CROWDED;
    expect(costOf('<rect width="30" height="20"/>')).toMatchObject({
      elements: 2,
      segments: 8,
      edges: expect.closeTo(2 * 20 * each, 9),
      edgesPerRow: expect.closeTo(2 * 8 * each, 9),
      boxes: 0,
      areas: expect.closeTo(30 * 20 * AREA, 9),
      areasPerPixel: AREA,
    });
  });

  test("a stroke of two units has 2.3 times as many edges, and joins", () => {
    // The rise is 40, and its band is 20 high. Each of eight segments has a join as high as the stroke.
    const each = EDGE + 2 * CROWDED;
    expect(costOf('<rect width="30" height="20" stroke="red" stroke-width="2"/>')).toMatchObject({
      segments: 8,
      edges: expect.closeTo((2.3 * 40 + 8 * 2) * each, 9),
      edgesPerRow: expect.closeTo(2 * (2.3 * 8 + 8) * each, 9),
      areas: expect.closeTo(32 * 22 * AREA, 9),
    });
  });

  test("dashes are segments, and each of them has two ends", () => {
    // The length around is 100. Dashes and gaps of 5 make 20, each as costly as two segments.
    const each = EDGE + 2 * CROWDED;
    const cost = costOf('<rect width="30" height="20" stroke="red" stroke-dasharray="5"/>');
    expect(cost).toMatchObject({
      segments: 8 + 40,
      edges: expect.closeTo((2.3 * 40 + (8 + 80) * 1) * each, 9),
      edgesPerRow: expect.closeTo(2 * (2.3 * 8 + 8 + 80) * each, 9),
    });
  });

  test("round ends of dashes crowd the rows", () => {
    const cost = costOf('<rect width="30" height="20" stroke="red" stroke-linecap="round" stroke-dasharray="5"/>');
    // The edges in a row: a rise of 40 and 80 ends, in a band of 20.
    const each = EDGE + 6 * CROWDED;
    expect(cost).toMatchObject({ edges: expect.closeTo((2.3 * 40 + 88) * each, 9) });
  });

  test("a shape without a stroke of its own has no stroke and no dashes", () => {
    const other = '<g stroke="red" stroke-width="4" stroke-dasharray="1"/>';
    expect(costOf(`${other}<rect width="30" height="20" stroke="none"/>`)).toMatchObject({
      segments: 8,
      areas: expect.closeTo(30 * 20 * AREA, 9),
    });
  });

  test("a path that only goes to the right takes less time", () => {
    // The area is closed with a line that is 4 high.
    expect(costOf('<path d="M0 0 3 4"/>')).toMatchObject({
      segments: 2,
      edges: expect.closeTo(8 * ORDERED, 9),
      edgesPerRow: expect.closeTo(2 * 2 * ORDERED, 9),
    });
  });

  test("upright edges of a path of boxes count a fifth", () => {
    expect(costOf('<path d="M0 0H9V10H0z"/>')).toMatchObject({
      edges: expect.closeTo(0.2 * 20 * ORDERED, 9),
      // Two edges are apart, at both heights where they begin and end: 0.008 microseconds for each pair.
      boxes: expect.closeTo(2 * 2 * 2 ** 2 * 0.008, 9),
    });
    // A rotation makes them slanted.
    expect(costOf('<g transform="rotate(5)"><path d="M0 0H9V10H0z"/></g>')).toMatchObject({
      edges: expect.closeTo(20 * (EDGE + (20 / (4 * 4.8 + 4)) * CROWDED), 9),
    });
  });

  test("a radial gradient takes more time for each pixel of the shapes that it can fill", () => {
    const gradient = '<radialGradient id="r"><stop offset="0"/></radialGradient>';
    expect(costOf(`${gradient}<rect width="30" height="20"/>`)).toMatchObject({ areasPerPixel: AREA });
    for (const rect of [
      '<rect width="30" height="20" fill="url(#r)"/>',
      '<rect width="30" height="20" stroke="url(#r)"/>',
    ]) {
      expect(costOf(gradient + rect)).toMatchObject({ areasPerPixel: RADIAL });
    }
    const inherited = '<g fill="url(#r)"><rect width="30" height="20"/></g>';
    expect(costOf(gradient + inherited)).toMatchObject({ areasPerPixel: RADIAL });
  });

  test("a letter has 20 segments, and edges that are six font sizes high", () => {
    expect(costOf('<text font-size="20">abc</text>')).toMatchObject({
      segments: 60,
      edges: expect.closeTo(3 * 6 * 20 * EDGE, 9),
      edgesPerRow: expect.closeTo(60 * EDGE, 9),
      areas: expect.closeTo(3 * 400 * AREA, 9),
      areasPerPixel: expect.closeTo(3 * AREA, 9),
    });
    // Without a size, a letter has 16 units.
    expect(costOf("<text>a</text>")).toMatchObject({ edges: expect.closeTo(6 * 16 * EDGE, 9) });
  });
});

describe("the cost of what is drawn again", () => {
  const rect = '<rect id="r" width="30" height="20"/>';
  const EACH = 2 * 20 * (EDGE + 2 * CROWDED);

  test("an element counts as often as it is used", () => {
    expect(costOf(`${rect}<use href="#r"/><use href="#r"/>`)).toMatchObject({
      elements: 1 + 1 + 2 * 2,
      segments: 24,
      edges: expect.closeTo(3 * EACH, 9),
    });
  });

  test("a scale makes edges longer, and areas larger by its square", () => {
    const area = 30 * 20 * AREA;
    expect(costOf(`<g transform="scale(3)"><g transform="scale(2)">${rect}</g></g>`)).toMatchObject({
      edges: expect.closeTo(6 * EACH, 9),
      areas: expect.closeTo(36 * area, 9),
      areasPerPixel: AREA,
    });
    // A use counts its target at the next power of eight.
    expect(costOf(`<defs>${rect}</defs><use href="#r" transform="scale(3)"/>`)).toMatchObject({
      edges: expect.closeTo((1 + 8) * EACH, 9),
    });
    expect(costOf(`<defs>${rect}</defs><use href="#r" transform="scale(8)"/>`)).toMatchObject({
      edges: expect.closeTo((1 + 8) * EACH, 9),
    });
    expect(costOf(`<defs>${rect}</defs><use href="#r" transform="scale(8.1)"/>`)).toMatchObject({
      edges: expect.closeTo((1 + 64) * EACH, 9),
    });
  });

  test("a marker counts at each corner of a shape", () => {
    const marker = '<marker id="m"><rect width="1" height="1"/></marker>';
    // A line has one segment and two corners. Each marker has two elements and eight segments.
    expect(costOf(`${marker}<line x2="9" marker-end="url(#m)"/>`)).toMatchObject({
      elements: 1 + 2 + 1 + 2 * 2,
      segments: 8 + 1 + 2 * 8,
      layers: 1 + 2,
    });
  });

  test("a pattern counts its tile for each shape that it can fill", () => {
    const pattern = '<pattern id="p" width="5" height="4" patternUnits="userSpaceOnUse"><path d="M0 0"/></pattern>';
    expect(costOf(`${pattern}<rect width="30" height="20" fill="url(#p)"/>`)).toMatchObject({ tiles: 20 });
    const scaled = `<g transform="scale(3)"><rect width="30" height="20" fill="url(#p)"/></g>`;
    expect(costOf(pattern + scaled)).toMatchObject({ tiles: 180 });
    const share = pattern.replace(' patternUnits="userSpaceOnUse"', "").replace('"5"', '"0.5"').replace('"4"', '"0.1"');
    expect(costOf(`${share}<rect width="30" height="20" fill="url(#p)"/>`)).toMatchObject({
      tiles: expect.closeTo(600 * 0.05, 9),
    });
    // The group and its two shapes count the largest area of the drawing.
    const group = `<g fill="url(#p)"><rect width="30" height="20"/><rect width="3" height="2"/></g>`;
    expect(costOf(share + group)).toMatchObject({ tiles: expect.closeTo(3 * 600 * 0.05, 9) });
  });

  test("32 references can follow each other, and one more is refused", () => {
    const chain = (count: number) =>
      `<use href="#g0"/><defs>${Array.from({ length: count }, (_, index) => `<g id="g${index}"><use href="#g${index + 1}"/></g>`).join("")}<g id="g${count}"/></defs>`;
    expect(costOf(chain(31))).toHaveProperty("elements");
    expect(costOf(chain(32))).toContain("References follow each other over 32 times");
  });

  test.each([
    ["an element that uses itself", '<g id="a"><use href="#a"/></g>', 'The element "a" refers to itself'],
    [
      "elements that use each other",
      '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
      "refers to itself",
    ],
    ["two elements with one ID", '<g id="a"/><g id="a"/>', 'Two elements have the id "a"'],
    ["an element that is too large", '<g transform="scale(100001)"/>', "enlarges an element over 100000 times"],
    [
      "elements that are too large together",
      '<g transform="scale(1000)"><g transform="scale(101)"/></g>',
      "enlarges an element over 100000 times",
    ],
  ])("%s are refused", (_, inside, message) => {
    expect(costOf(inside)).toContain(message);
  });

  test("an element can be enlarged 100,000 times", () => {
    expect(costOf('<g transform="scale(100000)"/>')).toHaveProperty("elements", 2);
  });

  test("an SVG has at most 20,000 elements, counted as often as they are drawn", () => {
    // The group has 3,999 elements, and is drawn five times. The root and four uses are the others.
    const five = `<g id="a">${"<g/>".repeat(3998)}</g>${'<use href="#a"/>'.repeat(4)}`;
    expect(costOf(five)).toMatchObject({ elements: 20_000 });
    expect(costOf(`${five}<g/>`)).toContain("too many elements, counted as often as they are drawn");
  });

  test("an SVG has at most 5,000 elements in its source, nested at most 64 deep", () => {
    expect(costOf("<g/>".repeat(4999))).toMatchObject({ elements: 5000 });
    expect(costOf("<g/>".repeat(5000))).toContain("There are more than 5000 elements");
    expect(costOf(`${"<g>".repeat(63)}${"</g>".repeat(63)}`)).toMatchObject({ elements: 64 });
    expect(costOf(`${"<g>".repeat(64)}${"</g>".repeat(64)}`)).toContain("Elements are nested over 64 deep");
  });
});

describe("the cost of filters", () => {
  test.each([
    ["2 3", 1, (2 * 2 + 1) * (2 * 3 + 1)],
    ["2", 1, 25],
    ["0", 1, 1],
    ["2 3", 2, (2 * 4 + 1) * (2 * 6 + 1)],
  ])("a morphology with the radius %s at scale %i reads an area around each pixel", (radius, scale, neighbors) => {
    const filter = `<g transform="scale(${scale})"><filter id="f"><feMorphology radius="${radius}"/></filter></g>`;
    expect(costOf(filter)).toMatchObject({ neighbors, passes: 1 });
  });

  test("effects and images add up", () => {
    const png = Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
      Buffer.from([0, 0, 0, 30, 0, 0, 0, 20, 8, 6, 0, 0, 0, 0, 0, 0, 0]),
    ]);
    const image = `<image href="data:image/png;base64,${png.toString("base64")}" width="3" height="2"/>`;
    expect(costOf(`<g opacity="0.5">${image}${image}</g>`)).toMatchObject({
      elements: 4,
      layers: 1,
      buffers: 0.002,
      imagePixels: 1200,
    });
  });
});

describe("the work of a drawing at a size", () => {
  const NOTHING: SvgCost = {
    ...{ elements: 0, segments: 0, layers: 0, passes: 0, neighbors: 0, imagePixels: 0, edges: 0, edgesPerRow: 0 },
    ...{ boxes: 0, areas: 0, areasPerPixel: 0, tiles: 0, buffers: 0, filters: 0 },
  };
  const viewBox = { x: 0, y: 0, width: 100, height: 50 };
  // Each unit has three pixels, by the width.
  const SIZE = { width: 300, height: 100 };
  const PIXELS = 30_000;
  const workOf = (cost: Partial<SvgCost>, size = SIZE) => svgWork({ cost: { ...NOTHING, ...cost }, viewBox }, size);

  test.each<[string, Partial<SvgCost>, number]>([
    ["elements", { elements: 2 }, 2 * 12],
    ["segments", { segments: 5 }, 5 * 0.8],
    ["edges at that scale", { edges: 2, edgesPerRow: 1e9 }, 2 * 3],
    ["edges of all rows at most", { edges: 1e9, edgesPerRow: 2 }, 2 * 100],
    ["boxes", { boxes: 7 }, 7],
    ["areas at the square of the scale", { areas: 2, areasPerPixel: 1e9 }, 2 * 9],
    ["areas of all pixels at most", { areas: 1e9, areasPerPixel: 0.5 }, PIXELS / 2],
    ["buffers and filters for each pixel", { buffers: 0.1, filters: 0.2 }, PIXELS * 0.3],
    ["neighbors for each pixel, at the square of the scale", { neighbors: 4 }, PIXELS * 4 * 9 * 0.001],
    ["pixels of images", { imagePixels: 100 }, 3],
    ["tiles at the square of the scale", { tiles: 10 }, 90 * 0.12],
  ])("the work counts %s", (_, cost, added) => {
    expect(workOf(cost) - workOf({})).toBeCloseTo(added, 6);
  });

  test("each pixel takes time without content, and a reduced drawing reads no fewer neighbors", () => {
    expect(workOf({})).toBeCloseTo(PIXELS * 0.012, 9);
    const small = { width: 10, height: 5 };
    expect(workOf({ neighbors: 4 }, small) - workOf({}, small)).toBeCloseTo(50 * 4 * 0.001, 9);
  });

  test("tiles of more than 60 megapixels take too much time", () => {
    const unit = { width: 100, height: 50 };
    expect(workOf({ tiles: 60_000_000 }, unit)).toBeLessThan(1e8);
    expect(workOf({ tiles: 60_000_001 }, unit)).toBeGreaterThanOrEqual(1e9);
  });

  test.each([
    [1, 1, 1],
    [2000, 2000, 1],
    [2001, 2000, 2],
    [2001, 4001, 6],
  ])("a drawing of %i × %i pixels is drawn in %i tiles", (width, height, expected) => {
    expect(tileCount({ width, height })).toBe(expected);
  });
});
