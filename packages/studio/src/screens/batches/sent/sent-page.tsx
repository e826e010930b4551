import { Download, FileSpreadsheet, FileText, Pencil, RotateCw } from "lucide";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { CopyId } from "../../../components/copy.js";
import { PageHead } from "../../../components/page-head.js";
import { RelativeTime } from "../../../components/relative-time.js";
import { batchPage as texts } from "../../../messages/en/batches.js";
import { pages } from "../../../messages/en/common.js";
import { navigate, pathTo } from "../../../router/location.js";
import { saveFile } from "../../../service/save-file.js";
import { useCommands } from "../../../shell/commands.js";
import { latestRenders, totalsOf } from "../model/parts.js";
import { failedRowsSheet } from "../model/failed-rows.js";
import { resultsCsv } from "../model/results-csv.js";
import type { Sheet } from "../model/sheet.js";
import { addSheet } from "../store/sheet-store.js";
import { BatchProgress } from "./batch-progress.js";
import { DownloadsDialog } from "../download/downloads-dialog.js";
import { PartList } from "./part-list.js";
import { ResultTable } from "./result-table.js";
import { RetryDialog } from "./retry-dialog.js";

interface SentPageProps {
  readonly sheet: Sheet;
  /** The sheet that a batch belongs to, if only one batch of it is shown. */
  readonly whole?: Sheet | undefined;
  /** The title in place of the name of the sheet. */
  readonly title?: string;
}

/** A sheet that was sent: its progress, its batches and the results of its rows. */
export function SentPage({ sheet, whole, title = sheet.name }: SentPageProps) {
  const [opened, setOpened] = useState<"retry" | "zip" | "pdf">();
  const states = useMemo(() => latestRenders(sheet), [sheet]);
  const totals = totalsOf(states);
  // The requests are known only for a sheet of this browser, and only the whole sheet can be tried again.
  const canRetry = totals.failed > 0 && whole === undefined && sheet.parts.every(({ requests }) => requests.length > 0);
  // A sheet of several batches has no ID that the service knows.
  const batchId = sheet.parts.length === 1 ? sheet.parts[0]?.batchId : undefined;
  const isPdf = sheet.output.format === "pdf";
  const saveCsv = (): void => {
    const content = new Blob([resultsCsv(sheet, texts)], { type: "text/csv" });
    void saveFile(texts.csvName(title), content);
  };
  const mend = async (): Promise<void> => {
    const copy = failedRowsSheet(sheet, texts.mendName(sheet.name), crypto.randomUUID(), new Date().toISOString());
    await addSheet(copy);
    navigate(pathTo("batches", copy.id));
  };
  useCommands(
    () => [
      { label: texts.csv, run: saveCsv },
      { label: texts.zip, run: () => setOpened("zip") },
      ...(canRetry ? [{ label: texts.retry(totals.failed), run: () => setOpened("retry") }] : []),
    ],
    [sheet, canRetry],
  );
  const up =
    whole === undefined
      ? { href: pathTo("batches"), label: pages.batches }
      : { href: pathTo("batches", whole.id), label: whole.name };
  return (
    <div class="batch-page">
      <PageHead title={title} up={up}>
        {canRetry && (
          <>
            <Button icon={Pencil} onClick={() => void mend()}>
              {texts.mend}
            </Button>
            <Button icon={RotateCw} onClick={() => setOpened("retry")}>
              {texts.retry(totals.failed)}
            </Button>
          </>
        )}
        <Button icon={FileSpreadsheet} onClick={saveCsv}>
          {texts.csv}
        </Button>
        {isPdf && (
          <Button icon={FileText} isDisabled={totals.done === 0} onClick={() => setOpened("pdf")}>
            {texts.pdf}
          </Button>
        )}
        <Button kind="primary" icon={Download} isDisabled={totals.done === 0} onClick={() => setOpened("zip")}>
          {texts.zip}
        </Button>
      </PageHead>
      <p class="batch-template quiet">
        {sheet.template.name !== "" && (
          <span>
            <a href={pathTo("templates", sheet.template.id)} dir="auto">
              {sheet.template.name}
            </a>{" "}
            v{sheet.template.version}
          </span>
        )}
        <RelativeTime at={sheet.createdAt} />
        {batchId !== undefined && <CopyId id={batchId} />}
      </p>
      <BatchProgress sheet={sheet} totals={totals} />
      {whole === undefined && sheet.parts.length > 1 && <PartList sheet={sheet} />}
      <ResultTable sheet={sheet} states={states} />
      {opened === "retry" && <RetryDialog sheet={sheet} onClose={() => setOpened(undefined)} />}
      {(opened === "zip" || opened === "pdf") && (
        <DownloadsDialog sheet={sheet} format={opened} onClose={() => setOpened(undefined)} />
      )}
    </div>
  );
}
