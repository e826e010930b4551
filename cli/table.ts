import { printable } from "./terminal.js";

/** Formats rows as lines with aligned columns. The last column is not padded. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd() + "\n",
    )
    .join("");
}

/** Returns the UTC date of an ISO 8601 timestamp. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}
