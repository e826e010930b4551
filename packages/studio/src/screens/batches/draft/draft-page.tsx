import type { LayerSchema } from "@image-render/client";
import { Trash2 } from "lucide";
import { useMemo, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { PageHead } from "../../../components/page-head.js";
import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { toast } from "../../../components/toasts.js";
import { batchDraft as texts, batchList } from "../../../messages/en/batches.js";
import { navigate, pathTo } from "../../../router/location.js";
import { hasScope } from "../../../session/session.js";
import { useAction } from "../../../service/use-action.js";
import { useCommands } from "../../../shell/commands.js";
import { OutputBar } from "../../try-it/preview/output-bar.js";
import { formOf } from "../../try-it/form/form-model.js";
import type { CheckBook } from "../model/check-book.js";
import { partsOf, startSending } from "../model/parts.js";
import { type Sheet, withCell, withLeftOut } from "../model/sheet.js";
import { targetsOf } from "../model/targets.js";
import { runSheet } from "../service/run-sheet.js";
import { useTemplateSchema } from "../service/use-template-schema.js";
import { usePlan } from "../service/use-plan.js";
import { useVisibleRows } from "../rows/use-visible-rows.js";
import { addSheet, deleteSheet, updateSheet } from "../store/sheet-store.js";
import { ColumnList } from "./column-list.js";
import { FirstPictures } from "./first-pictures.js";
import { ProblemList } from "./problem-list.js";
import { focusCell, GRID_ROW_PX, RowGrid } from "./row-grid.js";
import { SendPanel } from "./send-panel.js";
import { useCheck } from "./use-check.js";
import { useCheckedRows } from "./use-checked-rows.js";

interface DraftPageProps {
  readonly sheet: Sheet;
  readonly storeError: Error | undefined;
  readonly onChange: (change: (sheet: Sheet) => Sheet) => void;
}

/** A sheet that has not been sent yet: its columns, its rows with their problems, and its price. */
export function DraftPage({ sheet, storeError, onChange }: DraftPageProps) {
  const { data, error, reload } = useTemplateSchema(sheet.template);
  const remove = (): void => {
    navigate(pathTo("batches"));
    void deleteSheet(sheet.id).then(() => toast(batchList.removed(sheet.name), () => void addSheet(sheet)));
  };
  return (
    <div class="batch-page">
      <PageHead title={sheet.name} up={{ href: pathTo("batches"), label: texts.up }}>
        <Button icon={Trash2} onClick={remove}>
          {texts.remove}
        </Button>
      </PageHead>
      <p class="batch-template quiet">
        <a href={pathTo("templates", sheet.template.id)} dir="auto">
          {sheet.template.name}
        </a>{" "}
        v{sheet.template.version}
      </p>
      {storeError !== undefined && <ErrorNotice what={texts.storeFailed} error={storeError} />}
      {error !== undefined && <ErrorNotice what={texts.templateFailed} error={error} onRetry={() => void reload()} />}
      {data === undefined && error === undefined && <Skeleton height="420px" />}
      {data !== undefined && <Draft sheet={sheet} schema={data} onChange={onChange} />}
    </div>
  );
}

interface DraftProps extends Pick<DraftPageProps, "sheet" | "onChange"> {
  readonly schema: LayerSchema;
}

function Draft({ sheet, schema, onChange }: DraftProps) {
  const targets = useMemo(() => targetsOf(formOf(schema)), [schema]);
  const targetsById = useMemo(() => new Map(targets.map((target) => [target.id, target])), [targets]);
  const [book, setBook] = useState<CheckBook>(new Map());
  const { all, chosen, bad } = useCheckedRows(sheet, targetsById, book);
  const { size, creditsLeft } = usePlan();
  const check = useCheck(chosen, size, book, setBook);
  const visible = useVisibleRows(sheet.rows.length, GRID_ROW_PX);
  const sending = useAction(async () => {
    const parts = partsOf(chosen, size, () => crypto.randomUUID());
    await updateSheet(sheet.id, (old) => startSending(old, parts));
    runSheet(sheet.id);
  });
  useCommands(() => [{ label: texts.check(chosen.length), run: check.start }], [chosen]);
  const hasColumns = sheet.mapping.some((id) => id !== null);
  const leaveOut = (rows: readonly number[]): void => {
    onChange((old) => withLeftOut(old, rows, true));
    toast(texts.leftOutNow(rows.length), () => onChange((old) => withLeftOut(old, rows, false)));
  };
  return (
    <>
      <div class="draft-top">
        <ColumnList sheet={sheet} targets={targets} onChange={onChange} />
        <DraftSide sheet={sheet} rows={chosen} onChange={onChange} />
      </div>
      <section class="batch-section" aria-labelledby="rows-title">
        <header class="section-head">
          <h2 id="rows-title">
            {texts.rowsTitle} <span class="page-count quiet">{sheet.rows.length}</span>
          </h2>
          <span class="quiet">{texts.rowsLead}</span>
        </header>
        <ProblemList
          sheet={sheet}
          bad={bad}
          onShow={(row, column) => focusCell(visible, row, column)}
          onLeaveOut={leaveOut}
        />
        <RowGrid
          sheet={sheet}
          rows={all}
          targets={targetsById}
          visible={visible}
          onCell={(row, column, text) => onChange((old) => withCell(old, row, column, text))}
          onLeaveOut={(row, isLeftOut) => onChange((old) => withLeftOut(old, [row], isLeftOut))}
        />
        {sheet.leftOut.length > 0 && (
          <p class="quiet">
            {texts.leftOut(sheet.leftOut.length)}.{" "}
            <Button kind="quiet" onClick={() => onChange((old) => withLeftOut(old, old.leftOut, false))}>
              {texts.takeAllIn}
            </Button>
          </p>
        )}
      </section>
      <section class="send-bar" aria-label={texts.sendTitle}>
        {hasColumns ? (
          <SendPanel
            rows={chosen}
            check={check}
            size={size}
            creditsLeft={creditsLeft}
            isSending={sending.isRunning}
            onSend={() => void sending.run()}
          />
        ) : (
          <p class="quiet">{texts.noColumn}</p>
        )}
        {sending.error !== undefined && <ErrorNotice what={texts.startFailed} error={sending.error} />}
      </section>
    </>
  );
}

interface DraftSideProps extends Pick<DraftProps, "sheet" | "onChange"> {
  readonly rows: ReturnType<typeof useCheckedRows>["chosen"];
}

function DraftSide({ sheet, rows, onChange }: DraftSideProps) {
  return (
    <div class="draft-side">
      <section class="batch-section" aria-labelledby="pictures-title">
        <h2 id="pictures-title">{texts.picturesTitle}</h2>
        {hasScope("templates") ? (
          <FirstPictures sheet={sheet} rows={rows} />
        ) : (
          <p class="quiet">{texts.picturesScope}</p>
        )}
      </section>
      <section class="batch-section" aria-labelledby="files-title">
        <h2 id="files-title">{texts.outputTitle}</h2>
        <OutputBar
          output={sheet.output}
          bytes={undefined}
          onChange={(output) => onChange((old) => (old.parts.length > 0 ? old : { ...old, output }))}
        />
      </section>
    </div>
  );
}
