/** Creates a new sheet of the rows that failed, so that their cells can be fixed. */
import { latestRenders } from "./parts.js";
import { newSheet, type Sheet } from "./sheet.js";

/** Creates a sheet that has not been sent yet. Its rows keep their numbers, and its columns fill the same values. */
export function failedRowsSheet(sheet: Sheet, name: string, id: string, createdAt: string): Sheet {
  const { workspaceId, template, mapping, columns, output } = sheet;
  const rows = latestRenders(sheet)
    .filter(({ render }) => render?.status === "failed")
    .flatMap(({ row }) => sheet.rows[row] ?? []);
  return { ...newSheet({ id, workspaceId, name, createdAt, template, mapping, columns, rows }), output };
}

/** Counts the errors of the rows that failed, the most frequent first. */
export function failureReasons(sheet: Sheet): readonly (readonly [error: string, rows: number])[] {
  const counts = new Map<string, number>();
  for (const { render } of latestRenders(sheet)) {
    if (render?.status !== "failed") continue;
    const error = render.error ?? "";
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}
