import { FileSpreadsheet, Layers, Trash2 } from "lucide";
import { Badge } from "../../../components/badge.js";
import { IconButton } from "../../../components/button.js";
import { type Column, DataTable } from "../../../components/data-table.js";
import { Icon } from "../../../components/icon.js";
import { RelativeTime } from "../../../components/relative-time.js";
import { batchList as texts, batchPage } from "../../../messages/en/batches.js";
import { formatNumber } from "../../../messages/format.js";
import { pathTo } from "../../../router/location.js";
import { useTemplateNames } from "../../renders/service/use-template-names.js";
import type { Entry } from "../model/entries.js";
import { isActive, latestRenders, totalsOf } from "../model/parts.js";
import type { Sheet } from "../model/sheet.js";

interface EntryTableProps {
  /** Undefined while the list is loading. */
  readonly entries: readonly Entry[] | undefined;
  readonly isLoading: boolean;
  readonly onRemove: (sheet: Sheet) => void;
}

/** Sheets of this browser and batches of the service, in one table. */
export function EntryTable({ entries, isLoading, onRemove }: EntryTableProps) {
  const ids = (entries ?? []).flatMap((entry) => (entry.kind === "batch" ? (entry.batch.template ?? []) : []));
  const names = useTemplateNames(ids);
  const columns: readonly Column<Entry>[] = [
    { label: texts.columns.name, cell: (entry) => <Name entry={entry} /> },
    { label: texts.columns.template, cell: (entry) => <Template entry={entry} names={names} />, isExtra: true },
    {
      label: texts.columns.renders,
      cell: (entry) => formatNumber(countOf(entry)),
      width: "84px",
      isNumber: true,
      isExtra: true,
    },
    { label: texts.columns.state, cell: (entry) => <State entry={entry} />, width: "148px" },
    {
      label: texts.columns.created,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      width: "112px",
      isNumber: true,
      isExtra: true,
    },
    {
      label: texts.columns.actions,
      isLabelHidden: true,
      cell: (entry) =>
        entry.kind === "sheet" && (
          <IconButton label={texts.remove(entry.sheet.name)} icon={Trash2} onClick={() => onRemove(entry.sheet)} />
        ),
      width: "64px",
    },
  ];
  return (
    <div class="batch-list">
      <DataTable
        label={texts.label}
        columns={columns}
        rows={entries}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => pathTo("batches", id)}
        isLoading={isLoading}
      />
    </div>
  );
}

/** A sheet has the name of its file. A batch without a sheet in this browser has only an ID. */
function Name({ entry }: { readonly entry: Entry }) {
  const isSheet = entry.kind === "sheet";
  return (
    <span class="batch-name" title={isSheet ? texts.ofBrowser : texts.ofService}>
      <Icon of={isSheet ? FileSpreadsheet : Layers} size={16} />
      <span class="truncate" dir="auto">
        {isSheet ? entry.sheet.name : batchPage.alone(entry.id.slice(0, 8))}
      </span>
    </span>
  );
}

function Template({ entry, names }: { readonly entry: Entry; readonly names: ReadonlyMap<string, string> }) {
  if (entry.kind === "sheet") return <span dir="auto">{entry.sheet.template.name}</span>;
  const { template } = entry.batch;
  if (template === undefined) return <span class="quiet">–</span>;
  return <span dir="auto">{names.get(template) ?? ""}</span>;
}

function countOf(entry: Entry): number {
  return entry.kind === "sheet" ? entry.sheet.rows.length - entry.sheet.leftOut.length : entry.batch.totals.total;
}

/** The state of a sheet or a batch, in a few words. */
function State({ entry }: { readonly entry: Entry }) {
  if (entry.kind === "sheet" && entry.sheet.parts.length === 0) return <Badge kind="off">{texts.draft}</Badge>;
  const { isRunning, total, done, failed, refused } = progressOf(entry);
  if (isRunning) return <Badge kind="running">{texts.working(done + failed, total)}</Badge>;
  if (refused > 0) return <Badge kind="warning">{texts.stopped}</Badge>;
  if (failed > 0) return <Badge kind="danger">{texts.someFailed(failed)}</Badge>;
  return <Badge kind="success">{texts.done}</Badge>;
}

function progressOf(entry: Entry) {
  if (entry.kind === "sheet") return { ...totalsOf(latestRenders(entry.sheet)), isRunning: isActive(entry.sheet) };
  const { status, totals } = entry.batch;
  return { ...totals, refused: 0, isRunning: status === "queued" };
}
