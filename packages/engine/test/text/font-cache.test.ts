import { describe, expect, test } from "@jest/globals";
import { createFontLibrary } from "../../src/fonts/font-library.js";
import { createFontCache } from "../../src/text/font-cache.js";
import { loadHarfBuzz } from "../../src/fonts/harfbuzz.js";

const library = createFontLibrary();
const [regular, bold] = [400, 700].map((weight) =>
  library.fileAt(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`),
) as [ReturnType<typeof library.fileAt>, ReturnType<typeof library.fileAt>];

describe("createFontCache", () => {
  test("a font is loaded once while the cache has room", async () => {
    const cache = createFontCache(await loadHarfBuzz());
    expect(cache.load(regular)).toBe(cache.load(regular));
    expect(cache.load(bold)).not.toBe(cache.load(regular));
  });

  test("a font that was evicted and loaded again has the same metrics and outlines", async () => {
    const cache = createFontCache(await loadHarfBuzz(), 1);
    const before = cache.load(regular);
    cache.load(bold);
    const again = cache.load(regular);
    expect(again).not.toBe(before);
    expect(again.metrics).toEqual(before.metrics);
    expect(again.hb.glyphToPath(38)).toBe(before.hb.glyphToPath(38));
  });

  test("a loaded font has the metrics of the file's own tables", async () => {
    // Inter 400: hhea 1984 and -494, OS/2 capitals 1490, post underline -348 and 140, of 2048 units.
    const { metrics, unitsPerEm } = createFontCache(await loadHarfBuzz()).load(regular);
    expect(unitsPerEm).toBe(2048);
    expect(metrics.ascent).toBeCloseTo(1984 / 2048, 6);
    expect(metrics.descent).toBeCloseTo(-494 / 2048, 6);
    expect(metrics.capHeight).toBeCloseTo(1490 / 2048, 6);
    expect(metrics.underlineThickness).toBeCloseTo(140 / 2048, 6);
    expect(metrics.underlineY).toBeCloseTo((-348 - 70) / 2048, 6);
  });
});
