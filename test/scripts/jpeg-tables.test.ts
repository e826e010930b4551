import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { encodeJpeg } from "@image-render/encoders";
import { symbolsOf } from "../../packages/encoders/src/jpeg/huffman-codes.js";
import { HUFFMAN_TABLES } from "../../packages/encoders/src/jpeg/huffman-tables.js";
import { symbolsByLength } from "../../scripts/jpeg-tables/code-lengths.js";
import { countSymbols } from "../../scripts/jpeg-tables/count-symbols.js";
import { tablesSource } from "../../scripts/jpeg-tables/tables-source.js";

const TABLES_FILE = new URL("../../packages/encoders/src/jpeg/huffman-tables.ts", import.meta.url);

/** The symbols that occur in a table, with their counts. */
function occurring(counts: Uint32Array | undefined): [symbol: number, count: number][] {
  return [...(counts?.entries() ?? [])].filter(([, count]) => count > 0);
}

describe("the Huffman tables of JPEG", () => {
  test("frequent symbols get short codes, and no code has only ones", () => {
    const weights = new Map([0.5, 8, 2, 1].map((weight, symbol) => [symbol, weight]));
    expect(symbolsByLength(weights).slice(0, 5)).toEqual([[1], [2], [3], [0], []]);
  });

  test("no code has more than 16 bits, however rare its symbol is", () => {
    const weights = new Map(Array.from({ length: 162 }, (_, symbol) => [symbol, 2 ** -symbol]));
    const lengths = symbolsByLength(weights);
    expect(lengths).toHaveLength(16);
    expect(lengths.flat()).toHaveLength(162);
    // The codes leave room for one code of 16 ones.
    const space = lengths.reduce((sum, symbols, index) => sum + symbols.length * 2 ** (15 - index), 0);
    expect(space).toBe(2 ** 16 - 1);
  });

  test("the symbols of a picture are counted separately for DC and AC coefficients, and for luma and chroma", () => {
    const white = { width: 16, height: 16, pixels: new Uint8Array(4 * 16 * 16).fill(255), isOpaque: true };
    // Two rows of two blocks. Only the first DC coefficient of a row is not 0: 127 · 8 / 4 = 254, which has eight bits.
    expect(countSymbols(encodeJpeg(white)).map(occurring)).toEqual([
      [
        [0, 2],
        [8, 2],
      ],
      [[0, 4]],
      [[0, 8]],
      [[0, 8]],
    ]);
  });

  test("the committed tables of the encoder are those that the command writes", async () => {
    const tables = HUFFMAN_TABLES.flatMap(({ dc, ac }) => [symbolsOf(dc), symbolsOf(ac)]);
    expect(await tablesSource(tables)).toBe(readFileSync(TABLES_FILE, "utf8"));
  });
});
