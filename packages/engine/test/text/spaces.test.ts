import { describe, expect, test } from "@jest/globals";
import { createTextEngine } from "../../src/text/engine.js";
import { createFontLibrary } from "../../src/fonts/font-library.js";
import { layOutText } from "../../src/text/lay-out-text.js";
import { layOut, specOf } from "./text-support.js";

const SIZE = 1000;

/** The width of a text without wrapping, in thousandths of an em. */
const widthOf = (text: string, font_family: string) => layOut(text, { font_family, font_size: SIZE }).width;

/** The width of the space of a formatted number between two of its digits, in thousandths of an em. */
const gapIn = (text: string, space: string, font_family: string) => {
  const at = text.indexOf(space);
  expect(at).toBeGreaterThan(0);
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  return widthOf(before + space + after, font_family) - widthOf(before, font_family) - widthOf(after, font_family);
};

// The advance of U+0020 in the table `hmtx` of each family's Latin file, in thousandths of an em.
const WORD_SPACES = { Inter: 281, Roboto: 248, "Playfair Display": 249 } as const;

describe("the gaps of formatted numbers", () => {
  const narrow = [
    ["a French price", new Intl.NumberFormat("fr-FR", { style: "currency", currency: "EUR" }).format(1_299_000.5)],
    ["a French number", new Intl.NumberFormat("fr-FR").format(1_299_000)],
  ] as const;

  test.each(narrow)("%s has gaps of half a word space in each family", (_, text) => {
    for (const [family, space] of Object.entries(WORD_SPACES)) {
      expect(Math.abs(gapIn(text, "\u202f", family) - space / 2)).toBeLessThan(2);
    }
  });

  const wide = [
    ["a Swedish number", new Intl.NumberFormat("sv-SE").format(1_299_000)],
    ["a German price", new Intl.NumberFormat("de-DE", { style: "currency", currency: "EUR" }).format(1_299_000.5)],
    ["a Swiss price", new Intl.NumberFormat("de-CH", { style: "currency", currency: "CHF" }).format(1_299_000.5)],
  ] as const;

  test.each(wide)("%s has gaps of a word space in each family", (_, text) => {
    for (const [family, space] of Object.entries(WORD_SPACES)) {
      expect(Math.abs(gapIn(text, "\u00a0", family) - space)).toBeLessThan(2);
    }
  });

  test("an ideographic space in Japanese text is one em wide", () => {
    expect(widthOf("東京\u3000大阪", "Inter") - widthOf("東京大阪", "Inter")).toBeCloseTo(SIZE, 0);
  });
});

test("a text of edition 1 keeps the narrow space of another family", async () => {
  const engine = await createTextEngine(createFontLibrary().inEdition(1));
  const width = (text: string) =>
    layOutText(engine, specOf(text, { font_size: SIZE }), { width: 1e5, height: 5000 }).width;
  // Noto Sans Math has it 0.052 em wide.
  expect(Math.abs(width("1\u202f2") - width("1") - width("2") - 52)).toBeLessThan(2);
});
