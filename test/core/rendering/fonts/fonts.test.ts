import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readCharacterMap } from "../../../../core/rendering/fonts/character-map.js";
import { allFontFiles, nearestFace } from "../../../../core/rendering/fonts/families.js";
import { resolveInstalled } from "../../../../core/rendering/native.js";
import { fontLayerManifest } from "../../../../layers/fonts/font-layer-manifest.js";

function mapOf(file: string): (codePoint: number) => boolean {
  return readCharacterMap(readFileSync(resolveInstalled(file)));
}

describe("the registry of families", () => {
  test("every file that it can ask for is installed and has a character map", () => {
    for (const file of allFontFiles()) expect(typeof mapOf(file)).toBe("function");
  });

  test("the font layer's committed contents list is the registry's: else run npm run generate", () => {
    const path = new URL("../../../../layers/fonts/manifest.json", import.meta.url);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(fontLayerManifest());
  });

  test("the nearest face keeps the style, then the weight, the heavier of two as near", () => {
    expect(nearestFace("Inter", { weight: 900, style: "normal" })).toEqual({ weight: 800, style: "normal" });
    expect(nearestFace("Inter", { weight: 700, style: "italic" })).toEqual({ weight: 600, style: "italic" });
    expect(nearestFace("Inter", { weight: 500, style: "italic" })).toEqual({ weight: 600, style: "italic" });
    expect(nearestFace("Great Vibes", { weight: 700, style: "italic" })).toEqual({ weight: 400, style: "normal" });
  });
});

describe("readCharacterMap", () => {
  const codePoint = (character: string) => character.codePointAt(0) ?? 0;

  test("a Latin subset has Latin letters and no Cyrillic, and the other way round", () => {
    const latin = mapOf("@fontsource/inter/files/inter-latin-400-normal.woff");
    const cyrillic = mapOf("@fontsource/inter/files/inter-cyrillic-400-normal.woff");
    expect(Array.from("Aé€…").every((character) => latin(codePoint(character)))).toBe(true);
    expect(Array.from("Пя").some((character) => latin(codePoint(character)))).toBe(false);
    expect(Array.from("Пя").every((character) => cyrillic(codePoint(character)))).toBe(true);
  });

  test("characters beyond the basic plane are read", () => {
    const symbols = mapOf("@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff");
    expect(symbols(codePoint("𝔸"))).toBe(true);
    expect(symbols(codePoint("😀"))).toBe(false);
  });

  test("bytes that are no font are an error, not an empty font", () => {
    expect(() => readCharacterMap(Buffer.from("not a font at all, only some words"))).toThrow();
  });
});
