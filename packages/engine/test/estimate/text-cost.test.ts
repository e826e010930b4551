import { describe, expect, test } from "@jest/globals";
import { boxCost } from "../../src/estimate/box-cost.js";
import type { PlacedBox } from "../../src/estimate/cost.js";
import { textCost, type TextLook } from "../../src/estimate/text-cost.js";
import { boxAt, pictureWith } from "./picture-support.js";

const LOOK: TextLook = {
  ...{ width: 80, height: 40, text: "hello world", rich: false, font_family: "Inter", font_size: 10, line_height: 1.2 },
  ...{ letter_spacing: 0, text_fit: "cut", text_wrap: "greedy", min_font_size: 5, max_font_size: 20, opacity: 1 },
  ...{ stroke_color: "transparent", stroke_width: 0, highlight_color: "transparent" },
};

const fonts = () => ({ characters: new Set<number>(), families: new Set(["Inter"]) });

/** Returns the milliseconds of a text in a box of 80 × 40 pixels of a picture whose fonts are read. */
function msOf(look: Partial<TextLook>, more: Partial<PlacedBox> = {}): number {
  const picture = pictureWith({ scale: 1, fonts: fonts() });
  return textCost({ ...LOOK, ...look }, boxAt([0, 0, 80, 40], { picture, ...more })).cpuMs;
}

const plain = msOf({});

describe("the estimate of a text", () => {
  test("a text of spaces costs only its box, without a shadow", () => {
    const box = boxAt([0, 0, 80, 40], { picture: pictureWith({ scale: 1, fonts: fonts() }) });
    const look = { ...LOOK, text: " \n\t", shadow_color: "#000", shadow_blur: 5 };
    expect(textCost(look, box)).toEqual(boxCost({ ...look, shadow_color: undefined }, box));
    expect(msOf({ text: " " })).toBeLessThan(plain);
  });

  test("a stroke counts only if it has a width and a color", () => {
    expect(msOf({ stroke_width: 2 })).toBe(plain);
    expect(msOf({ stroke_color: "#000" })).toBe(plain);
    const [thin, wide] = [
      msOf({ stroke_color: "#000", stroke_width: 1 }),
      msOf({ stroke_color: "#000", stroke_width: 3 }),
    ];
    expect(thin).toBeGreaterThan(plain);
    expect(wide).toBeGreaterThan(thin);
  });

  test("a shadow counts the outlines once more, and a blurred one its pixels as well", () => {
    expect(msOf({ shadow_color: "transparent", shadow_blur: 5 })).toBe(plain);
    const [sharp, blurred] = [msOf({ shadow_color: "#000" }), msOf({ shadow_color: "#000", shadow_blur: 5 })];
    expect(sharp).toBeGreaterThan(plain);
    expect(sharp).toBeLessThan(2 * plain);
    expect(blurred).toBeGreaterThan(sharp);
  });

  test("a search for a size has more rounds than one for a width, and both add up", () => {
    const shrink = { text_fit: "shrink", min_font_size: 10, max_font_size: 10 } as const;
    const [fit, balance] = [msOf(shrink) - plain, msOf({ text_wrap: "balance" }) - plain];
    expect(balance).toBeGreaterThan(0);
    // Twelve rounds instead of eleven.
    expect(fit / balance).toBeCloseTo(12 / 11, 6);
    expect(msOf({ ...shrink, text_wrap: "balance" }) - plain).toBeCloseTo(fit + balance, 9);
  });

  test("a text is measured for each layout around it if one of its sides hugs, and for each baseline", () => {
    const added = msOf({ width: "hug" }) - plain;
    expect(added).toBeGreaterThan(0);
    expect(msOf({ width: "hug" }, { layouts: 3 }) - plain).toBeCloseTo(3 * added, 9);
    expect(msOf({}, { layouts: 3 })).toBe(plain);
    expect(msOf({}, { baselines: 2 }) - plain).toBeCloseTo(2 * added, 9);
    expect(msOf({ width: "hug" }, { layouts: 2, baselines: 1 }) - plain).toBeCloseTo(3 * added, 9);
  });

  test("a picture whose height hugs is laid out three times instead of twice", () => {
    const ofPicture = (hugs: boolean) => {
      const picture = pictureWith({ scale: 1, fonts: fonts(), hugs });
      return (
        msOf({ width: "hug" }, { picture }) - msOf({}, { picture: pictureWith({ scale: 1, fonts: fonts(), hugs }) })
      );
    };
    expect(ofPicture(true) / ofPicture(false)).toBeCloseTo(3 / 2, 6);
  });

  test("letters without room in the box are shaped, but not drawn", () => {
    const msOfLetters = (count: number, more: Partial<TextLook> = {}) =>
      msOf({ text: "ab ".repeat(count / 3), ...more });
    const small = msOfLetters(3_000) - msOfLetters(2_997);
    const high = { height: "hug" } as const;
    const free = msOfLetters(3_000, high) - msOfLetters(2_997, high);
    expect(small).toBeGreaterThan(0);
    expect(free).toBeGreaterThan(1.5 * small);
    expect(msOfLetters(300, { max_lines: 1 })).toBeLessThan(msOfLetters(300, { max_lines: 3 }));
    expect(msOfLetters(300, { max_lines: 1_000 })).toBe(msOfLetters(300));
  });

  test("a larger text costs more, and a text that may grow costs as much as the size that has room", () => {
    expect(msOf({ font_size: 12 })).toBeGreaterThan(plain);
    const grow = (max_font_size: number) => msOf({ text: "ab", text_fit: "grow", max_font_size });
    expect(grow(20)).toBeGreaterThan(grow(10));
    // No letter of a text that fits is higher than its box of 40 pixels.
    expect(grow(41)).toBe(grow(40));
    expect(grow(40)).toBeGreaterThan(grow(39));
    expect(grow(5)).toBe(grow(10));
  });

  test("each family counts once in a picture", () => {
    const picture = pictureWith({ scale: 1, fonts: fonts() });
    const [first, second] = [1, 2].map(() => msOf({ font_family: "Lora" }, { picture }));
    expect(first).toBeGreaterThan(second ?? Infinity);
    expect(msOf({}, { picture })).toBeLessThan(first ?? 0);
  });
});
