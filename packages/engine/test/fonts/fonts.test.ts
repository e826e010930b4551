import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { allFontFiles } from "@image-render/fonts";
import { readCharacterMap } from "../../src/fonts/character-map.js";
import { nearestFace } from "../../src/fonts/nearest-face.js";
import { resolveInstalled } from "../../src/shared/native.js";

function mapOf(file: string): (codePoint: number) => boolean {
  return readCharacterMap(readFileSync(resolveInstalled(file)));
}

describe("the nearest face", () => {
  test("nearestFace prefers the style, then the nearest weight, then the heavier one", () => {
    expect(nearestFace("Inter", { weight: 900, style: "normal" }, 1)).toEqual({ weight: 800, style: "normal" });
    expect(nearestFace("Inter", { weight: 700, style: "italic" }, 1)).toEqual({ weight: 600, style: "italic" });
    expect(nearestFace("Inter", { weight: 500, style: "italic" }, 1)).toEqual({ weight: 600, style: "italic" });
    expect(nearestFace("Great Vibes", { weight: 700, style: "italic" }, 1)).toEqual({ weight: 400, style: "normal" });
  });
});

describe("readCharacterMap", () => {
  test("every font file of the built-in families is installed and has a character map", () => {
    for (const file of allFontFiles()) expect(typeof mapOf(file)).toBe("function");
  });

  const codePoint = (character: string) => character.codePointAt(0) ?? 0;

  test("readCharacterMap finds Latin letters only in the Latin file and Cyrillic letters in the Cyrillic file", () => {
    const latin = mapOf("@fontsource/inter/files/inter-latin-400-normal.woff");
    const cyrillic = mapOf("@fontsource/inter/files/inter-cyrillic-400-normal.woff");
    expect(Array.from("Aé€…").every((character) => latin(codePoint(character)))).toBe(true);
    expect(Array.from("Пя").some((character) => latin(codePoint(character)))).toBe(false);
    expect(Array.from("Пя").every((character) => cyrillic(codePoint(character)))).toBe(true);
  });

  test("readCharacterMap reads characters outside of the Basic Multilingual Plane", () => {
    const symbols = mapOf("@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff");
    expect(symbols(codePoint("𝔸"))).toBe(true);
    expect(symbols(codePoint("😀"))).toBe(false);
  });

  test("readCharacterMap throws for bytes that are not a font", () => {
    expect(() => readCharacterMap(Buffer.from("not a font at all, only some words"))).toThrow();
  });
});
