import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { openFont } from "../../src/fonts/open-font.js";
import { readSfnt, writeSfnt } from "../../src/fonts/sfnt.js";
import { resolveInstalled } from "../../src/shared/native.js";
import { loadHarfBuzz } from "../../src/fonts/harfbuzz.js";
import { assemble, makeFont } from "./make-font.js";
import { emptyGlyphs, makeWoff2, shortMetrics } from "./make-woff2.js";

const hb = await loadHarfBuzz();
const open = (file: Buffer) => openFont(hb, file);
const installed = (slug: string, ending: string) =>
  readFileSync(resolveInstalled(`@fontsource/${slug}/files/${slug}-latin-400-normal.${ending}`));

const plan = {
  glyphs: [
    { right: 300, top: 700 },
    { right: 600, top: 100 },
  ],
};
const TTF = makeFont(plan);
const tablesOf = (file: Buffer) => Object.fromEntries(readSfnt(file).tables.map(({ tag, data }) => [tag, data]));
const without = (...tags: string[]) =>
  assemble(Object.fromEntries(Object.entries(tablesOf(TTF)).filter(([tag]) => !tags.includes(tag))));

/** The paths, advances and extents that the shaper returns for the glyphs. */
function glyphsOf(data: Buffer, count: number) {
  const font = new hb.Font(new hb.Face(new hb.Blob(data)));
  return Array.from({ length: count }, (_, glyph) => [
    font.glyphToPath(glyph),
    font.glyphHAdvance(glyph),
    JSON.stringify(font.glyphExtents(glyph)),
  ]);
}

describe("openFont", () => {
  test("an opened font has the characters of its cmap table", () => {
    const font = open(TTF);
    expect(["A", "B", "C", "a", " "].map((character) => font.has(character.charCodeAt(0)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(font.weights).toBeUndefined();
  });

  test("an opened variable font has a range of weights", () => {
    expect(open(makeFont({ ...plan, wider: 200 })).weights).toEqual({ min: 100, max: 900 });
  });

  test("an opened font contains only the tables that letters need", () => {
    const { data } = open(
      makeFont({ ...plan, tables: { fpgm: Buffer.alloc(9), "SVG ": Buffer.alloc(30), morx: Buffer.alloc(8) } }),
    );
    expect(Object.keys(tablesOf(data)).sort()).toEqual(["cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"]);
  });

  test("a font with CFF outlines can be opened", () => {
    const font = open(
      readFileSync(join(import.meta.dirname, "../../../../node_modules/bwip-js/fonts/Inconsolata.otf")),
    );
    expect(font.has(0x41)).toBe(true);
  });
});

describe("a WOFF2 file", () => {
  // In these packages both files have the same outlines. In other families, one of the files has merged overlaps.
  test.each(["great-vibes", "pinyon-script"])(
    "the WOFF2 file of %s has exactly the glyphs of the WOFF file",
    (slug) => {
      const [one, other] = [open(installed(slug, "woff")), open(installed(slug, "woff2"))];
      const glyphs = glyphsOf(other.data, 300);
      expect(glyphs).toEqual(glyphsOf(one.data, 300));
      expect(glyphs.filter(([path]) => path !== "").length).toBeGreaterThan(200);
    },
  );

  test("the WOFF2 file of a family with composite glyphs has the advances of the WOFF file", () => {
    const advances = (ending: string) =>
      glyphsOf(open(installed("inter", ending)).data, 400).map(([, advance]) => advance);
    expect(advances("woff2")).toEqual(advances("woff"));
  });
});

describe("the metrics of a WOFF2 file without side bearings", () => {
  const { cmap, head, hhea, maxp } = tablesOf(TTF) as Record<"cmap" | "head" | "hhea" | "maxp", Buffer>;
  const packedWith = (changed: Readonly<Record<string, Buffer>>) =>
    makeWoff2({
      ...{ cmap, head, maxp },
      ...{ glyf: emptyGlyphs(3), loca: Buffer.alloc(0), hmtx: shortMetrics(500, 300, 600) },
      ...changed,
    });
  /** The table `hhea` with another number of full metrics. */
  const counting = (count: number) => Buffer.concat([hhea.subarray(0, 34), Buffer.from([0, count])]);

  test("a WOFF2 file without side bearings has the advances of its glyphs", () => {
    const advances = glyphsOf(open(packedWith({ hhea })).data, 3).map(([, advance]) => advance);
    expect(advances).toEqual([500, 300, 600]);
  });

  test.each([
    ["without the table hhea", {}],
    ["whose table hhea ends before the number of metrics", { hhea: hhea.subarray(0, 34) }],
    ["whose table hhea ends inside of the number of metrics", { hhea: hhea.subarray(0, 35) }],
    ["whose table hhea counts no metrics", { hhea: counting(0) }],
    ["whose table hhea counts more metrics than glyphs", { hhea: counting(4), hmtx: shortMetrics(5, 5, 5, 5) }],
  ])("a WOFF2 file %s is refused", (_name, changed) => {
    expect(() => open(packedWith(changed))).toThrow("broken or cut off");
  });
});

describe("openFont refuses invalid files", () => {
  test.each([
    ["an empty file", Buffer.alloc(0), "not a font file"],
    ["a text file", Buffer.from("a text that is long enough to be examined"), "not a font file"],
    ["a font collection", Buffer.concat([Buffer.from("ttcf"), Buffer.alloc(40)]), "a collection"],
    ["a file with only a header", TTF.subarray(0, 12), "broken or cut off"],
    ["a truncated file", TTF.subarray(0, TTF.length / 2), "broken or cut off"],
    [
      "a directory with more tables than the file",
      Buffer.concat([Buffer.from("\0\x01\0\0\xff\xff", "latin1"), TTF.subarray(6)]),
      "broken or cut off",
    ],
    ["a font without characters", without("cmap"), "no cmap table"],
    ["a font without outlines", without("glyf", "loca"), "no outlines"],
    ["a font without the offsets of its outlines", without("loca"), "no outlines"],
    [
      "a font with an invalid cmap table",
      assemble({ ...tablesOf(TTF), cmap: Buffer.alloc(40) }),
      "no glyph for any character",
    ],
    [
      "a font whose head table is all zeros",
      assemble({ ...tablesOf(TTF), head: Buffer.alloc(54) }),
      "broken or cut off",
    ],
    ["a file of more than 10 MB", Buffer.concat([TTF, Buffer.alloc(10 * 1024 * 1024)]), "larger than 10 MB"],
  ])("%s is refused", (_name, file, reason) => {
    expect(() => open(file)).toThrow(reason);
  });

  test("a WOFF file that is too large when unpacked is refused without unpacking it", () => {
    const bomb = deflateSync(Buffer.alloc(40_000_000));
    const head = Buffer.alloc(44 + 20);
    head.write("wOFF\0\x01\0\0", 0, "latin1");
    head.writeUInt16BE(1, 12);
    head.write("glyf", 44, "latin1");
    head.writeUInt32BE(64, 48);
    head.writeUInt32BE(bomb.length, 52);
    head.writeUInt32BE(40_000_000, 56);
    expect(() => open(Buffer.concat([head, bomb]))).toThrow("larger than 30 MB");
    head.writeUInt32BE(1_000_000, 56);
    expect(() => open(Buffer.concat([head, bomb]))).toThrow("broken or cut off");
  });

  test("a font whose directory contains a table twice is refused", () => {
    const twice = writeSfnt({ flavor: 0x10000, tables: [...readSfnt(TTF).tables, ...readSfnt(TTF).tables] });
    expect(() => open(twice)).toThrow("broken or cut off");
  });
});
