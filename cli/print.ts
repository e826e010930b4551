/** Formats issues for people and for programs. */
import type { Writable } from "node:stream";
import type { LocatedIssue } from "./located-issue.js";
import { paint, printable } from "./terminal.js";

/** Formats an issue as one line like a compiler does, so that editors can jump to the place. */
function formatIssue(stream: Writable, severity: "error" | "warning", issue: LocatedIssue): string {
  const { file, position, path, code, message } = issue;
  const place = position === undefined ? "" : `:${position.line}:${position.column}`;
  const where = file === undefined ? "" : `${paint(stream, "strong", printable(file) + place)} `;
  const label = paint(stream, severity, code === undefined ? severity : `${severity} ${code}`);
  return `${where}${label} ${path === "" ? "" : `${printable(path)}: `}${printable(message)}\n`;
}

/**
 * Formats all issues, then all warnings, as lines:
 * `card.json:12:7 error layers[2].font_size: It must be at most 2000.`
 */
export function formatIssues(
  stream: Writable,
  { issues, warnings }: { readonly issues: readonly LocatedIssue[]; readonly warnings: readonly LocatedIssue[] },
): string {
  return [
    ...issues.map((issue) => formatIssue(stream, "error", issue)),
    ...warnings.map((warning) => formatIssue(stream, "warning", warning)),
  ].join("");
}

/** Returns an issue for `--json`: one flat object without the missing parts. */
export function issueToJson({ position, ...rest }: LocatedIssue): Record<string, unknown> {
  return { ...rest, ...position };
}

/** Returns a number with its noun: `1 error`, `2 errors`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Formats a number of bytes for a person: `84 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
