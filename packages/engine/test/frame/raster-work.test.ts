import { describe, expect, test } from "@jest/globals";
import { rasterWork } from "../../src/frame/raster-work.js";
import { MAX_WORK_US } from "../../src/shared/work.js";

const COVERAGE = { drawn: 1_000_000, ink: 500_000, unit: 1 };
const PATH = '<path d="M0 0H9V9H0Z"/>';
const pad = (svg: string, length: number) => svg.padEnd(length, " ");
/** The work of an SVG whose length is the same as that of the others. */
const workOf = (svg: string, coverage = COVERAGE) => rasterWork(pad(svg, 1000), coverage);

describe("rasterWork", () => {
  test("more drawn pixels, more ink and more characters are more work", () => {
    expect(workOf(PATH, { ...COVERAGE, drawn: 2_000_000 })).toBeGreaterThan(workOf(PATH) + 1000);
    expect(workOf(PATH, { ...COVERAGE, ink: 1_000_000 })).toBeGreaterThan(workOf(PATH) + 500);
    expect(rasterWork(pad(PATH, 11_000), COVERAGE) - workOf(PATH)).toBeGreaterThan(100);
  });

  test("each path can cover all ink, but not thousands of them", () => {
    const [one, two, twenty, hundred] = [1, 2, 20, 40].map((count) => workOf(PATH.repeat(count)));
    expect((two ?? 0) - (one ?? 0)).toBeGreaterThan(500);
    expect((twenty ?? 0) - (one ?? 0)).toBeCloseTo(19 * ((two ?? 0) - (one ?? 0)));
    expect(hundred).toBeCloseTo(twenty ?? 0);
  });

  test.each([
    ["a gradient", '<path fill="url(#g)"/>', "<path/>"],
    ["a clip", `<g clip-path="url(#c)">${PATH}</g>`, PATH],
    ["an isolated group", `<g style="isolation:isolate">${PATH}</g>`, PATH],
    ["an opacity", `<g opacity="0.5">${PATH}</g>`, PATH],
    ["an image", "<image/>", "<g/>"],
  ])("%s is work for each pixel of ink", (_, svg, without) => {
    const added = workOf(svg) - workOf(without);
    expect(added).toBeGreaterThan(1000);
    const twice = { ...COVERAGE, ink: 2 * COVERAGE.ink };
    expect(workOf(svg, twice) - workOf(without, twice)).toBeCloseTo(2 * added);
    expect(workOf(svg.repeat(2)) - workOf(without.repeat(2))).toBeCloseTo(2 * added);
  });

  test("the characters of a stroke are more work than those of a fill", () => {
    const [stroke, fill] = [pad('<path stroke="#f00"/>', 10_000), pad("<path/>", 10_000)];
    expect(rasterWork(stroke, COVERAGE)).toBeGreaterThan(rasterWork(fill, COVERAGE) + 1000);
  });

  test("an embedded image is no text that is parsed", () => {
    const image = (bytes: number) => `<image x="1" href="data:image/png;base64,${"A".repeat(bytes)}" width="2"/>`;
    expect(rasterWork(image(100_000), COVERAGE)).toBeCloseTo(rasterWork(image(4), COVERAGE));
    const trailing = (length: number) => image(100_000) + " ".repeat(length);
    expect(rasterWork(trailing(10_000), COVERAGE)).toBeGreaterThan(rasterWork(trailing(0), COVERAGE) + 100);
  });

  describe("filters", () => {
    const filter = (width: number, height: number) => `<filter id="b" x="1" y="2" width="${width}" height="${height}">`;

    test("the pixels of the regions of all filters are work", () => {
      const region = workOf(filter(100, 50)) - workOf("<filter>");
      expect(region).toBeGreaterThan(500);
      expect(workOf(filter(100, 50) + filter(200, 50.5)) - workOf("<filter>")).toBeCloseTo((region * 15_100) / 5000);
      const double = { ...COVERAGE, unit: 4 };
      expect(workOf(filter(100, 50), double) - workOf("<filter>", double)).toBeCloseTo(4 * region);
    });

    test("a filter that needs too much memory is more work than any render may take", () => {
      expect(workOf(filter(1e5, 1e5))).toBe(MAX_WORK_US);
      expect(workOf(filter(100, 50) + filter(1e5, 1e5))).toBe(MAX_WORK_US);
      expect(workOf(filter(1000, 1000), { ...COVERAGE, unit: 1e4 })).toBe(MAX_WORK_US);
    });
  });
});
