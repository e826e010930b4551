import type { LedgerEntry } from "@image-render/client";
import { Download } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyId } from "../../components/copy.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { TextField } from "../../components/field.js";
import { MoreButton } from "../../components/more-button.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { usage as texts } from "../../messages/en/usage.js";
import { formatNumber } from "../../messages/format.js";
import { query, setQuery } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError } from "../../service/resources.js";
import { saveFile } from "../../service/save-file.js";
import { usePages } from "../../service/use-pages.js";

const COLUMNS: readonly Column<LedgerEntry>[] = [
  { label: texts.columns.kind, cell: ({ kind }) => texts.kinds[kind] },
  { label: texts.columns.credits, cell: ({ credits }) => formatNumber(credits), isNumber: true, width: "96px" },
  { label: texts.columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
  { label: texts.columns.job, cell: ({ jobId }) => <CopyId id={jobId} /> },
  { label: texts.columns.request, cell: ({ requestId }) => <CopyId id={requestId} />, isExtra: true },
];

/** Each debit and each refund of a month. */
export function Ledger() {
  const month = query.value.get("month") ?? new Date().toISOString().slice(0, 7);
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
  const shown = isMonth ? month : new Date().toISOString().slice(0, 7);
  const list = usePages(`usage/ledger?${shown}`, async (cursor: string | undefined, signal) => {
    const { body } = await irs.requestJson("GET /usage/ledger", {
      query: { month: shown, limit: 50, cursor },
      options: { signal },
    });
    return { items: body.entries, next: body.nextCursor };
  });
  return (
    <section class="ledger" aria-labelledby="ledger">
      <div class="section-head">
        <h2 id="ledger">{texts.ledger}</h2>
        <span class="quiet">{texts.ledgerLead}</span>
      </div>
      <div class="ledger-bar">
        <TextField
          label={texts.ledgerMonth}
          isLabelHidden
          type="month"
          value={month}
          onInput={(value) => setQuery({ month: value })}
        />
        <CsvButton month={shown} />
      </div>
      {list.error !== undefined && list.data === undefined && (
        <ErrorNotice what={texts.ledgerFailed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {list.data?.items.length === 0 && <Empty title={texts.ledgerEmptyTitle}>{texts.empty}</Empty>}
      {list.error === undefined && list.data?.items.length !== 0 && (
        <DataTable
          label={texts.ledger}
          columns={COLUMNS}
          rows={list.data?.items}
          keyOf={({ kind, jobId }) => `${kind} ${jobId}`}
          isLoading={list.isLoading && list.data !== undefined}
        />
      )}
      <MoreButton
        hasMore={list.data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={list.more}
      />
    </section>
  );
}

function CsvButton({ month }: { readonly month: string }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const download = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await saveFile(`ledger-${month}.csv`, await ledgerAsCsv(month));
    } catch (thrown) {
      setError(asError(thrown));
    }
    setBusy(false);
  };
  return (
    <>
      <Button icon={Download} isBusy={isBusy} onClick={() => void download()}>
        {texts.ledgerCsv}
      </Button>
      {error !== undefined && <ErrorNotice what={texts.csvFailed} error={error} />}
    </>
  );
}

/** Reads the whole month, page by page. Only the first page keeps its line of names. */
async function ledgerAsCsv(month: string): Promise<Blob> {
  const parts: string[] = [];
  let cursor: string | undefined;
  do {
    const response = await irs.request("GET /usage/ledger", { query: { month, format: "csv", limit: 1000, cursor } });
    const text = await response.text();
    parts.push(parts.length === 0 ? text : text.slice(text.indexOf("\n") + 1));
    cursor = nextCursorOf(response.headers.get("link"));
  } while (cursor !== undefined);
  return new Blob(parts, { type: "text/csv" });
}

/** Returns the cursor of a header such as `<…?cursor=abc>; rel="next"`. */
function nextCursorOf(link: string | null): string | undefined {
  const address = link === null ? undefined : /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
  return address === undefined ? undefined : (new URL(address, location.href).searchParams.get("cursor") ?? undefined);
}
