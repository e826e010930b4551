import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { createEmojiLibrary } from "../../src/fonts/emoji.js";
import { EMOJI_INDEX } from "../../src/fonts/emoji-index.js";
import { createFontLibrary } from "../../src/fonts/font-library.js";
import { scriptOf } from "../../src/fonts/script.js";
import { slicesOfFamily } from "@image-render/fonts";
import { slicesOf } from "../../src/fonts/unicode-slices.js";
import { unpackWoff } from "../../src/fonts/woff.js";
import { resolveInstalled } from "../../src/shared/native.js";
import { emojiIndexSource } from "../../../../layers/fonts/emoji-index-source.js";
import { fontLayerManifest } from "../../../../layers/fonts/font-layer-manifest.js";

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

describe("unpackWoff", () => {
  const woff = readFileSync(resolveInstalled("@fontsource/inter/files/inter-latin-400-normal.woff"));

  test("unpackWoff returns an OpenType file with the size, tables and checksums of the WOFF header", () => {
    const sfnt = unpackWoff(woff);
    expect(sfnt.length).toBe(woff.readUInt32BE(16));
    expect(sfnt.readUInt32BE(0)).toBe(0x00010000);
    const count = sfnt.readUInt16BE(4);
    expect(count).toBe(woff.readUInt16BE(12));
    for (let index = 0; index < count; index++) {
      const entry = 12 + index * 16;
      const [tag, sum, start, length] = [
        sfnt.toString("latin1", entry, entry + 4),
        ...[4, 8, 12].map((field) => sfnt.readUInt32BE(entry + field)),
      ] as [string, number, number, number];
      // The checksum of `head` excludes a field with the checksum of the file (OpenType 1.9, "head").
      const table = Buffer.concat([sfnt.subarray(start, start + length), Buffer.alloc(-length & 3)]);
      if (tag === "head") table.writeUInt32BE(0, 8);
      let actual = 0;
      for (let at = 0; at < table.length; at += 4) actual = (actual + table.readUInt32BE(at)) >>> 0;
      expect([tag, actual]).toEqual([tag, sum]);
    }
  });

  test("unpackWoff returns plain OpenType unchanged and refuses a truncated file", () => {
    const sfnt = unpackWoff(woff);
    expect(unpackWoff(sfnt)).toBe(sfnt);
    expect(() => unpackWoff(woff.subarray(0, 2000))).toThrow();
  });
});

describe("the slices of a CJK family", () => {
  test("characters of CJK families are found in the slice that the package's index names", () => {
    const library = createFontLibrary();
    for (const [family, text] of [
      ["Noto Sans SC", "简体中文，。！"],
      ["Noto Sans JP", "日本語のテスト、「」"],
      ["Noto Sans KR", "안녕하세요"],
    ] as const) {
      for (const codePoint of codePoints(text)) {
        const query = { family, face: { weight: 700, style: "normal" } } as const;
        const file = library.fileWith([codePoint], scriptOf(codePoint), query);
        expect(file?.path).toContain(`-700-normal.woff`);
        expect(file?.path).toContain(family.toLowerCase().replaceAll(" ", "-"));
      }
    }
  });

  test("every slice of a CJK family is an installed file", () => {
    const slices = slicesOfFamily("noto-sans-jp");
    expect(slices.length).toBeGreaterThan(100);
    for (const { name } of slices) {
      const path = resolveInstalled(`@fontsource/noto-sans-jp/files/noto-sans-jp-${name}-400-normal.woff`);
      expect(statSync(path).isFile()).toBe(true);
    }
    expect(slicesOf("noto-sans-jp").slicesWith(0x10ffff)).toEqual([]);
  });
});

describe("characters that the family's own files lack", () => {
  test.each(["CO₂ x⁵ aⁿ", "½ ¼ ¾", "5 ‰ ※ №", "© ® ™ § † • …", "€ £ ¥ ₹ ₽ ₩", "→ ⇒ ✓ ✔ ★ ♥ ∞ ≈ ≤ ∑", "♈ ☤ ⚖"])(
    "a font is found for each character of %s",
    (text) => {
      const library = createFontLibrary();
      const query = { family: "Inter", face: { weight: 700, style: "normal" } } as const;
      const missing = Array.from(text).filter((character) => {
        const codePoint = character.codePointAt(0) ?? 0;
        return library.fileWith([codePoint], scriptOf(codePoint), query) === undefined;
      });
      expect(missing).toEqual([]);
    },
  );
});

describe("scriptOf", () => {
  test.each([
    ["A", "Latn"],
    ["é", "Latn"],
    ["1", "Zyyy"],
    [" ", "Zyyy"],
    ["Ж", "Cyrl"],
    ["Ω", "Grek"],
    ["ع", "Arab"],
    ["ש", "Hebr"],
    ["क", "Deva"],
    ["ก", "Thai"],
    ["漢", "Hani"],
    ["ひ", "Hira"],
    ["カ", "Kana"],
    ["한", "Hang"],
    ["ꙮ", "Cyrl"],
    ["𓀀", "Zzzz"],
  ])("scriptOf %s is %s", (character, script) => {
    expect(scriptOf(character.codePointAt(0) ?? 0)).toBe(script);
  });
});

describe("the emoji", () => {
  const emoji = createEmojiLibrary();

  test("the committed emoji index is up to date with the installed package (run npm run generate)", () => {
    expect(emojiIndexSource()).toContain(EMOJI_INDEX);
  });

  test("an emoji drawing is read from the middle of the package's file unchanged except for its IDs", () => {
    const { icons } = JSON.parse(readFileSync(resolveInstalled("@iconify-json/noto/icons.json"), "utf8")) as {
      icons: Record<string, { body: string }>;
    };
    const withoutIds = (body = "") => body.replace(/id="[^"]*"|url\([^)]*\)|href="[^"]*"/g, "");
    for (const [text, name] of [
      ["😀", "grinning-face"],
      ["👍🏽", "thumbs-up-medium-skin-tone"],
      ["❤️", "red-heart"],
    ] as const) {
      const [key = ""] = emoji.keysOf(codePoints(text));
      expect(withoutIds(emoji.drawing(key)?.body)).toBe(withoutIds(icons[name]?.body));
    }
  });

  test("country flags are drawn from files that the font layer contains", () => {
    const files = fontLayerManifest().packages.find(({ name }) => name === "flag-icons")?.files ?? [];
    expect(files).toContain("flags/4x3/de.svg");
    expect(files).toContain("flags/4x3/gb-wls.svg");
    expect(emoji.keysOf(codePoints("🇽🇽"))).toEqual(["flag:xx"]);
    expect(emoji.keysOf(codePoints("🇦🇧"))).toEqual([]);
  });

  test("emoji drawings contain no script, style sheet or external reference", () => {
    for (const text of ["😀", "🇪🇸", "🇲🇽", "👩‍🚀"]) {
      const body = emoji
        .keysOf(codePoints(text))
        .map((key) => emoji.drawing(key)?.body ?? "")
        .join("");
      expect(body).not.toMatch(/<script|<style|<image|<foreignObject|https?:\/\/(?!www\.w3\.org)/);
    }
  });
});

describe("the font layer", () => {
  test("the font layer needs less than 120 of the 250 MB that a function with its layers can have", () => {
    const sizes = fontLayerManifest().packages.flatMap(({ name, files }) =>
      files.map((file) => statSync(new URL(`../../../../node_modules/${name}/${file}`, import.meta.url)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000_000);
  });
});
