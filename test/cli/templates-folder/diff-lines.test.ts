import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffLines } from "../../../cli/templates-folder/diff-lines.js";

const show = (left: string, right: string) =>
  diffLines(Array.from(left), Array.from(right))
    .map(({ side, text }) => ({ both: " ", left: "-", right: "+" })[side] + text)
    .join("");

/** The length of the longest common subsequence, by the textbook's table. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = right.map(() => 0);
  for (const item of left) {
    const next: number[] = [];
    for (const [index, other] of right.entries()) {
      const diagonal = index === 0 ? 0 : (row[index - 1] ?? 0);
      next.push(item === other ? diagonal + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe("the comparison of lines", () => {
  test.each([
    ["", "", ""],
    ["abc", "abc", " a b c"],
    ["abc", "axc", " a-b+x c"],
    ["", "ab", "+a+b"],
    ["ab", "", "-a-b"],
    ["abcabba", "cbabac", "-a-b c+b a b-b a+c"],
  ])("of %j and %j is %j", (left, right, shown) => {
    expect(show(left, right)).toBe(shown);
  });

  test("gives back both texts, and keeps as many lines as can be kept", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const diff = diffLines(left, right);
        const of = (side: "left" | "right") =>
          diff.filter((line) => line.side === side || line.side === "both").map(({ text }) => text);
        expect([of("left"), of("right")]).toEqual([left, right]);
        expect(diff.filter(({ side }) => side === "both")).toHaveLength(commonLength(left, right));
      }),
      { numRuns: 300 },
    );
  });

  test("of long texts without a common line is told as a whole", () => {
    const left = Array.from({ length: 5000 }, (_, index) => `left ${index}`);
    const right = Array.from({ length: 5000 }, (_, index) => `right ${index}`);
    const diff = diffLines(["same", ...left], ["same", ...right]);
    expect(diff.map(({ text }) => text)).toEqual(["same", ...left, ...right]);
  });
});
