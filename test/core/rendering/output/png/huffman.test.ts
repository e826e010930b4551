import { describe, expect, test } from "@jest/globals";
import { codeLengths, codesOf } from "../../../../../core/rendering/output/png/huffman.js";

/** The share of all codes that codes of these lengths take. A complete code has 1. */
function kraftSum(lengths: Uint8Array): number {
  return lengths.reduce((sum, length) => sum + (length === 0 ? 0 : 2 ** -length), 0);
}

function totalBits(counts: readonly number[]): number {
  const lengths = codeLengths(Int32Array.from(counts), 15);
  return counts.reduce((sum, count, symbol) => sum + count * (lengths[symbol] ?? 0), 0);
}

describe("Huffman codes", () => {
  test("codes have the lengths of the textbook example", () => {
    expect([...codeLengths(Int32Array.of(45, 13, 12, 16, 9, 5), 15)]).toEqual([1, 3, 3, 3, 4, 4]);
    expect(totalBits([45, 13, 12, 16, 9, 5])).toBe(224);
  });

  test("codes are canonical and stored from the last bit, as in the example of RFC 1951", () => {
    const codes = codesOf(Uint8Array.of(3, 3, 3, 3, 3, 2, 4, 4));
    const written = [...codes].map((code) => {
      const length = code >>> 16;
      return Array.from({ length }, (_, bit) => (code >>> bit) & 1).join("");
    });
    expect(written).toEqual(["010", "011", "100", "101", "110", "00", "1110", "1111"]);
  });

  test.each([7, 15])("codes of very different counts have at most %d bits and are complete", (maxLength) => {
    const counts = Int32Array.from({ length: 19 }, (_, symbol) => Math.round(1.9 ** symbol * 10));
    const lengths = codeLengths(counts, maxLength);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(maxLength);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
    expect(kraftSum(lengths)).toBe(1);
  });

  test.each([[[0, 0, 0, 0]], [[0, 0, 9, 0]], [[3, 0, 0, 0]]])(
    "two symbols have codes even if the counts are %j",
    (counts) => {
      expect(kraftSum(codeLengths(Int32Array.from(counts), 15))).toBe(1);
    },
  );
});
