import { describe, expect, test } from "@jest/globals";
import { type Fit, sourceCost } from "../../src/estimate/svg-source-cost.js";
import { boxAt, pictureWith } from "./picture-support.js";

const svgOf = (attributes: string, inside = '<path d="M0 0h9v9z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const SVG = svgOf('viewBox="0 0 100 50"');

/** Returns the milliseconds of an SVG in a box. */
function msOf(fit: Fit, width: number, height: number, scale = 1, source = SVG): number {
  const box = boxAt([0, 0, width, height], { picture: pictureWith({ scale }) });
  return sourceCost(source, "layer", fit, box).cpuMs;
}

describe("the size at which an SVG of 100 × 50 pixels is drawn", () => {
  const own = msOf("none", 1, 1);

  test("a larger size costs more", () => {
    expect(msOf("none", 1, 1, 2)).toBeGreaterThan(own);
    expect(msOf("none", 1, 1, 3)).toBeGreaterThan(msOf("none", 1, 1, 2));
  });

  test.each<[Fit, number, number, number]>([
    ["cover", 200, 50, 2],
    ["cover", 100, 150, 3],
    ["contain", 200, 500, 2],
    ["contain", 900, 150, 3],
    ["contain", 200, 50, 1],
    ["fill", 200, 50, 2],
    ["fill", 100, 150, 3],
    ["none", 900, 900, 1],
  ])("with %s in a box of %d × %d pixels, it is drawn %d times as large", (fit, width, height, times) => {
    expect(msOf(fit, width, height)).toBeCloseTo(msOf("none", 1, 1, times), 9);
    expect(msOf(fit, width, height, 2)).toBeCloseTo(msOf("none", 1, 1, 2 * times), 9);
  });

  test("it is never reduced", () => {
    for (const fit of ["cover", "contain", "fill"] as const) expect(msOf(fit, 10, 5)).toBe(own);
    expect(msOf("none", 1, 1, 0.5)).toBe(own);
    expect(msOf("cover", 50, 25, 3)).toBeCloseTo(msOf("none", 1, 1, 1.5), 9);
  });

  test("it is enlarged to 2,400 pixels per inch instead of 72, and no further", () => {
    const small = svgOf('viewBox="0 0 10 10"');
    const most = msOf("none", 1, 1, 2400 / 72, small);
    expect(msOf("none", 1, 1, 33, small)).toBeLessThan(most);
    expect(msOf("none", 1, 1, 34, small)).toBe(most);
    expect(msOf("fill", 9_000, 10, 9, small)).toBe(most);
  });

  test("it has at most 50 megapixels, as an image does", () => {
    const large = svgOf('viewBox="0 0 10000 4000"');
    const most = msOf("none", 1, 1, 1.1, large);
    expect(msOf("none", 1, 1, 1.2, large)).toBeGreaterThan(most);
    expect(msOf("none", 1, 1, 1.3, large)).toBe(msOf("none", 1, 1, 1.2, large));
  });
});

describe("the source of an SVG", () => {
  test("a source that cannot be used costs only its length", () => {
    const short = msOf("fill", 900, 900, 1, "<svg>");
    expect(short).toBeGreaterThan(0);
    expect(msOf("fill", 900, 900, 1, "<svg>".repeat(3))).toBeCloseTo(3 * short, 9);
    expect(msOf("none", 1, 1, 1, "<svg>")).toBe(short);
  });

  test("each character of a comment adds the time for reading it", () => {
    const added = msOf("none", 1, 1, 1, `${SVG}<!--${"a".repeat(93)}-->`) - msOf("none", 1, 1);
    expect(added).toBeCloseTo(msOf("none", 1, 1, 1, "<svg>") * 20, 9);
  });
});
