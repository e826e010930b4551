/** The difference of two texts, line by line. */
import { diffLines as compare } from "diff";

/** A line of the difference. `gap` stands for unchanged lines that are left out. */
export interface DiffLine {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
}

/** The number of unchanged lines before and after a change. */
const CONTEXT = 3;

/** Compares two texts, and leaves out unchanged lines that are far from every change. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const lines = compare(before, after).flatMap(({ value, added, removed }) => {
    const kind: DiffLine["kind"] = added ? "added" : removed ? "removed" : "same";
    return value
      .replace(/\n$/, "")
      .split("\n")
      .map((text) => ({ kind, text }));
  });
  const isNear = (index: number): boolean =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== "same");
  const shown: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear(index)) shown.push(line);
    else if (shown.at(-1)?.kind !== "gap") shown.push({ kind: "gap", text: "…" });
  }
  return shown.some(({ kind }) => kind === "added" || kind === "removed") ? shown : lines;
}
