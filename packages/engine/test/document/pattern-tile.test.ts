import { describe, expect, test } from "@jest/globals";
import { svgFacts } from "../../src/document/svg/read-svg.js";
import { svgWork } from "../../src/document/svg/svg-work.js";

/** The work in milliseconds for a drawing of 100×100 with a pattern in a rectangle. */
function workWith(pattern: string, shape = '<rect width="100" height="100" fill="url(#p)"/>'): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><defs>${pattern}</defs>${shape}</svg>`;
  const facts = svgFacts(svg, "layer");
  if ("issue" in facts) throw new Error(facts.issue);
  return svgWork(facts, facts.size) / 1000;
}

const inside = '<rect width="5" height="5" fill="#f00"/>';

describe("the tiles of patterns", () => {
  test("a pattern of small tiles costs about as much as its shape", () => {
    expect(
      workWith(`<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse">${inside}</pattern>`),
    ).toBeLessThan(1);
    expect(workWith(`<pattern id="p" width=".1" height=".1">${inside}</pattern>`)).toBeLessThan(1);
  });

  test.each([
    ["a large tile", `<pattern id="p" width="5000" height="5000" patternUnits="userSpaceOnUse">${inside}</pattern>`],
    [
      "an enlarged tile",
      `<pattern id="p" width="50" height="50" patternUnits="userSpaceOnUse" patternTransform="scale(100)">${inside}</pattern>`,
    ],
    [
      "a share of the view",
      `<pattern id="p" width="5000%" height="5000%" patternUnits="userSpaceOnUse">${inside}</pattern>`,
    ],
    [
      "the size of another pattern",
      `<pattern id="o" width="5000" height="5000" patternUnits="userSpaceOnUse">${inside}</pattern><pattern id="p" href="#o"/>`,
    ],
  ])("%s counts with its full size, however small the drawing is", (_, pattern) => {
    // 25 megapixels took 0.5 s or more.
    expect(workWith(pattern)).toBeGreaterThan(500);
  });

  test("a tile that is as large as its shape counts with the shape, even if a surrounding group names the pattern", () => {
    const pattern = `<pattern id="p" width="1" height="1">${inside}</pattern>`;
    const rect = '<rect width="5000" height="5000"/>';
    expect(workWith(pattern, '<rect width="5000" height="5000" fill="url(#p)"/>')).toBeGreaterThan(500);
    expect(workWith(pattern, `<g fill="url(#p)">${rect}</g>`)).toBeGreaterThan(500);
  });

  test("tiles that need too much memory exceed every budget", () => {
    const pattern = `<pattern id="p" width="10000" height="10000" patternUnits="userSpaceOnUse">${inside}</pattern>`;
    expect(workWith(pattern)).toBeGreaterThan(100_000);
  });
});
