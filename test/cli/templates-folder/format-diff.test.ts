import { describe, expect, test } from "@jest/globals";
import { compareTexts } from "../../../cli/templates-folder/format-diff.js";
import fc from "../../support/fast-check.js";

const linesOf = (left: string, right: string) => compareTexts(left, right).map(({ text }) => text);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** Returns the length of the longest common subsequence, computed with the textbook table. */
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

/** Applies a shown difference to the left text, hunk by hunk. */
function apply(left: readonly string[], shown: readonly string[]): string[] {
  const result: string[] = [];
  let next = 0;
  for (const line of shown) {
    const start = /^@@ -(\d+),/.exec(line)?.[1];
    const [mark, text] = [line.charAt(0), line.slice(1)];
    if (start !== undefined) result.push(...left.slice(next, (next = Number(start) - 1)));
    else if (mark === "+") result.push(text);
    else {
      expect(text).toBe(left[next]);
      if (mark === " ") result.push(text);
      next += 1;
    }
  }
  return [...result, ...left.slice(next)];
}

describe("compareTexts", () => {
  test("shows nothing for equal texts", () => {
    expect(linesOf("a\nb\n", "a\nb\n")).toEqual([]);
  });

  test("shows a changed line with three lines of context, and its place on both sides", () => {
    const left = numbered("line", 20);
    const right = left.map((line) => (line === "line 9" ? "changed" : line));
    expect(linesOf(textOf(left), textOf(right))).toEqual([
      "@@ -7,7 +7,7 @@",
      " line 6",
      " line 7",
      " line 8",
      "-line 9",
      "+changed",
      " line 10",
      " line 11",
      " line 12",
    ]);
  });

  test("shows changes that are far apart as separate hunks", () => {
    const left = numbered("line", 30);
    const right = [...left.slice(0, 4), ...left.slice(5, 20), "new", ...left.slice(20)];
    expect(linesOf(textOf(left), textOf(right)).filter((line) => !line.startsWith(" "))).toEqual([
      "@@ -2,7 +2,6 @@",
      "-line 4",
      "@@ -18,6 +17,7 @@",
      "+new",
    ]);
  });

  test("a shown difference turns the left text into the right text, and changes as few lines as possible", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (left, right) => {
        const shown = linesOf(textOf(left), textOf(right));
        expect(apply(left, shown)).toEqual(right);
        const removed = shown.filter((line) => line.startsWith("-"));
        expect(left.length - removed.length).toBe(commonLength(left, right));
      }),
      { numRuns: 300 },
    );
  });

  test("shows long texts with too little in common as replaced", () => {
    const [left, right] = [numbered("left", 5000), numbered("right", 5000)];
    expect(linesOf(textOf(left), textOf(right))).toEqual([
      "@@ -1,5000 +1,5000 @@",
      ...left.map((line) => `-${line}`),
      ...right.map((line) => `+${line}`),
    ]);
  });
});
