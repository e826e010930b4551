import { Button } from "../../../components/button.js";
import { batchDraft as texts } from "../../../messages/en/batches.js";
import type { CheckedRow } from "../model/check-book.js";
import type { Sheet } from "../model/sheet.js";

/** The number of problems that are listed at once. When some are fixed, the next ones take their places. */
const MAX_LISTED = 30;

interface ProblemListProps {
  readonly sheet: Sheet;
  /** The rows that have problems and would be sent. */
  readonly bad: readonly CheckedRow[];
  readonly onShow: (row: number, column: number | undefined) => void;
  readonly onLeaveOut: (rows: readonly number[]) => void;
}

/** The problems of all rows. Each leads to its cell. */
export function ProblemList({ sheet, bad, onShow, onLeaveOut }: ProblemListProps) {
  if (bad.length === 0) return null;
  const all = bad.flatMap(({ row, issues }) => issues.map((issue) => ({ row, ...issue })));
  return (
    <div class="problem-list" role="region" aria-label={texts.problems(all.length, bad.length)}>
      <div class="problem-head">
        <p>
          <strong class="field-error" role="status">
            {texts.problems(all.length, bad.length)}.
          </strong>{" "}
          <span class="quiet">{texts.problemsHint}</span>
        </p>
        <Button onClick={() => onLeaveOut(bad.map(({ row }) => row))}>{texts.leaveOut(bad.length)}</Button>
      </div>
      <ul tabIndex={0} aria-label={texts.problems(all.length, bad.length)}>
        {all.slice(0, MAX_LISTED).map(({ row, column, message, path }, index) => (
          <li key={`${row} ${column ?? path} ${index}`}>
            <button type="button" onClick={() => onShow(row, column)}>
              <span class="problem-place" dir="auto">
                {texts.problemAt(sheet.rows[row]?.number ?? row, placeName(sheet, column, path))}
              </span>
              <span class="problem-text" dir="auto">
                {message}
              </span>
            </button>
          </li>
        ))}
        {all.length > MAX_LISTED && <li class="quiet">{texts.moreProblems(all.length - MAX_LISTED)}</li>}
      </ul>
    </div>
  );
}

function placeName({ columns }: Sheet, column: number | undefined, path: string): string {
  if (column !== undefined) return columns[column] ?? "";
  return path === "" ? texts.wholeRow : path;
}
