import { batchDraft as texts } from "../../../messages/en/batches.js";
import type { CheckedRow } from "../model/check-book.js";
import type { Sheet } from "../model/sheet.js";
import type { TableRow } from "../model/table.js";
import type { Target } from "../model/targets.js";

interface GridRowProps {
  readonly checked: CheckedRow;
  readonly content: TableRow | undefined;
  readonly sheet: Sheet;
  readonly columns: readonly number[];
  readonly targets: ReadonlyMap<string, Target>;
  readonly isLeftOut: boolean;
  readonly onCell: (row: number, column: number, text: string) => void;
  readonly onLeaveOut: (row: number, isLeftOut: boolean) => void;
}

/** A row of the sheet, with its problems at their cells. */
export function GridRow(props: GridRowProps) {
  const { checked, content, sheet, columns, targets, isLeftOut, onCell, onLeaveOut } = props;
  const { row, issues, state } = checked;
  const number = content?.number ?? row + 2;
  const whole = isLeftOut ? [] : issues.filter(({ column }) => column === undefined);
  return (
    <tr class={`${isLeftOut ? "left-out" : state}`} aria-rowindex={row + 2}>
      <th scope="row" class="grid-number">
        <label>
          <input
            type="checkbox"
            data-send={row}
            checked={!isLeftOut}
            aria-label={texts.send(number)}
            aria-invalid={whole.length > 0}
            aria-describedby={whole.length > 0 ? `row-problem-${row}` : undefined}
            onInput={(event) => onLeaveOut(row, !event.currentTarget.checked)}
          />
          <span>{number}</span>
        </label>
        {whole.length > 0 && (
          <span id={`row-problem-${row}`} class="visually-hidden">
            {whole.map(({ message }) => message).join(" ")}
          </span>
        )}
      </th>
      {columns.map((column) => {
        const target = targets.get(sheet.mapping[column] ?? "");
        const text = content?.cells[column] ?? "";
        if (target === undefined) {
          return (
            <td key={column} class="unused truncate" dir="auto" title={text}>
              {text}
            </td>
          );
        }
        const found = isLeftOut ? [] : issues.filter((issue) => issue.column === column);
        return (
          <GridCell
            key={column}
            place={`${row}:${column}`}
            label={texts.cell(sheet.columns[column] ?? "", number)}
            text={text}
            fallback={target.field.fallback}
            problem={found.map(({ message }) => message).join(" ")}
            isDisabled={isLeftOut}
            onInput={(typed) => onCell(row, column, typed)}
          />
        );
      })}
    </tr>
  );
}

interface GridCellProps {
  /** The row and the column, for the focus. */
  readonly place: string;
  readonly label: string;
  readonly text: string;
  /** The value of the template, which an empty cell keeps. */
  readonly fallback: string;
  readonly problem: string;
  readonly isDisabled: boolean;
  readonly onInput: (text: string) => void;
}

/** A cell to type in. A text area keeps line breaks, which Shift and Enter insert. */
function GridCell({ place, label, text, fallback, problem, isDisabled, onInput }: GridCellProps) {
  const isWrong = problem !== "";
  const id = `problem-${place.replace(":", "-")}`;
  return (
    <td class={isWrong ? "wrong" : undefined} title={isWrong ? problem : undefined}>
      <textarea
        rows={1}
        dir="auto"
        data-cell={place}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        spellcheck={false}
        disabled={isDisabled}
        value={text}
        placeholder={fallback.split("\n", 1)[0]}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {isWrong && (
        <span id={id} class="visually-hidden">
          {problem}
        </span>
      )}
    </td>
  );
}
