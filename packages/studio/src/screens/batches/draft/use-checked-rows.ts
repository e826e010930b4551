import { useMemo } from "preact/hooks";
import { batchDraft as texts } from "../../../messages/en/batches.js";
import { type CheckBook, type CheckedRow, checkRow } from "../model/check-book.js";
import type { CellProblem } from "../model/row-request.js";
import { frameOf, rowsToSend, type Sheet } from "../model/sheet.js";
import type { Target } from "../model/targets.js";

/** The rows of a sheet with what is known about them. */
export interface CheckedRows {
  readonly all: readonly CheckedRow[];
  /** The rows that are sent. */
  readonly chosen: readonly CheckedRow[];
  /** The rows among them that have problems. */
  readonly bad: readonly CheckedRow[];
}

const say = ({ kind }: CellProblem): string => (kind === "no-list" ? texts.noList : texts.hidesVariable);

/** Compares all rows with what the service has said. */
export function useCheckedRows(sheet: Sheet, targets: ReadonlyMap<string, Target>, book: CheckBook): CheckedRows {
  const { rows, mapping, output, leftOut } = sheet;
  const all = useMemo(() => {
    const context = { mapping, targets, frame: frameOf(sheet), book, say };
    return rows.map((content, row) => checkRow(row, content, context));
  }, [rows, mapping, output, targets, book]);
  return useMemo(() => {
    const chosen = rowsToSend({ rows, leftOut }).flatMap((row) => all[row] ?? []);
    return { all, chosen, bad: chosen.filter(({ state }) => state === "invalid") };
  }, [all, leftOut]);
}
