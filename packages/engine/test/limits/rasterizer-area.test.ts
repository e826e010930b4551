import { describe, expect, test } from "@jest/globals";
import { maxSideForRotatedBlur, sideForEmoji } from "../../src/limits/rasterizer-area.js";

describe("the side of an area that draws emoji completely", () => {
  test.each([
    ["no emoji need no area", 0, false, 0],
    // The content reaches 7.5 sides, and a group has a margin of 4 pixels. The rasterizer draws two sides of the area.
    ["an upright emoji needs half of its content and margin", 100, false, 377],
    // 750 × √2 is 1060.66. With the margin, half of it is 532.33.
    ["a rotated emoji reaches farther by its diagonal", 100, true, 533],
    ["an area has at most 32 megapixels", 2000, false, 5700],
  ])("%s", (_, emoji, isRotated, expected) => {
    expect(sideForEmoji(emoji, isRotated)).toBe(expected);
  });
});

describe("the longest side of an area for a rotated blur", () => {
  test.each([
    // (100 + 10 + (500 + (10 + 8) × √2) + 4) / 2 is 319.73.
    ["the narrow side of a long picture grows", 100, 1000, 10, 320],
    // (400 + 25 + (200 + (25 + 8) × √2) + 4) / 2 is 337.83.
    ["the sides of a square picture stay", 400, 400, 25, 400],
    // (400 + 400 + (200 + (400 + 8) × √2) + 4) / 2 is 790.5.
    ["a blur as large as the picture makes the area larger", 400, 400, 400, 791],
  ])("%s", (_, side, otherSide, blur, expected) => {
    expect(maxSideForRotatedBlur(side, otherSide, blur)).toBe(expected);
  });
});
