import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../components/button.js";
import { SelectField } from "../../components/field.js";
import { FreshButton } from "../../components/fresh-button.js";
import { MoreButton } from "../../components/more-button.js";
import { PageHead } from "../../components/page-head.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { batchList as texts } from "../../messages/en/batches.js";
import { pages } from "../../messages/en/common.js";
import { navigate, pathTo, query, setQuery } from "../../router/location.js";
import { workspaceId } from "../../session/session.js";
import { useCommands } from "../../shell/commands.js";
import { EntryTable } from "./list/entry-table.js";
import { useBatches } from "./list/use-batches.js";
import { batchesOfNoSheet, type BatchFilter, FILTERS, joinEntries } from "./model/entries.js";
import { isActive } from "./model/parts.js";
import type { Sheet } from "./model/sheet.js";
import { runSheet } from "./service/run-sheet.js";
import { addSheet, deleteSheet } from "./store/sheet-store.js";
import { useSheets } from "./store/use-sheet.js";
import "./batches.css";

const NEW = pathTo("batches", "new");

/** The sheets of this browser and all other batches of the workspace, newest first. What was interrupted continues. */
export function BatchList() {
  const filter = FILTERS.find((known) => known === query.value.get("status"));
  const { sheets, error, reload } = useSheets(workspaceId());
  const list = useBatches(filter);
  const active = (sheets ?? []).filter(isActive).map(({ id }) => id);
  useEffect(() => {
    for (const id of active) runSheet(id);
  }, [active.join()]);
  useCommands(() => [{ label: texts.create, key: "n", run: () => navigate(NEW) }], []);
  const hasMore = list.data?.next !== undefined;
  // If one of the two lists cannot be read, the other one is still shown.
  const isRead =
    (sheets !== undefined || error !== undefined) && (list.shown !== undefined || list.error !== undefined);
  const entries = isRead ? joinEntries(sheets ?? [], { batches: list.shown ?? [], hasMore }, filter) : undefined;
  const hasFailed = error !== undefined || list.error !== undefined;
  const isEmpty = entries?.length === 0 && filter === undefined && !hasFailed;
  return (
    <>
      <PageHead
        title={pages.batches}
        count={entries?.length}
        hasMore={hasMore}
        filters={isEmpty ? undefined : <StatusFilter filter={filter} />}
      >
        <FreshButton number={batchesOfNoSheet(list.fresh, sheets ?? []).length} onShow={list.showFresh} />
        <CreateButton />
      </PageHead>
      {error !== undefined && <ErrorNotice what={texts.sheetsFailed} error={error} onRetry={reload} />}
      {list.error !== undefined && (
        <ErrorNotice what={texts.failed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {entries?.length === 0 ? (
        !hasFailed && <NoBatches filter={filter} hasMore={hasMore} />
      ) : (
        <EntryTable entries={entries} isLoading={list.isLoading && list.data !== undefined} onRemove={remove} />
      )}
      <MoreButton hasMore={hasMore} isLoading={list.isLoadingMore} error={list.moreError} onMore={list.more} />
    </>
  );
}

function CreateButton() {
  return (
    <Button kind="primary" icon={Plus} href={NEW}>
      {texts.create}
    </Button>
  );
}

function StatusFilter({ filter }: { readonly filter: BatchFilter | undefined }) {
  const choices = FILTERS.map((value) => ({ value, label: texts.statuses[value] }));
  return (
    <SelectField
      label={texts.filter}
      isLabelHidden
      value={filter ?? ""}
      choices={[{ value: "", label: texts.anyStatus }, ...choices]}
      onInput={(status) => setQuery({ status })}
    />
  );
}

function NoBatches({ filter, hasMore }: { readonly filter: BatchFilter | undefined; readonly hasMore: boolean }) {
  if (filter === undefined) {
    return (
      <Empty title={texts.emptyTitle} action={<CreateButton />}>
        {texts.empty}
      </Empty>
    );
  }
  const clear = <Button onClick={() => setQuery({ status: undefined })}>{texts.clear}</Button>;
  return (
    <Empty title={texts.noneTitle} action={clear}>
      {hasMore ? texts.noneYet : texts.none}
    </Empty>
  );
}

function remove(sheet: Sheet): void {
  const text = sheet.parts.length === 0 ? texts.removedDraft(sheet.name) : texts.removed(sheet.name);
  void deleteSheet(sheet.id).then(() => toast(text, () => void addSheet(sheet)));
}
