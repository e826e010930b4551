import { describe, expect, test } from "@jest/globals";
import { fontFeaturesSchema, parseFontFeatures } from "../../src/document/attributes/font-features.js";

const isAccepted = (text: string) => fontFeaturesSchema.safeParse(text).success;

describe("font features", () => {
  test.each([
    ["ss00", false],
    ["ss01", true],
    ["ss20", true],
    ["ss21", false],
    ["cv00", false],
    ["cv01", true],
    ["cv99", true],
    ["salt=99", true],
    ["salt=100", false],
    ["-salt=1", false],
    ["", true],
  ])("%j is accepted: %s", (text, expected) => {
    expect(isAccepted(text)).toBe(expected);
  });

  test("can be 20, and no more", () => {
    expect(isAccepted(Array.from({ length: 20 }, () => "tnum").join(" "))).toBe(true);
    expect(
      fontFeaturesSchema.safeParse(Array.from({ length: 21 }, () => "tnum").join(" ")).error?.issues,
    ).toMatchObject([{ message: "It has more than 20 features." }]);
  });

  test("are on, off, or the number of an alternate, and the last one of a tag counts", () => {
    expect(parseFontFeatures("tnum -liga, salt=2 tnum=0")).toEqual([
      { tag: "tnum", value: 0 },
      { tag: "liga", value: 0 },
      { tag: "salt", value: 2 },
    ]);
  });
});
