import { describe, expect, test } from "@jest/globals";
import { partDensity, printDensity } from "../../src/limits/print-pixels.js";

describe("the density of images on a page", () => {
  test.each<[string, number, number | undefined, number]>([
    ["a picture without a resolution has 96 pixels per inch, of the 300 of print", 1, undefined, 3.125],
    ["a scale enlarges a picture without a resolution", 2, undefined, 6.25],
    ["a document of 150 pixels per inch needs two pixels for each of its own", 1, 150, 2],
    ["a scale does not change the paper of a document with a resolution", 3, 600, 0.5],
  ])("%s", (_, scale, dpi, expected) => {
    expect(printDensity(scale, dpi)).toBe(expected);
  });
});

const shadow = (blur: number, spread = 0) => ({ blur, spread, inset: false });

describe("the density of a part of a page", () => {
  test.each([
    ["a small part has the density of the page", { width: 100, height: 100 }, 3, 1, 3],
    ["a part has at most 1.5 megapixels", { width: 1000, height: 6000 }, 3, 0.25, 0.5],
    ["a part that must be smaller still has the scale of the picture", { width: 1000, height: 6000 }, 3, 2, 2],
    ["a part of less than one pixel has the density of the page", { width: 0.01, height: 0.01 }, 900, 1, 900],
    // 90,000,000 / (10,000 × 72) is 125, whose cube root is 5.
    ["a spread limits the density", { width: 100, height: 100, shadows: [shadow(0, 72)] }, 9, 1, 5],
    ["a negative spread takes the same time", { width: 100, height: 100, shadows: [shadow(0, -72)] }, 9, 1, 5],
    ["the largest spread decides", { width: 100, height: 100, shadows: [shadow(0, 72), shadow(0, -9)] }, 9, 1, 5],
  ])("%s", (_, part, density, scale, expected) => {
    expect(partDensity({ shadows: [], hasContent: true, ...part }, density, scale)).toBeCloseTo(expected, 9);
  });

  test.each([
    // A radius of 12 is a deviation of 6. With 12 pixels for each deviation, there are 2 pixels for each document pixel.
    ["a blur has 12 pixels for each of its deviations", [shadow(12)], 1, 2],
    ["the sharpest shadow decides", [shadow(12), shadow(8), shadow(24)], 1, 3],
    ["a sharp shadow has the density of the page", [shadow(12), shadow(0)], 1, 6],
    ["a large blur has at least one pixel for each document pixel", [shadow(48)], 1, 1],
    ["a large blur of an enlarged picture has no more pixels than it needs", [shadow(48)], 4, 1],
  ])("of shadows alone, %s", (_, shadows, scale, expected) => {
    expect(partDensity({ width: 100, height: 100, shadows, hasContent: false }, 6, scale)).toBe(expected);
  });

  test("shadows of a large part have no more pixels than the part can have", () => {
    const part = { width: 1000, height: 6000, shadows: [shadow(48)], hasContent: false };
    expect(partDensity(part, 6, 0.25)).toBe(0.5);
  });
});
