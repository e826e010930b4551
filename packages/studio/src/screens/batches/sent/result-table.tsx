import { OUTPUT_FORMATS } from "@image-render/client/formats";
import { Badge, type BadgeKind } from "../../../components/badge.js";
import { SelectField } from "../../../components/field.js";
import { batchPage as texts } from "../../../messages/en/batches.js";
import { Picture } from "../../../components/picture.js";
import { pathTo, query, setQuery } from "../../../router/location.js";
import { picturePath } from "../../renders/describe-render.js";
import { explainFailure } from "../../renders/explain-failure.js";
import type { RowState } from "../model/parts.js";
import { isSheet, type Sheet } from "../model/sheet.js";
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
  const title = isSheet(sheet) ? texts.rowsTitle : texts.rendersTitle;
  const { label, all, ...others } = texts.filters;
  const choices = [
    { value: "", label: all },
    ...Object.entries(others).map(([value, text]) => ({ value, label: text })),
  ];
  return (
    <section class="batch-section" aria-labelledby="results-title">
      <header class="section-head">
        <h2 id="results-title">
          {title} <span class="page-count quiet">{rows.length}</span>
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
        aria-label={title}
      >
        <table
          class={`result-table${isSheet(sheet) ? "" : " of-renders"}`}
          aria-label={title}
          aria-rowcount={rows.length + 1}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" class="result-number">
                {isSheet(sheet) ? texts.columns.row : texts.columns.number}
              </th>
              {columns.map((index, place) => (
                <th key={index} scope="col" class={place > 0 ? "extra" : undefined} dir="auto">
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
          <a
            href={pathTo("renders", render.id)}
            aria-label={isSheet(sheet) ? texts.openRender(number) : texts.openNumber(number)}
          >
            {number}
          </a>
        )}
      </th>
      {columns.map((column, place) => (
        <td key={column} class={place > 0 ? "extra truncate" : "truncate"} dir="auto" title={cells[column]}>
          {cells[column]}
        </td>
      ))}
      <td class="result-state">
        <Badge kind={KINDS[name]}>{texts.states[name]}</Badge>
      </td>
      <td class="result-text" title={error === undefined ? undefined : `${error} ${explainFailure(error).text}`}>
        <ResultPicture sheet={sheet} render={render} />
        {error !== undefined && <span class="result-error">{error}</span>}
        {error === undefined && render !== undefined && render.warnings > 0 && (
          <span class="field-warning">{texts.warning(render.warnings)}</span>
        )}
      </td>
    </tr>
  );
}

/** A small picture of a finished row. The row itself names it. It is missing if browsers cannot show the format. */
function ResultPicture({ sheet, render }: { readonly sheet: Sheet; readonly render: RowState["render"] }) {
  if (render?.status !== "done" || render.url === undefined) return null;
  if (!OUTPUT_FORMATS[sheet.output.format].isShownByBrowsers) return null;
  return (
    <a class="result-picture" href={pathTo("renders", render.id)} tabIndex={-1} aria-hidden="true">
      <Picture src={picturePath({ assetUrl: render.url })} alt="" isLazy />
    </a>
  );
}
