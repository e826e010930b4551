import { Badge } from "../../components/badge.js";
import { CopyId } from "../../components/copy.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import { design as texts } from "../../messages/en/design.js";
import { formatNumber } from "../../messages/format.js";
import { Part, Specimen } from "./specimen.js";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly state: keyof typeof texts.badges;
  readonly at: string;
  readonly credits: number;
}

const HOUR_MS = 3_600_000;
const STATES = ["success", "running", "danger"] as const;
const rowOf = (name: string, index: number): Row => ({
  id: `0190c0de-0000-7000-8000-00000000000${index}`,
  name,
  state: STATES[index % STATES.length] ?? "success",
  at: new Date(Date.now() - index * 5 * HOUR_MS).toISOString(),
  credits: 1 + index * 1200,
});
const COLUMNS: readonly Column<Row>[] = [
  { label: texts.table.name, cell: ({ name }) => <span dir="auto">{name}</span> },
  {
    label: texts.table.state,
    cell: ({ state }) => <Badge kind={state}>{texts.badges[state]}</Badge>,
    width: "120px",
  },
  { label: texts.table.time, cell: ({ at }) => <RelativeTime at={at} />, width: "120px", isExtra: true },
  { label: texts.table.id, cell: ({ id }) => <CopyId id={id} />, width: "120px", isExtra: true },
  { label: texts.table.credits, cell: ({ credits }) => formatNumber(credits), width: "84px", isNumber: true },
];
const ROWS = texts.rows.map(rowOf);

/** A table that is filled, loading, loading again, and with a long text. A list without rows is a state of its own. */
export function Tables() {
  const common = { columns: COLUMNS, keyOf: ({ id }: Row) => id, hrefOf: () => "#tables" };
  return (
    <Part id="tables" title={texts.tables} lead={texts.tablesLead}>
      <Specimen label={texts.filled}>
        <DataTable {...common} label={texts.filled} rows={ROWS} />
      </Specimen>
      <Specimen label={texts.loading}>
        <DataTable {...common} label={texts.loading} rows={undefined} />
      </Specimen>
      <Specimen label={texts.loadingAgain}>
        <DataTable {...common} label={texts.loadingAgain} rows={ROWS} isLoading />
      </Specimen>
      <Specimen label={texts.oneRow}>
        <DataTable {...common} label={texts.oneRow} rows={[rowOf(texts.longName, 0)]} />
      </Specimen>
    </Part>
  );
}
