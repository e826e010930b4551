import { expect, test } from "@jest/globals";
import { diffLines } from "../../../src/screens/templates/versions/diff-lines.js";

/** Writes a difference as tools do: each line begins with its kind. */
function written(before: string, after: string): string[] {
  const signs = { added: "+", removed: "-", same: " ", gap: "~" };
  return diffLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);
}
const lines = (...all: readonly (string | number)[]) => `${all.join("\n")}\n`;

test("a changed line is shown as it was and as it is, with three lines before and after it", () => {
  expect(written(lines(1, 2, 3, 4, 5, 6, 7, 8, 9), lines(1, 2, 3, 4, "five", 6, 7, 8, 9))).toEqual([
    "~…",
    " 2",
    " 3",
    " 4",
    "-5",
    "+five",
    " 6",
    " 7",
    " 8",
    "~…",
  ]);
});

test("one gap stands for all lines between changes that are far from each other", () => {
  const before = Array.from({ length: 12 }, (_, index) => index + 1);
  const after = [...before.slice(1, -1), "end"];
  expect(written(lines(...before), lines(...after))).toEqual([
    "-1",
    " 2",
    " 3",
    " 4",
    "~…",
    " 9",
    " 10",
    " 11",
    "-12",
    "+end",
  ]);
});

test("lines between changes that are near each other are all shown", () => {
  expect(written(lines("a", 1, 2, 3, 4, 5, 6, "b"), lines("A", 1, 2, 3, 4, 5, 6, "B"))).toEqual([
    "-a",
    "+A",
    " 1",
    " 2",
    " 3",
    " 4",
    " 5",
    " 6",
    "-b",
    "+B",
  ]);
});

test("texts without a difference are shown completely", () => {
  const text = lines(1, 2, 3, 4, 5, 6, 7, 8, 9);
  expect(written(text, text)).toEqual([" 1", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9"]);
});

test("lines that were only added, or only removed, are changes", () => {
  expect(written(lines(1), lines(1, 2))).toEqual([" 1", "+2"]);
  expect(written(lines(1, 2), lines(1))).toEqual([" 1", "-2"]);
});
