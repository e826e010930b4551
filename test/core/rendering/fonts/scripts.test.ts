import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { createEmojiLibrary } from "../../../../core/rendering/fonts/emoji.js";
import { EMOJI_INDEX } from "../../../../core/rendering/fonts/emoji-index.js";
import { createFontLibrary } from "../../../../core/rendering/fonts/font-library.js";
import { scriptOf } from "../../../../core/rendering/fonts/script.js";
import { slicesOf } from "../../../../core/rendering/fonts/unicode-slices.js";
import { unpackWoff } from "../../../../core/rendering/fonts/woff.js";
import { resolveInstalled } from "../../../../core/rendering/native.js";
import { emojiIndexSource } from "../../../../layers/fonts/emoji-index-source.js";
import { fontLayerManifest } from "../../../../layers/fonts/font-layer-manifest.js";

const codePoints = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

describe("unpackWoff", () => {
  const woff = readFileSync(resolveInstalled("@fontsource/inter/files/inter-latin-400-normal.woff"));

  test("gives the OpenType file whose size, tables and checksums the WOFF header states", () => {
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
      // The sum of `head` leaves out a field that holds the sum of the file (OpenType 1.9, "head").
      const table = Buffer.concat([sfnt.subarray(start, start + length), Buffer.alloc(-length & 3)]);
      if (tag === "head") table.writeUInt32BE(0, 8);
      let actual = 0;
      for (let at = 0; at < table.length; at += 4) actual = (actual + table.readUInt32BE(at)) >>> 0;
      expect([tag, actual]).toEqual([tag, sum]);
    }
  });

  test("leaves bare OpenType as it is, and refuses a file that is cut off", () => {
    const sfnt = unpackWoff(woff);
    expect(unpackWoff(sfnt)).toBe(sfnt);
    expect(() => unpackWoff(woff.subarray(0, 2000))).toThrow();
  });
});

describe("the slices of a CJK family", () => {
  test("are found by the package's own index, and have what it says", () => {
    const library = createFontLibrary();
    for (const [family, text] of [
      ["Noto Sans SC", "简体中文，。！"],
      ["Noto Sans JP", "日本語のテスト、「」"],
      ["Noto Sans KR", "안녕하세요"],
    ] as const) {
      for (const codePoint of codePoints(text)) {
        const wish = { family, face: { weight: 700, style: "normal" } } as const;
        const file = library.fileWith([codePoint], scriptOf(codePoint), wish);
        expect(file?.path).toContain(`-700-normal.woff`);
        expect(file?.path).toContain(family.toLowerCase().replaceAll(" ", "-"));
      }
    }
  });

  test("number as many as the package has files of a weight", () => {
    const slices = slicesOf("noto-sans-jp");
    const { names } = slices;
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const path = resolveInstalled(`@fontsource/noto-sans-jp/files/noto-sans-jp-${name}-400-normal.woff`);
      expect(statSync(path).isFile()).toBe(true);
    }
    expect(slices.slicesWith(0x10ffff)).toEqual([]);
  });
});

describe("signs that the families' own files leave out", () => {
  test.each(["CO₂ x⁵ aⁿ", "½ ¼ ¾", "5 ‰ ※ №", "© ® ™ § † • …", "€ £ ¥ ₹ ₽ ₩", "→ ⇒ ✓ ✔ ★ ♥ ∞ ≈ ≤ ∑", "♈ ☤ ⚖"])(
    "%s",
    (text) => {
      const library = createFontLibrary();
      const wish = { family: "Inter", face: { weight: 700, style: "normal" } } as const;
      const missing = Array.from(text).filter((character) => {
        const codePoint = character.codePointAt(0) ?? 0;
        return library.fileWith([codePoint], scriptOf(codePoint), wish) === undefined;
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
  ])("%s", (character, script) => {
    expect(scriptOf(character.codePointAt(0) ?? 0)).toBe(script);
  });
});

describe("the emoji", () => {
  const emoji = createEmojiLibrary();

  test("have an index that was written for the installed package: else run npm run generate", () => {
    expect(emojiIndexSource()).toContain(EMOJI_INDEX);
  });

  test("are read from the middle of the package's file: each one is drawn as the package has it", () => {
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

  test("draw every country's flag from a file that the layer holds", () => {
    const held = fontLayerManifest().packages.find(({ name }) => name === "flag-icons")?.files ?? [];
    expect(held).toContain("flags/4x3/de.svg");
    expect(held).toContain("flags/4x3/gb-wls.svg");
    expect(emoji.keysOf(codePoints("🇽🇽"))).toEqual(["flag:xx"]);
    expect(emoji.keysOf(codePoints("🇦🇧"))).toEqual([]);
  });

  test("hold no script, no style sheet and nothing from outside", () => {
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
  test("stays within its share of the 250 MB that a function and its layers may have", () => {
    const sizes = fontLayerManifest().packages.flatMap(({ name, files }) =>
      files.map((file) => statSync(new URL(`../../../../node_modules/${name}/${file}`, import.meta.url)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000_000);
  });
});
