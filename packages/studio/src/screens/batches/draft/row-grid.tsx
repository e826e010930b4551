import { batchDraft as texts } from "../../../messages/en/batches.js";
import type { CheckedRow } from "../model/check-book.js";
import type { Sheet } from "../model/sheet.js";
import type { Target } from "../model/targets.js";
import { GapRow } from "../rows/gap-row.js";
import type { VisibleRows } from "../rows/use-visible-rows.js";
import { GridRow } from "./grid-row.js";

/** The height of a row in pixels, which the style sheet repeats. */
export const GRID_ROW_PX = 36;
/** Columns that fill nothing are shown to recognize the rows, but not all of them. */
const MAX_UNUSED = 2;

interface RowGridProps {
  readonly sheet: Sheet;
  readonly rows: readonly CheckedRow[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly visible: VisibleRows;
  readonly onCell: (row: number, column: number, text: string) => void;
  readonly onLeaveOut: (row: number, isLeftOut: boolean) => void;
}

/** Returns the columns that the grid shows: those that fill something, then a few others. */
export function shownColumns({ columns, mapping }: Sheet): readonly number[] {
  const all = columns.map((_, index) => index);
  const unused = all.filter((index) => mapping[index] === null).slice(0, MAX_UNUSED);
  return [...all.filter((index) => mapping[index] !== null), ...unused];
}

/** The cells of the sheet, which can be changed in place. Enter and the arrow keys move to the row below or above. */
export function RowGrid({ sheet, rows, targets, visible, onCell, onLeaveOut }: RowGridProps) {
  const columns = shownColumns(sheet);
  const leftOut = new Set(sheet.leftOut);
  const { frame, onScroll, first, end, above, below } = visible;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
    const cell = event.target instanceof HTMLElement ? event.target.dataset["cell"] : undefined;
    if (step === undefined || cell === undefined || event.shiftKey || event.isComposing) return;
    const [row = 0, column = 0] = cell.split(":").map(Number);
    event.preventDefault();
    focusCell(visible, Math.min(Math.max(row + step, 0), rows.length - 1), column);
  };
  return (
    <div class="grid-frame" ref={frame} onScroll={onScroll} onKeyDown={move}>
      <table class="row-grid" aria-label={texts.gridLabel(sheet.name)} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" class="grid-number">
              {texts.row}
            </th>
            {columns.map((index) => (
              <th key={index} scope="col" dir="auto" title={sheet.columns[index]}>
                {sheet.columns[index]}
                {sheet.mapping[index] === null && <span class="quiet"> · {texts.unusedColumn}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <GapRow height={above} columns={columns.length + 1} />
          {rows.slice(first, end).map((checked) => (
            <GridRow
              key={checked.row}
              checked={checked}
              content={sheet.rows[checked.row]}
              sheet={sheet}
              columns={columns}
              targets={targets}
              isLeftOut={leftOut.has(checked.row)}
              onCell={onCell}
              onLeaveOut={onLeaveOut}
            />
          ))}
          <GapRow height={below} columns={columns.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

/** Scrolls to a cell and puts the focus into it. If the column is not shown, the row itself gets the focus. */
export function focusCell({ show, frame }: VisibleRows, row: number, column: number | undefined): void {
  show(row);
  const focus = (triesLeft: number): void => {
    const found =
      frame.current?.querySelector<HTMLElement>(`[data-cell="${row}:${column ?? ""}"]`) ??
      frame.current?.querySelector<HTMLElement>(`[data-send="${row}"]`);
    if (found) {
      // Otherwise, the browser would scroll the cell to the middle, and the next key would make the view jump.
      found.focus({ preventScroll: true });
      revealColumn(frame.current, found);
    } else if (triesLeft > 0) requestAnimationFrame(() => focus(triesLeft - 1));
  };
  requestAnimationFrame(() => focus(5));
}

/** Scrolls a frame sideways until it shows a cell. The column of the row numbers covers its left edge. */
function revealColumn(frame: HTMLElement | null, cell: HTMLElement): void {
  if (frame === null) return;
  const [outer, inner] = [frame.getBoundingClientRect(), cell.getBoundingClientRect()];
  const covered = frame.querySelector("thead .grid-number")?.clientWidth ?? 0;
  if (inner.right > outer.right) frame.scrollLeft += inner.right - outer.right;
  else if (inner.left < outer.left + covered) frame.scrollLeft -= outer.left + covered - inner.left;
}
