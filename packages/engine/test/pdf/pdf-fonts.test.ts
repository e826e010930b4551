import { describe, expect, test } from "@jest/globals";
import type { FontFile } from "../../src/fonts/font-library.js";
import { loadHarfBuzz } from "../../src/fonts/harfbuzz.js";
import { createPdfCaches } from "../../src/pdf/pdf-caches.js";
import { FontNotSubset, PdfFonts } from "../../src/pdf/pdf-fonts.js";
import { createFontCache } from "../../src/text/font-cache.js";
import { makeFont } from "../fonts/make-font.js";
import { emptyOutput, objectsOf } from "./written-objects.js";

const hb = await loadHarfBuzz();

/** A font whose characters from A on have these advances, in thousandths of its size. */
function fontOf(tables: Readonly<Record<string, Buffer>> = {}, advances: readonly number[] = [300, 600]) {
  const data = makeFont({ glyphs: advances.map((right) => ({ right, top: 700 })), tables });
  const file: FontFile = {
    name: "a",
    path: `a ${Object.keys(tables).join(" ")} ${advances.length}`,
    title: "My (odd) Font-1",
    face: { weight: 400, style: "normal" },
    read: () => data,
    has: () => true,
  };
  return createFontCache(hb).load(file);
}

/** The table OS/2 with its bits about licenses, which are in its fifth word. */
function licensed(fsType: number, bytes = 78) {
  const table = Buffer.alloc(bytes);
  if (bytes >= 10) table.writeUInt16BE(fsType, 8);
  return fontOf({ "OS/2": table });
}

function written(show: (fonts: PdfFonts) => void) {
  const output = emptyOutput();
  const fonts = new PdfFonts(output, createPdfCaches());
  show(fonts);
  fonts.finish();
  const objects = [...objectsOf(output).values()];
  const find = (part: string) => objects.find(({ body, content }) => `${body}\n${content}`.includes(part));
  return { objects, find };
}

describe("which fonts a PDF contains", () => {
  const isUsed = (loaded: ReturnType<typeof fontOf>) =>
    new PdfFonts(emptyOutput(), createPdfCaches()).use(loaded) !== undefined;

  // OpenType 1.9, "OS/2": the bits 0 to 3 of fsType are the usage, bit 8 forbids subsets, bit 9 allows bitmaps only.
  test.each([
    ["can be installed", 0, true],
    ["must not be embedded", 2, false],
    ["can be printed", 4, true],
    ["can be edited", 8, true],
    ["has the bits of two licenses", 6, true],
    ["has a bit that is reserved", 0x12, false],
    ["must not be made smaller", 0x0104, false],
    ["has bitmaps to embed only", 0x0204, false],
    ["has other bits", 0xfc08, true],
  ])("a font that %s is in the file or not", (_, fsType, expected) => {
    expect(isUsed(licensed(fsType))).toBe(expected);
  });

  test("a font without a license, or with one that is cut off, is in the file", () => {
    expect(isUsed(fontOf())).toBe(true);
    expect(isUsed(licensed(2, 9))).toBe(true);
    expect(isUsed(licensed(2, 10))).toBe(false);
  });

  test("a font is in a file once, and not if its letters are outlines", () => {
    const loaded = fontOf();
    const fonts = new PdfFonts(emptyOutput(), createPdfCaches());
    expect(fonts.use(loaded)).toBe(fonts.use(loaded));
    expect(fonts.use(loaded)?.name).toBe("/F1");
    const { path } = loaded.file;
    expect(new PdfFonts(emptyOutput(), createPdfCaches(), [path]).use(loaded)).toBeUndefined();
  });

  test("a font that cannot be made smaller is named", () => {
    const { file } = fontOf();
    expect(new FontNotSubset(file).path).toBe(file.path);
    expect(new FontNotSubset(file).message).toContain("My (odd) Font-1");
  });
});

test("a glyph shows one text in a PDF", () => {
  const font = new PdfFonts(emptyOutput(), createPdfCaches()).use(fontOf());
  expect([font?.show(1, "A"), font?.show(1, "A"), font?.show(1, "B"), font?.show(2, "B")]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

describe("the objects of a font", () => {
  const { objects, find } = written((fonts) => {
    const font = fonts.use(fontOf());
    font?.show(2, "😀");
    font?.show(1, "fi");
    font?.show(0, "");
  });

  test("the widths of the glyphs that are shown are in their order", () => {
    // ISO 32000-1, section 9.7.4.3. The glyph 0 of a test font has an advance of 500.
    expect(find("/W[")?.body).toContain("/DW 0/W[0[500]1[300]2[600]]/CIDToGIDMap/Identity>>");
  });

  test("the name is a tag of six letters and the letters of the title", () => {
    expect(find("/FontDescriptor/FontName")?.body).toMatch(/\/FontName\/[A-Z]{6}\+MyoddFont-1\//);
    const names = objects.flatMap(({ body }) =>
      [...body.matchAll(/\/(?:BaseFont|FontName)\/([^/]+)/g)].map(([, name]) => name),
    );
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(1);
  });

  test("the descriptor has the metrics in thousandths, and the length of the outlines", () => {
    const descriptor = find("/FontDescriptor/FontName")?.body;
    // The capital height that a font does not state is assumed.
    expect(descriptor).toContain("/FontBBox[-1000 -200 2000 800]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/");
    const outlines = find("/Length1 ");
    expect(outlines?.body).toContain(`/Length1 ${outlines?.content.length}/`);
    expect(outlines?.content.slice(0, 4)).toBe("\0\x01\0\0");
  });

  test("the text of each glyph is UTF-16, and a glyph without text is left out", () => {
    const map = find("beginbfchar")?.content;
    expect(map).toContain("2 beginbfchar\n<0002><D83DDE00>\n<0001><00660069>\nendbfchar\nendcmap");
  });
});

test("a section of the map of characters has at most 100 rows", () => {
  const sectionsOf = (count: number) => {
    const { find } = written((fonts) => {
      const font = fonts.use(fontOf({}, Array<number>(count).fill(500)));
      for (let glyph = 1; glyph <= count; glyph++) font?.show(glyph, "x");
    });
    return [...(find("begincmap")?.content ?? "").matchAll(/(\d+) beginbfchar\n([^]*?)\nendbfchar/g)].map(
      ([, rows, text = ""]) => [Number(rows), text.split("\n").length],
    );
  };
  // ISO 32000-1, section 9.10.3, and Adobe's technical note 5014.
  expect(sectionsOf(100)).toEqual([[100, 100]]);
  expect(sectionsOf(101)).toEqual([
    [100, 100],
    [1, 1],
  ]);
});

test("different glyphs of a font have different tags, and the same ones the same tag", () => {
  const tagOf = (...glyphs: number[]) =>
    written((fonts) => {
      const font = fonts.use(fontOf());
      for (const glyph of glyphs) font?.show(glyph, "x");
    })
      .find("/FontDescriptor/FontName")
      ?.body.match(/\/FontName\/([A-Z]+)\+/)?.[1];
  expect(tagOf(1, 2)).toBe(tagOf(2, 1));
  expect(tagOf(1, 2)).not.toBe(tagOf(1));
});
