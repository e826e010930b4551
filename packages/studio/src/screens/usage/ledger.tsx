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
  { label: texts.columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
  { label: texts.columns.kind, cell: ({ kind }) => texts.kinds[kind], width: "22%" },
  { label: texts.columns.credits, cell: ({ credits }) => formatNumber(credits), isNumber: true, width: "76px" },
  { label: texts.columns.job, cell: ({ jobId }) => <CopyId id={jobId} />, width: "132px" },
  {
    label: texts.columns.request,
    cell: ({ requestId }) => <CopyId id={requestId} />,
    isExtra: true,
    width: "132px",
  },
];

/** The service returns entries in storage order. So the page reads many entries, and sorts them. */
const PAGE_ENTRIES = 1000;
/** The number of rows that a click adds. */
const MORE_ROWS = 50;

/** Each debit and each refund of a month, the latest first. */
export function Ledger() {
  const present = new Date().toISOString().slice(0, 7);
  const month = query.value.get("month") ?? present;
  const shown = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? month : present;
  return (
    <section class="ledger" aria-labelledby="ledger">
      <div class="section-head">
        <h2 id="ledger">{texts.ledger}</h2>
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
      </div>
      <Entries key={shown} month={shown} />
    </section>
  );
}

function Entries({ month }: { readonly month: string }) {
  const [rows, setRows] = useState(MORE_ROWS);
  const list = usePages(`usage/ledger?${month}`, async (cursor: string | undefined, signal) => {
    const { body } = await irs.requestJson("GET /usage/ledger", {
      query: { month, limit: PAGE_ENTRIES, cursor },
      options: { signal },
    });
    return { items: body.entries, next: body.nextCursor };
  });
  const { data, error } = list;
  if (data === undefined && error !== undefined) {
    return <ErrorNotice what={texts.ledgerFailed} error={error} onRetry={() => void list.reload()} />;
  }
  if (data?.items.length === 0) return <Empty title={texts.ledgerEmptyTitle}>{texts.empty}</Empty>;
  const latest = data && [...data.items].sort((one, other) => (one.at < other.at ? 1 : -1));
  const isWhole = latest !== undefined && rows >= latest.length;
  return (
    <>
      {data?.next !== undefined && <p class="quiet">{texts.ledgerPart(data.items.length)}</p>}
      <DataTable
        label={texts.ledger}
        columns={COLUMNS}
        rows={latest?.slice(0, rows)}
        keyOf={({ kind, jobId }) => `${kind} ${jobId}`}
        isLoading={list.isLoading && data !== undefined}
      />
      <MoreButton
        hasMore={!isWhole || data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={() => (isWhole ? list.more() : setRows(rows + MORE_ROWS))}
      />
    </>
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

/** Reads the whole month, page by page. Only the first page keeps its header line. */
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
