import { describe, expect, test } from "@jest/globals";
import { codesOf } from "../../src/jpeg/huffman-codes.js";
import { HUFFMAN_TABLES } from "../../src/jpeg/huffman-tables.js";

/** The symbols of baseline JPEG: 12 sizes of means, and 10 sizes of other coefficients, each after up to 15 zeros. */
const SIZES = Array.from({ length: 12 }, (_, size) => size);
const RUNS = Array.from({ length: 256 }, (_, symbol) => symbol).filter(
  (symbol) => symbol === 0x00 || symbol === 0xf0 || ((symbol & 15) >= 1 && (symbol & 15) <= 10),
);

const TABLES = HUFFMAN_TABLES.flatMap(({ dc, ac }, index) => [
  { name: `${index === 0 ? "luma" : "chroma"}, means`, table: dc, legal: SIZES },
  { name: `${index === 0 ? "luma" : "chroma"}, other coefficients`, table: ac, legal: RUNS },
]);

describe("HUFFMAN_TABLES", () => {
  test.each(TABLES)("$name: each symbol that can occur has a code of its own", ({ table, legal }) => {
    const codes = codesOf(table);
    const symbols = [...codes.keys()].filter((symbol) => codes[symbol] !== 0);
    expect(symbols).toEqual(legal);
    const texts = symbols.map((symbol) => bitsOf(codes[symbol] ?? 0));
    for (const text of texts) {
      expect(text.length).toBeLessThanOrEqual(16);
      expect(texts.filter((other) => other.startsWith(text))).toEqual([text]);
    }
  });

  test.each(TABLES)("$name: no code consists only of ones, because ones pad the last byte", ({ table }) => {
    const texts = [...codesOf(table)].filter((code) => code !== 0).map(bitsOf);
    expect(texts.filter((text) => !text.includes("0"))).toEqual([]);
  });

  test("codes of one length count up, and the first longer code is twice the next number", () => {
    const codes = codesOf(["", "05 02", "07", "", "", "", "", "", "", "", "", "", "", "", "", ""]);
    expect([0x05, 0x02, 0x07].map((symbol) => bitsOf(codes[symbol] ?? 0))).toEqual(["00", "01", "100"]);
  });
});

function bitsOf(code: number): string {
  return (code >>> 5).toString(2).padStart(code & 31, "0");
}
