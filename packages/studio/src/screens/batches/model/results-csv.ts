/** The results of a sheet as CSV: its own columns, then the state, the error and the link of each row. */
import { latestRenders } from "./parts.js";
import type { Sheet } from "./sheet.js";
import { writeCsv } from "./write-csv.js";

/** The names of the added columns, and the words for states. */
export interface ResultWords {
  readonly columns: { readonly row: string; readonly state: string; readonly error: string; readonly link: string };
  readonly states: Readonly<
    Record<"unsent" | "refused" | "queued" | "running" | "done" | "failed" | "deleted", string>
  >;
}

/** Creates the CSV, without the rows that were left out. */
export function resultsCsv(sheet: Pick<Sheet, "columns" | "rows" | "parts">, words: ResultWords): string {
  const { row, state, error, link } = words.columns;
  const lines = latestRenders(sheet).map(({ row: index, part, render }) => {
    const content = sheet.rows[index];
    const status = render?.status ?? (part.problem === undefined ? "unsent" : "refused");
    return [
      String(content?.number ?? index + 1),
      ...(content?.cells ?? []),
      words.states[status],
      render?.error ?? part.problem?.message ?? "",
      render?.url ?? "",
    ];
  });
  return writeCsv([[row, ...sheet.columns, state, error, link], ...lines]);
}
