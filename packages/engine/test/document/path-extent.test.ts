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
});

test.each(["polyline", "polygon"])("a %s with more dashes than can be drawn is refused", (name) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 10000"><${name} points="0 0 1 9000 2 0 3 9000" stroke="#f00" stroke-dasharray="0.01"/></svg>`;
  expect(svgIssue(svg)).toContain("too many lines, curves and dashes");
});
