import { describe, expect, test } from "@jest/globals";
import { countLetters } from "../../src/estimate/count-letters.js";

/** Counts the letters of the first text of a picture. */
const count = (text: string) => countLetters(text, new Set());
/** Counts one character, named by its number in hexadecimal digits. */
const letter = (hex: string) => count(String.fromCodePoint(parseInt(hex, 16)));

describe("the letters of a text", () => {
  test("are in the files of the family, if they are Latin", () => {
    expect(count("Anna")).toEqual({
      ...{ count: 4, eastAsian: 0, fontFiles: 0, changes: 0, complex: 0, emoji: 0 },
      different: { simple: 3, hangul: 0, han: 0, emoji: 0 },
    });
  });

  test("of another script need the files of another family, and the first such script needs more", () => {
    expect(count("Привет")).toMatchObject({ count: 6, fontFiles: 15, changes: 1, complex: 0 });
    expect(count("Привет, Ελλάδα")).toMatchObject({ fontFiles: 20, changes: 3 });
  });

  test("of Hebrew change their form next to others", () => {
    expect(count("שלום")).toMatchObject({ count: 4, fontFiles: 15, changes: 1, complex: 4 });
  });

  test("of Chinese, Japanese and Korean can each need a file of their own", () => {
    expect(count("日本日")).toMatchObject({
      eastAsian: 3,
      fontFiles: 12,
      changes: 3,
      different: { han: 2, hangul: 0 },
    });
    expect(count("한국")).toMatchObject({ eastAsian: 2, fontFiles: 12, changes: 2, different: { han: 0, hangul: 2 } });
  });

  test("can be emoji, including those that are joined from several", () => {
    expect(count("😀")).toMatchObject({
      count: 1,
      emoji: 1,
      fontFiles: 15,
      complex: 0,
      different: { emoji: 1, simple: 0 },
    });
    expect(count("👩‍🚀")).toMatchObject({ count: 3, emoji: 2, fontFiles: 25, changes: 3, complex: 1 });
  });

  test("need no files that another text of the picture needs", () => {
    const fonts = new Set<number>();
    expect(countLetters("日本 Привет", fonts).fontFiles).toBe(17);
    expect(countLetters("本 привет", fonts).fontFiles).toBe(0);
  });

  test("of a large script need no more files than it has", () => {
    const text = String.fromCodePoint(...Array.from({ length: 200 }, (_, index) => 0x4e00 + index));
    // The set also contains the mark of a first script.
    expect(count(text).fontFiles).toBe(10 + 109);
  });
});

test.each([
  ["02FF", 0],
  ["0300", 1],
  ["036F", 1],
  ["0370", 0],
  ["058F", 0],
  ["0590", 1],
  ["109F", 1],
  ["10A0", 0],
  ["177F", 0],
  ["1780", 1],
  ["18AF", 1],
  ["18B0", 0],
  ["200C", 0],
  ["200D", 1],
  ["200E", 0],
])("U+%s counts as %i letters that change their form", (hex, complex) => {
  expect(letter(hex).complex).toBe(complex);
});

test.each([
  ["218F", "simple"],
  ["2190", "emoji"],
  ["2BFF", "emoji"],
  ["2C00", "simple"],
  ["2E7F", "simple"],
  ["2E80", "han"],
  ["ABFF", "han"],
  ["AC00", "hangul"],
  ["D7FF", "hangul"],
  ["F8FF", "simple"],
  ["F900", "han"],
  ["FAFF", "han"],
  ["FB00", "simple"],
  ["1EFFF", "simple"],
  ["1F000", "emoji"],
  ["1FBFF", "emoji"],
  ["1FC00", "simple"],
  ["20000", "han"],
] as const)("U+%s is of the kind %s", (hex, kind) => {
  expect(letter(hex).different[kind]).toBe(1);
});
