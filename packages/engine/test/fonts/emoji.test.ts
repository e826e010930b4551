import { slicesOfFamily } from "@image-render/fonts";
import { describe, expect, test } from "@jest/globals";
import { createEmojiLibrary, emojiFiles } from "../../src/fonts/emoji.js";
import { slicesOf } from "../../src/fonts/unicode-slices.js";

const library = createEmojiLibrary();
const keysOf = (text: string) => library.keysOf(Array.from(text, (character) => character.codePointAt(0) ?? 0));
const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const [BLACK_FLAG, CANCEL] = ["\u{1f3f4}", "\u{e007f}"];

describe("the keys of emoji", () => {
  test.each([
    ["an emoji", "🍎", ["1f34e"]],
    ["an emoji with the selector of emoji", "\u2764\ufe0f", ["2764"]],
    ["an emoji with the selector of texts", "\u2764\ufe0e", ["2764"]],
    ["a character of few digits", "©", ["00a9"]],
    ["an emoji with a skin tone", "👩🏽‍💻", ["1f469-1f3fd-200d-1f4bb"]],
    ["an emoji that has no skin tones", "🍎🏽", ["1f34e"]],
    ["the lightest skin tone of an emoji that has none", "🍎🏻", ["1f34e"]],
    ["the darkest skin tone of an emoji that has none", "🍎🏿", ["1f34e"]],
    ["a joined sequence without a drawing", "🍎\u200d🍌", ["1f34e", "1f34c"]],
    ["a joined sequence with a part that has no drawing", "🍎\u200da", ["1f34e"]],
    ["a letter", "a", []],
    ["no characters", "", []],
  ])("%s has the keys of its drawings", (_, text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  test.each([
    ["two regional indicators", "🇩🇪", ["flag:de"]],
    ["the first and the last regional indicator", "🇦🇿", ["flag:az"]],
    ["the last and the first regional indicator", "🇿🇦", ["flag:za"]],
    ["one regional indicator", "🇩", ["1f1e9"]],
    ["three regional indicators", "🇩🇪🇫", []],
    ["a country that does not exist", "🇿🇿", []],
    ["England", `${BLACK_FLAG}${tags("gbeng")}${CANCEL}`, ["flag:gb-eng"]],
    ["Scotland", `${BLACK_FLAG}${tags("gbsct")}${CANCEL}`, ["flag:gb-sct"]],
    ["a part of a country without a flag", `${BLACK_FLAG}${tags("usca")}${CANCEL}`, []],
    ["a part of a country that does not end", `${BLACK_FLAG}${tags("gbeng")}`, []],
    ["a black flag", BLACK_FLAG, ["1f3f4"]],
  ])("%s is a flag, or none", (_, text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });
});

describe("the drawings of emoji", () => {
  test("an emoji is a square of 128, and a flag has four by three", () => {
    expect(library.drawing("1f34e")).toMatchObject({ width: 128, height: 128 });
    expect(library.drawing("flag:de")).toMatchObject({ width: 640, height: 480 });
  });

  test("a key that does not exist has no drawing", () => {
    expect(library.drawing("nothing")).toBeUndefined();
  });

  test("a flag is the inside of its file, in one line", () => {
    const body = library.drawing("flag:de")?.body ?? "";
    expect(body).toMatch(/^<[a-z]/);
    expect(body).toMatch(/\/?>$/);
    expect(body).not.toMatch(/\n|<\/?svg/);
  });

  test("a drawing is read once", () => {
    expect(library.drawing("flag:fr")).toBe(library.drawing("flag:fr"));
  });

  test("each ID of a drawing begins with the key of its emoji, and so does each reference to it", () => {
    const withIds = ["1f469-1f3fd-200d-1f4bb", "flag:mx", "flag:es", "1f600"]
      .map((key) => ({ prefix: key.replace(":", "-"), body: library.drawing(key)?.body ?? "" }))
      .filter(({ body }) => body.includes("id="));
    expect(withIds.length).toBeGreaterThan(1);
    for (const { prefix, body } of withIds) {
      const ids = [...body.matchAll(/\bid="([^"]+)"/g)].map(([, id = ""]) => id);
      expect(ids.filter((id) => !id.startsWith(`${prefix}-`))).toEqual([]);
      const references = [...body.matchAll(/url\(#([^)]+)\)|href="#([^"]+)"/g)].map(
        ([, one, other = ""]) => one ?? other,
      );
      expect(references.filter((name) => !ids.includes(name))).toEqual([]);
    }
  });

  test("the font layer needs the file of all emoji and that of each flag", () => {
    const files = emojiFiles(["de", "gb-eng"]);
    expect(files.slice(1)).toEqual(["flag-icons/flags/4x3/de.svg", "flag-icons/flags/4x3/gb-eng.svg"]);
    expect(files[0]).toMatch(/icons\.json$/);
  });
});

describe("the slices of a family", () => {
  const slices = slicesOfFamily("noto-sans-jp");
  const ends = (range: string) => {
    const [first = "", last = first] = range.slice(2).split("-");
    return [first, last].map((digits) => Number.parseInt(digits, 16)) as [number, number];
  };

  test("the first and the last character of each range are in its slice", () => {
    const index = slicesOf("noto-sans-jp");
    const missing = slices
      .filter(({ isNumbered }) => isNumbered)
      .flatMap(({ name, ranges }) =>
        ranges.flatMap(ends).filter((codePoint) => !index.slicesWith(codePoint).includes(name)),
      );
    expect(missing).toEqual([]);
  });

  test("a character can have a numbered slice and then a named one", () => {
    const named = slices.filter(({ isNumbered }) => !isNumbered);
    const latin = named.find(({ ranges }) => ranges.map(ends).some(([first, last]) => first <= 0x41 && last >= 0x41));
    expect(slicesOf("noto-sans-jp").slicesWith(0x41).at(-1)).toBe(latin?.name);
  });

  test("the index of a family is read once", () => {
    expect(slicesOf("noto-sans-jp")).toBe(slicesOf("noto-sans-jp"));
  });
});
