/** Tells findings to people, and to programs. */
import { type Writable } from "node:stream";
import { type Finding } from "./finding.js";
import { paint, printable } from "./terminal.js";

export type Severity = "fault" | "warning";

/**
 * One finding a line, as compilers write them, so that editors and terminals can jump there:
 * `card.json:12:7 fault layers[2].font_size: It must be at most 2000.`
 */
export function formatFinding(stream: Writable, severity: Severity, finding: Finding): string {
  const { file, position, path, code, message } = finding;
  const place = position === undefined ? "" : `:${position.line}:${position.column}`;
  const where = file === undefined ? "" : `${paint(stream, "strong", printable(file) + place)} `;
  const label = paint(stream, severity, code === undefined ? severity : `${severity} ${code}`);
  return `${where}${label} ${path === "" ? "" : `${printable(path)}: `}${printable(message)}\n`;
}

/** Faults first, then warnings, each on its line. */
export function formatFindings(
  stream: Writable,
  { faults, warnings }: { readonly faults: readonly Finding[]; readonly warnings: readonly Finding[] },
): string {
  return [
    ...faults.map((fault) => formatFinding(stream, "fault", fault)),
    ...warnings.map((warning) => formatFinding(stream, "warning", warning)),
  ].join("");
}

/** A finding for `--json`: flat, absent parts left out. */
export function findingToJson({ position, ...rest }: Finding): Record<string, unknown> {
  return { ...rest, ...position };
}

/** `1 fault`, `2 faults`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Bytes as people read them: `84 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
