/** Shows how a folder's template differs from the workspace's. */
import { createHash } from "node:crypto";
import { type Part, type TemplateState } from "./compare.js";
import { type DiffLine, diffLines } from "./diff-lines.js";
import { type Document } from "./document.js";

/** Unchanged lines around a change. */
const CONTEXT_LINES = 3;
/** Beyond it a line, such as one with a picture in it, is cut and told by its hash. */
const MAX_LINE_LENGTH = 160;

/** A line of a shown difference, and what it is. */
export interface ShownLine {
  readonly kind: "place" | "same" | "removed" | "added";
  readonly text: string;
}

/** The differences in some parts: `-` is what the workspace has, `+` what the folder has. */
export function formatDiff(remote: TemplateState, local: TemplateState, parts: readonly Part[]): ShownLine[] {
  const lines: ShownLine[] = [];
  for (const part of parts) {
    if (part === "document") continue;
    if (remote[part] !== "") lines.push({ kind: "removed", text: `-${part}: ${JSON.stringify(remote[part])}` });
    if (local[part] !== "") lines.push({ kind: "added", text: `+${part}: ${JSON.stringify(local[part])}` });
  }
  return parts.includes("document") ? [...lines, ...documentDiff(remote.document, local.document)] : lines;
}

function documentDiff(remote: Document, local: Document): ShownLine[] {
  const ranks = new Map<string, number>();
  rankKeys(local, ranks);
  rankKeys(remote, ranks);
  const linesOf = (document: Document) => JSON.stringify(orderKeys(document, ranks), null, 2).split("\n");
  return hunksOf(diffLines(linesOf(remote), linesOf(local)));
}

/** Keys in the order in which they first occur, so that both documents are printed alike whatever order each has. */
function rankKeys(value: unknown, ranks: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) rankKeys(item, ranks);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!ranks.has(key)) ranks.set(key, ranks.size);
      rankKeys(inner, ranks);
    }
  }
}

function orderKeys(value: unknown, ranks: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => orderKeys(item, ranks));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>);
  entries.sort(([a], [b]) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, orderKeys(inner, ranks)]));
}

function hunksOf(lines: readonly DiffLine[]): ShownLine[] {
  const near = lines.map(() => false);
  for (const [index, { side }] of lines.entries()) {
    if (side !== "both") near.fill(true, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  }
  const shown: ShownLine[] = [];
  const position = { left: 1, right: 1 };
  for (const [index, line] of lines.entries()) {
    if (near[index] === true) {
      if (index === 0 || near[index - 1] !== true) shown.push(placeOf(lines, near, index, position));
      shown.push(showLine(line));
    }
    if (line.side !== "right") position.left += 1;
    if (line.side !== "left") position.right += 1;
  }
  return shown;
}

/** `@@ -12,7 +12,8 @@`: first line and number of lines on each side, as every diff tool writes it. */
function placeOf(
  lines: readonly DiffLine[],
  near: readonly boolean[],
  start: number,
  { left, right }: { readonly left: number; readonly right: number },
): ShownLine {
  const end = near.indexOf(false, start);
  const hunk = lines.slice(start, end === -1 ? lines.length : end);
  const leftCount = hunk.filter(({ side }) => side !== "right").length;
  const rightCount = hunk.filter(({ side }) => side !== "left").length;
  return { kind: "place", text: `@@ -${left},${leftCount} +${right},${rightCount} @@` };
}

const KINDS = { both: "same", left: "removed", right: "added" } as const;
const MARKS = { both: " ", left: "-", right: "+" } as const;

function showLine({ side, text }: DiffLine): ShownLine {
  return { kind: KINDS[side], text: MARKS[side] + cut(text) };
}

function cut(text: string): string {
  if (text.length <= MAX_LINE_LENGTH) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${text.slice(0, MAX_LINE_LENGTH)}… (${text.length} characters, sha256 ${hash}…)`;
}
