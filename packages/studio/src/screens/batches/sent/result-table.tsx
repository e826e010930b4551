import { Badge, type BadgeKind } from "../../../components/badge.js";
import { SelectField } from "../../../components/field.js";
import { batchPage as texts } from "../../../messages/en/batches.js";
import { pathTo, query, setQuery } from "../../../router/location.js";
import { explainFailure } from "../../renders/explain-failure.js";
import type { RowState } from "../model/parts.js";
import type { Sheet } from "../model/sheet.js";
import { GapRow } from "../rows/gap-row.js";
import { useVisibleRows } from "../rows/use-visible-rows.js";

/** The height of a row in pixels, which the style sheet repeats. */
const RESULT_ROW_PX = 44;
/** The columns that name a row. */
const MAX_COLUMNS = 2;

type StateName = keyof typeof texts.states;

const KINDS: Readonly<Record<StateName, BadgeKind>> = {
  unsent: "waiting",
  refused: "warning",
  queued: "waiting",
  running: "running",
  done: "success",
  failed: "danger",
  deleted: "off",
};

const FILTERS: Readonly<Record<string, readonly StateName[]>> = {
  failed: ["failed", "refused"],
  waiting: ["unsent", "queued", "running"],
  done: ["done", "deleted"],
};

interface ResultTableProps {
  readonly sheet: Sheet;
  readonly states: readonly RowState[];
}

/** The rows with their states and errors. The filter is in the address. */
export function ResultTable({ sheet, states }: ResultTableProps) {
  const wanted = query.value.get("show") ?? "";
  const names = FILTERS[wanted];
  const rows = names === undefined ? states : states.filter((state) => names.includes(nameOf(state)));
  const { frame, onScroll, first, end, above, below } = useVisibleRows(rows.length, RESULT_ROW_PX);
  const columns = columnsOf(sheet);
  const { label, all, ...others } = texts.filters;
  const choices = [
    { value: "", label: all },
    ...Object.entries(others).map(([value, text]) => ({ value, label: text })),
  ];
  return (
    <section class="batch-section" aria-labelledby="results-title">
      <header class="section-head">
        <h2 id="results-title">
          {texts.rowsTitle} <span class="page-count quiet">{rows.length}</span>
        </h2>
        <SelectField
          label={label}
          isLabelHidden
          value={names === undefined ? "" : wanted}
          choices={choices}
          onInput={(show) => setQuery({ show })}
        />
      </header>
      {rows.length === 0 && <p class="quiet">{texts.none}</p>}
      <div
        class="grid-frame"
        ref={frame}
        onScroll={onScroll}
        hidden={rows.length === 0}
        tabIndex={0}
        role="group"
        aria-label={texts.rowsTitle}
      >
        <table class="result-table" aria-label={texts.rowsTitle} aria-rowcount={rows.length + 1}>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" class="result-number">
                {texts.columns.row}
              </th>
              {columns.map((index) => (
                <th key={index} scope="col" class="extra" dir="auto">
                  {sheet.columns[index]}
                </th>
              ))}
              <th scope="col" class="result-state">
                {texts.columns.state}
              </th>
              <th scope="col">{texts.result}</th>
            </tr>
          </thead>
          <tbody>
            <GapRow height={above} columns={columns.length + 3} />
            {rows.slice(first, end).map((state, index) => (
              <ResultRow key={state.row} sheet={sheet} state={state} columns={columns} index={first + index} />
            ))}
            <GapRow height={below} columns={columns.length + 3} />
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Returns the first columns that are used, because they show which row it is. */
function columnsOf({ columns, mapping }: Sheet): readonly number[] {
  const all = columns.map((_, index) => index);
  const used = all.filter((index) => mapping[index] !== null);
  return (used.length > 0 ? used : all).slice(0, MAX_COLUMNS);
}

function nameOf({ render, part }: RowState): StateName {
  return render?.status ?? (part.problem === undefined ? "unsent" : "refused");
}

interface ResultRowProps {
  readonly sheet: Sheet;
  readonly state: RowState;
  readonly columns: readonly number[];
  readonly index: number;
}

function ResultRow({ sheet, state, columns, index }: ResultRowProps) {
  const { row, render } = state;
  const { number = row + 1, cells = [] } = sheet.rows[row] ?? {};
  const name = nameOf(state);
  const error = render?.error;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" class="result-number">
        {render === undefined ? (
          number
        ) : (
          <a href={pathTo("renders", render.id)} aria-label={texts.openRender(number)}>
            {number}
          </a>
        )}
      </th>
      {columns.map((column) => (
        <td key={column} class="extra truncate" dir="auto" title={cells[column]}>
          {cells[column]}
        </td>
      ))}
      <td class="result-state">
        <Badge kind={KINDS[name]}>{texts.states[name]}</Badge>
      </td>
      <td class="result-text" title={error === undefined ? undefined : `${error} ${explainFailure(error).text}`}>
        {error !== undefined && <span class="result-error">{error}</span>}
        {error === undefined && render !== undefined && render.warnings > 0 && (
          <span class="field-warning">{texts.warning(render.warnings)}</span>
        )}
      </td>
    </tr>
  );
}
