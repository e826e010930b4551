import { describe, expect, test } from "@jest/globals";
import { pathExtent } from "../../src/document/svg/path-extent.js";
import { svgIssue } from "../../src/document/svg/read-svg.js";

describe("pathExtent", () => {
  test.each([
    ["M0 0 0 100 40 100", "M0 0 L0 100 L40 100"],
    ["m5 5 0 100 40 0", "M5 5 L5 105 L45 105"],
    ["M0 0 30 40 M100 0 130 40", "M0 0 L30 40 M100 0 L130 40"],
  ])("further points of a move are lines: %s is as long and as high as %s", (short, long) => {
    expect(pathExtent(short)).toEqual(pathExtent(long));
  });

  test("a path is as long as its lines", () => {
    expect(pathExtent("M0 0 30 40 30 0").length).toBe(90);
  });

  test.each([
    ["goes to the right", "M0 0 10 5 20 0", true],
    ["goes upright at its right end", "M0 0 10 5V0", true],
    ["goes back to the left", "M0 0 10 5 9 0", false],
    ["goes back to the left and then to the right again", "M0 0 10 5 5 0 20 9", false],
    ["has a second part to the right of the first", "M0 0 10 5M11 0 20 5", true],
    ["has a second part that begins where the first ends", "M0 0 10 5M10 0 20 5", true],
    ["has a second part that begins above the first", "M0 0 10 5M9 0 20 5", false],
    ["has a second part that begins above the first, which is closed", "M0 0 10 5zM5 0 20 5", false],
    ["is closed", "M0 0 10 5 20 0z", true],
    ["goes to the right from its start again after it was closed", "M0 0 10 5z5 5", true],
    ["goes upright from its start after it was closed", "M0 0 10 5zV5", true],
    ["goes to the left from its start after it was closed", "M0 0 10 5zL-1 5", false],
    ["has an arc", "M0 0A5 5 0 0 1 10 5", false],
  ])("knows whether segments follow each other from left to right if a path %s", (_name, data, isOrdered) => {
    expect(pathExtent(data).isOrdered).toBe(isOrdered);
  });
});

test.each(["polyline", "polygon"])("a %s with more dashes than can be drawn is refused", (name) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 10000"><${name} points="0 0 1 9000 2 0 3 9000" stroke="#f00" stroke-dasharray="0.01"/></svg>`;
  expect(svgIssue(svg)).toContain("too many lines, curves and dashes");
});
