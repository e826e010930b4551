import { describe, expect, test } from "@jest/globals";
import {
  fontFilesCost,
  pinnedFamilies,
  uploadedFamilies,
  uploadedLettersCost,
} from "../../src/estimate/uploaded-fonts.js";
import { familyCost } from "../../src/estimate/letters-cost.js";

const font = (src: string, weight: number | string = 400, family = "Brand") => ({ family, src, weight }) as never;

describe("the fonts of a document", () => {
  test("each different file counts, up to two", () => {
    const costOf = (...files: readonly string[]) => fontFilesCost({ fonts: files.map((src) => font(src)) });
    const one = costOf("a");
    expect(one.cpuMs).toBeGreaterThan(0);
    expect(costOf()).toMatchObject({ cpuMs: 0, memoryBytes: 0 });
    expect(costOf("a", "a")).toEqual(one);
    expect(costOf("a", "b")).toMatchObject({ cpuMs: 2 * one.cpuMs, memoryBytes: 2 * one.memoryBytes });
    expect(costOf("a", "b", "c")).toEqual(costOf("a", "b"));
  });

  test("each family is named once", () => {
    const fonts = [font("a"), font("b", 700), font("c", 400, "Other")];
    expect([...uploadedFamilies({ fonts })]).toEqual(["Brand", "Other"]);
  });

  test("a family has fonts that are made for its weights only if one of its files has several weights", () => {
    const fonts = [font("a", "100 900", "Variable"), font("b", "400 400", "Fixed"), font("c", 700, "Bold")];
    expect([...pinnedFamilies({ fonts, edition: 2 })]).toEqual(["Variable"]);
    expect(pinnedFamilies({ fonts, edition: 1 }).size).toBe(0);
  });
});

describe("the letters of an uploaded font", () => {
  test("each drawn letter adds the same time, and each different letter among them some more", () => {
    const msOf = (drawn: number, different: number) => uploadedLettersCost(drawn, different).cpuMs;
    const drawn = msOf(11, 1) - msOf(10, 1);
    const different = msOf(10, 2) - msOf(10, 1);
    expect(drawn).toBeGreaterThan(0);
    expect(different).toBeGreaterThan(0);
    expect(msOf(110, 5)).toBeCloseTo(msOf(10, 1) + 100 * drawn + 4 * different, 6);
    // More letters cannot be different than there are.
    expect(msOf(3, 100)).toBe(msOf(3, 3));
    expect(msOf(0, 0)).toBeGreaterThan(0);
  });

  test("the memory grows with the drawn letters, and not with the different ones", () => {
    const bytesOf = (drawn: number, different: number) => uploadedLettersCost(drawn, different).memoryBytes;
    expect(bytesOf(10, 10)).toBe(bytesOf(10, 1));
    expect(bytesOf(20, 1) - bytesOf(10, 1)).toBeCloseTo(bytesOf(10, 1) - bytesOf(0, 1), 3);
  });
});

test("the files of a family count once in a picture", () => {
  const families = new Set(["Inter"]);
  expect(familyCost("Inter", families).cpuMs).toBe(0);
  expect(familyCost("Lora", families).cpuMs).toBeGreaterThan(0);
  expect(familyCost("Lora", families).cpuMs).toBe(0);
});
