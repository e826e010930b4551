import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../../src/document/document.js";
import { renderPicture } from "../../src/renderer/render-picture.js";
import { decode, renderLayers, testContext } from "../support.js";

const box = { id: "title", name: "title", type: "text", x: 10, y: 10, width: 80, height: 80 } as const;
const codes = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);

/** Draws one text layer on a white background of 400×200 pixels. */
async function drawText(attributes: object) {
  const layer = { ...box, width: 380, height: 180, ...attributes } as TemplateSource["layers"][number];
  return decode(await renderPicture({ width: 400, height: 200, layers: [layer] }, {}, testContext()));
}

describe("text layers", () => {
  test("a text is drawn in its color inside its box", async () => {
    const pixels = await renderLayers([{ ...box, text: "HHH", font_size: 30, color: "#ff0000" }]);
    expect(pixels.paintedPixels()).toBeGreaterThan(100);
    const { left, top, right, bottom } = pixels.paintedBox();
    expect(left >= 9 && top >= 9 && right <= 91 && bottom <= 91).toBe(true);
  });

  test("align puts a line to the left, the center or the right of the layer", async () => {
    const boxOf = async (align: string) => (await drawText({ text: "Hi", font_size: 40, align })).paintedBox();
    const [left, center, right] = [await boxOf("left"), await boxOf("center"), await boxOf("right")];
    expect(left.left).toBeLessThan(20);
    expect(Math.abs((center.left + center.right) / 2 - 200)).toBeLessThan(4);
    expect(right.right).toBeGreaterThan(380);
  });

  test("vertical_align puts a text to the top, the middle or the bottom of the layer", async () => {
    const boxOf = async (vertical_align: string) =>
      (await drawText({ text: "H", font_size: 40, line_height: 1, vertical_align })).paintedBox();
    const [top, middle, bottom] = [await boxOf("top"), await boxOf("middle"), await boxOf("bottom")];
    expect(top.bottom).toBeLessThan(55);
    expect(Math.abs((middle.top + middle.bottom) / 2 - 100)).toBeLessThan(6);
    expect(bottom.top).toBeGreaterThan(145);
  });

  test("lines are broken at the author's line breaks", async () => {
    const one = await drawText({ text: "H", font_size: 40 });
    const three = await drawText({ text: "H\n\nH", font_size: 40 });
    expect(three.paintedBox().bottom - one.paintedBox().bottom).toBe(2 * 48);
  });

  test("accents of the first line and descenders of the last line are not cut off", async () => {
    const pixels = await drawText({ text: "Åg", font_size: 100, line_height: 1, height: 100, y: 50 });
    const { top, bottom } = pixels.paintedBox();
    expect(bottom - top).toBeGreaterThan(100);
  });

  test("letter spacing is proportional to the font size", async () => {
    const width = async (letter_spacing: number) => {
      const { left, right } = (await drawText({ text: "III", font_size: 50, letter_spacing })).paintedBox();
      return right - left;
    };
    expect(Math.abs((await width(0.5)) - (await width(0)) - 50)).toBeLessThan(2);
  });

  test("an empty text draws its box without a warning", async () => {
    const pixels = await renderLayers([{ ...box, text: " \n ", background_color: "#00ff00" }]);
    expect(pixels.at(50, 50)).toEqual([0, 255, 0, 255]);
    expect(pixels.picture.warnings).toEqual([]);
  });

  test("a text shadow is drawn at its offset", async () => {
    const text = { text: "I", font_size: 100 };
    const shadow = { shadow_color: "#ff0000", shadow_x: 100 };
    const plain = (await drawText(text)).paintedBox();
    const shadowed = await drawText({ ...text, ...shadow });
    expect(shadowed.paintedBox().right - plain.right).toBe(100);
    const blurred = (await drawText({ ...text, ...shadow, shadow_blur: 20 })).paintedBox();
    expect(blurred.right - plain.right).toBeGreaterThan(110);
    expect(blurred.top).toBeLessThan(plain.top - 10);
  });

  test("a text shadow is beneath the letters", async () => {
    const pixels = await renderLayers([
      { ...box, text: "I", font_size: 80, font_weight: 800, line_height: 1, color: "#ff0000", shadow_color: "#0000ff" },
    ]);
    const { left, right, top, bottom } = pixels.paintedBox();
    expect(pixels.at(Math.round((left + right) / 2), Math.round((top + bottom) / 2))).toEqual([255, 0, 0, 255]);
  });

  test("italic text of a family without italics is slanted", async () => {
    const upright = (await drawText({ text: "I", font_size: 120, font_family: "Oswald" })).paintedBox();
    const slanted = (
      await drawText({ text: "I", font_size: 120, font_family: "Oswald", font_style: "italic" })
    ).paintedBox();
    expect(slanted.right - slanted.left).toBeGreaterThan(upright.right - upright.left + 10);
  });
});

describe("a text that is too long", () => {
  const long = "The quick brown fox jumps over the lazy dog and comes back again to see whether it is still there";

  test("a text that is too long is cut at its box, with an ellipsis and a warning", async () => {
    const pixels = await drawText({ text: long, font_size: 50, height: 130 });
    expect(pixels.paintedBox().bottom).toBeLessThan(10 + 130);
    expect(pixels.picture.warnings).toEqual([
      {
        code: "TEXT_CUT",
        layer: "title",
        message: 'The text of the layer "title" was cut after 2 lines: give it more space or text_fit "shrink".',
        retryable: false,
      },
    ]);
  });

  test("max_lines cuts a text before the end of its box", async () => {
    const pixels = await drawText({ text: long, font_size: 40, max_lines: 1 });
    expect(pixels.paintedBox().bottom).toBeLessThan(62);
    expect(codes(pixels.picture.warnings)).toEqual(["TEXT_CUT"]);
  });

  test("text_fit shrink draws the largest text that fits", async () => {
    const shrunk = await drawText({ text: long, font_size: 90, text_fit: "shrink" });
    expect(shrunk.picture.warnings).toEqual([]);
    const { bottom } = shrunk.paintedBox();
    expect(bottom).toBeLessThanOrEqual(190);
    expect(bottom).toBeGreaterThan(140);
  });

  test("text_fit shrink makes a word that is wider than its box smaller and does not break it", async () => {
    const pixels = await drawText({ text: "Donaudampfschifffahrt", font_size: 90, height: 120, text_fit: "shrink" });
    const { top, bottom, right } = pixels.paintedBox();
    expect(right).toBeGreaterThan(350);
    expect(bottom - top).toBeLessThan(50);
    expect(pixels.picture.warnings).toEqual([]);
  });

  test("text_fit shrink cuts a text that does not fit at min_font_size", async () => {
    const attributes = { text: long.repeat(4), font_size: 90, text_fit: "shrink", min_font_size: 40 };
    expect(codes((await drawText(attributes)).picture.warnings)).toEqual(["TEXT_CUT"]);
  });

  test("text_fit shrink does not change a text that fits", async () => {
    const plain = await drawText({ text: "Short", font_size: 60 });
    const shrinkable = await drawText({ text: "Short", font_size: 60, text_fit: "shrink" });
    expect(shrinkable.paintedBox()).toEqual(plain.paintedBox());
  });

  test("text_wrap balance makes lines shorter without adding lines", async () => {
    const text = "one two three four five";
    const greedy = (await drawText({ text, font_size: 40 })).paintedBox();
    const balanced = (await drawText({ text, font_size: 40, text_wrap: "balance" })).paintedBox();
    expect(balanced.right).toBeLessThan(greedy.right);
    expect(Math.abs(balanced.bottom - greedy.bottom)).toBeLessThan(15);
  });
});

describe("a character that no font has", () => {
  test("a character that no font has gives a warning with the layer's name", async () => {
    const { picture } = await drawText({ text: "ship it 𐎀" });
    expect(picture.warnings).toMatchObject([{ code: "MISSING_GLYPH", layer: "title" }]);
    expect(picture.warnings[0]?.message).toBe(
      'No font has these characters of the layer "title": "𐎀" (U+10380). They show as boxes.',
    );
  });

  test("a warning lists ten characters at most, and four code points of each", async () => {
    const many = Array.from({ length: 40 }, (_, index) => String.fromCodePoint(0x13000 + index)).join("");
    const { picture } = await drawText({ text: `Z${"\u0336".repeat(60)}${many}` });
    const message = picture.warnings[0]?.message ?? "";
    expect(message).toContain('"Z\u0336\u0336\u0336…" (U+005A U+0336 U+0336 U+0336 …), "𓀀" (U+13000)');
    expect(message).toMatch(/\(U\+13008\) and 31 more\. They show as boxes\.$/);
  });

  test("a warning names a layer without a name by its ID", async () => {
    const { picture } = await drawText({ text: "𐎀", name: undefined, id: "headline" });
    expect(picture.warnings).toMatchObject([{ layer: "headline" }]);
  });
});
