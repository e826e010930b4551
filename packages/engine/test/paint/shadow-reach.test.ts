import { expect, test } from "@jest/globals";
import { shadowReach } from "../../src/paint/shadow-reach.js";

const SHADOW = { color: "#000", x: 500, y: 500, blur: 0, spread: 0, inset: false };

test("a blurred shadow reaches three standard deviations, which are half of its blur radius each", () => {
  const sharp = shadowReach(SHADOW);
  expect(shadowReach({ ...SHADOW, blur: 20 }) - sharp).toBe(30);
});

test("a shadow reaches farther by its spread, also if that is negative, and by a pixel for its smooth edge", () => {
  expect(shadowReach({ ...SHADOW, spread: 7 })).toBe(8);
  expect(shadowReach({ ...SHADOW, spread: -7 })).toBe(8);
  expect(shadowReach(SHADOW)).toBe(1);
});
