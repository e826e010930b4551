/** Shows how a template in the folder differs from the template in the workspace. */
import { createHash } from "node:crypto";
import { structuredPatch } from "diff";
import type { Part, TemplateState } from "./compare.js";
import { type Document, formatDocument } from "./document.js";

/** The number of unchanged lines around a change. */
const CONTEXT_LINES = 3;
/** Longer lines, for example lines with an image, are cut. Their hash shows whether the rest differs. */
const MAX_LINE_LENGTH = 160;
/**
 * The maximum number of removed and added lines. Documents with more have too little in common, so the diff shows all
 * lines as replaced. The time of a comparison grows with the square of the number. The limit keeps it below 0.5 s.
 */
const MAX_EDITS = 1500;

/** A line of a difference. */
export interface ShownLine {
  readonly kind: "place" | "same" | "removed" | "added";
  readonly text: string;
}

/** Formats the differences in some parts. Lines with `-` are in the workspace, and lines with `+` are in the folder. */
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
  return compareTexts(formatDocument(orderKeys(remote, ranks)), formatDocument(orderKeys(local, ranks)));
}

/** Ranks keys by their first occurrence, so that both documents have the same order of keys. */
function rankKeys(value: unknown, ranks: Map<string, number>): void {
  if (Array.isArray(value)) for (const item of value) rankKeys(item, ranks);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (!ranks.has(key)) ranks.set(key, ranks.size);
      rankKeys(inner, ranks);
    }
  }
}

function orderKeys<Value>(value: Value, ranks: ReadonlyMap<string, number>): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => orderKeys(item, ranks)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  entries.sort(([a], [b]) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  return Object.fromEntries(entries.map(([key, inner]: [string, unknown]) => [key, orderKeys(inner, ranks)])) as Value;
}

/** Returns the lines that differ between two texts with their context, like a unified diff. */
export function compareTexts(left: string, right: string): ShownLine[] {
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch("", "", left, right, undefined, undefined, options);
  const hunks = patch?.hunks ?? [replacementOf(left, right)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    { kind: "place" as const, text: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@` },
    ...lines.map((line) => ({ kind: KINDS[line.charAt(0) as keyof typeof KINDS], text: cut(line) })),
  ]);
}

const KINDS = { " ": "same", "-": "removed", "+": "added" } as const;

function replacementOf(left: string, right: string) {
  const [removed, added] = [left, right].map((text) => text.replace(/\n$/, "").split("\n"));
  return {
    oldStart: 1,
    oldLines: removed?.length ?? 0,
    newStart: 1,
    newLines: added?.length ?? 0,
    lines: [...(removed ?? []).map((line) => `-${line}`), ...(added ?? []).map((line) => `+${line}`)],
  };
}

/** Cuts a line that is too long. The mark at its start does not count. */
function cut(line: string): string {
  const text = line.slice(1);
  if (text.length <= MAX_LINE_LENGTH) return line;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${line.slice(0, MAX_LINE_LENGTH + 1)}… (${text.length} characters, sha256 ${hash}…)`;
}
