import { Plus, Trash2 } from "lucide";
import { useEffect } from "preact/hooks";
import { Badge } from "../../components/badge.js";
import { Button, IconButton } from "../../components/button.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { PageHead } from "../../components/page-head.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { batchList as texts } from "../../messages/en/batches.js";
import { pages } from "../../messages/en/common.js";
import { formatNumber } from "../../messages/format.js";
import { navigate, pathTo } from "../../router/location.js";
import { workspaceId } from "../../session/session.js";
import { useCommands } from "../../shell/commands.js";
import { isActive, latestRenders, totalsOf } from "./model/parts.js";
import type { Sheet } from "./model/sheet.js";
import { runSheet } from "./service/run-sheet.js";
import { addSheet, deleteSheet } from "./store/sheet-store.js";
import { useSheets } from "./store/use-sheet.js";
import "./batches.css";

const NEW = pathTo("batches", "new");

/** The sheets of this browser with their progress. What was interrupted continues. */
export function BatchList() {
  const { sheets, error, reload } = useSheets(workspaceId());
  const active = (sheets ?? []).filter(isActive).map(({ id }) => id);
  useEffect(() => {
    for (const id of active) runSheet(id);
  }, [active.join()]);
  useCommands(() => [{ label: texts.create, key: "n", run: () => navigate(NEW) }], []);
  const create = (
    <Button kind="primary" icon={Plus} href={NEW}>
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHead title={pages.batches} count={sheets?.length}>
        {create}
      </PageHead>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} onRetry={reload} />}
      {sheets?.length === 0 && (
        <Empty title={texts.emptyTitle} action={create}>
          {texts.empty}
        </Empty>
      )}
      {sheets?.length !== 0 && error === undefined && (
        <DataTable
          label={texts.label}
          columns={COLUMNS}
          rows={sheets}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => pathTo("batches", id)}
        />
      )}
    </>
  );
}

function remove(sheet: Sheet): void {
  void deleteSheet(sheet.id).then(() => toast(texts.removed(sheet.name), () => void addSheet(sheet)));
}

const COLUMNS: readonly Column<Sheet>[] = [
  { label: texts.columns.name, cell: ({ name }) => <span dir="auto">{name}</span> },
  { label: texts.columns.template, cell: ({ template }) => <span dir="auto">{template.name}</span>, isExtra: true },
  {
    label: texts.columns.rows,
    cell: ({ rows, leftOut }) => formatNumber(rows.length - leftOut.length),
    width: "84px",
    isNumber: true,
    isExtra: true,
  },
  { label: texts.columns.state, cell: (sheet) => <SheetState sheet={sheet} />, width: "148px" },
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
    cell: (sheet) => <IconButton label={texts.remove(sheet.name)} icon={Trash2} onClick={() => remove(sheet)} />,
    width: "64px",
  },
];

/** How a sheet stands, in a few words. */
function SheetState({ sheet }: { readonly sheet: Sheet }) {
  const { total, done, failed, refused } = totalsOf(latestRenders(sheet));
  if (sheet.parts.length === 0) return <Badge kind="off">{texts.draft}</Badge>;
  if (isActive(sheet)) return <Badge kind="running">{texts.working(done + failed, total)}</Badge>;
  if (refused > 0) return <Badge kind="warning">{texts.stopped}</Badge>;
  return failed > 0 ? (
    <Badge kind="danger">{texts.someFailed(failed)}</Badge>
  ) : (
    <Badge kind="success">{texts.done}</Badge>
  );
}
