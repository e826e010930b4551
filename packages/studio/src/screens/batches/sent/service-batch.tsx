import { ApiError, type Batch } from "@image-render/client";
import { useEffect } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { PageHead } from "../../../components/page-head.js";
import { Empty, ErrorNotice, Skeleton } from "../../../components/states.js";
import { batchList, batchPage as texts } from "../../../messages/en/batches.js";
import { pages } from "../../../messages/en/common.js";
import { pathTo } from "../../../router/location.js";
import { irs } from "../../../service/irs.js";
import { useResource } from "../../../service/use-resource.js";
import { workspaceId } from "../../../session/session.js";
import { useTemplateNames } from "../../renders/service/use-template-names.js";
import { isActive, withBatch } from "../model/parts.js";
import { newSheet, type Sheet } from "../model/sheet.js";
import { runSheet } from "../service/run-sheet.js";
import { useSheets } from "../store/use-sheet.js";
import { SentPage } from "./sent-page.js";

const ASK_MS = 2_000;

/** One batch by its ID in the service: from a sheet of this browser, or from somebody else in the workspace. */
export function ServiceBatch({ id }: { readonly id: string }) {
  const { sheets, error } = useSheets(workspaceId());
  const whole = sheets?.find(({ parts }) => parts.some(({ batchId }) => batchId === id));
  const mustRun = whole !== undefined && isActive(whole) ? whole.id : undefined;
  useEffect(() => {
    if (mustRun !== undefined) runSheet(mustRun);
  }, [mustRun]);
  if (whole !== undefined) {
    const parts = whole.parts.filter(({ batchId }) => batchId === id);
    return <SentPage sheet={{ ...whole, parts }} whole={whole} title={texts.ofSheet(whole.name)} />;
  }
  return sheets === undefined && error === undefined ? <Loading /> : <ForeignBatch id={id} />;
}

function Loading() {
  return (
    <>
      <PageHead title=" " up={{ href: pathTo("batches"), label: pages.batches }} />
      <Skeleton height="420px" />
    </>
  );
}

function ForeignBatch({ id }: { readonly id: string }) {
  const { data, error, reload } = useResource(`batches/${id}`, (signal) => irs.batches.get(id, { signal }));
  const isRunning = data?.status === "queued";
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => document.visibilityState === "visible" && void reload(), ASK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const [first, ...others] = data?.jobs ?? [];
  const template = others.every((job) => job.template === first?.template) ? first?.template : undefined;
  const names = useTemplateNames(template === undefined ? [] : [template]);
  if (data !== undefined) {
    const name = template === undefined ? "" : (names.get(template) ?? "");
    return <SentPage sheet={sheetOf(data, name)} title={texts.alone(id.slice(0, 8))} />;
  }
  if (error === undefined) return <Loading />;
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHead title={isMissing ? texts.missingTitle : " "} up={{ href: pathTo("batches"), label: pages.batches }} />
      {isMissing ? (
        <Empty title={texts.missing} action={<Button href={pathTo("batches", "new")}>{batchList.create}</Button>} />
      ) : (
        <ErrorNotice what={texts.loadFailed} error={error} onRetry={() => void reload()} />
      )}
    </>
  );
}

/** Shows a batch as a sheet without cells. Its requests are not known, so it cannot be tried again from here. */
function sheetOf(batch: Batch, templateName: string): Sheet {
  const [first] = batch.jobs;
  const sheet = newSheet({
    id: batch.id,
    workspaceId: workspaceId(),
    name: texts.alone(batch.id.slice(0, 8)),
    createdAt: batch.createdAt,
    template: {
      id: first?.template ?? "",
      name: templateName,
      version: first?.version ?? 1,
      width: first?.width ?? 1,
      height: first?.height ?? 1,
    },
    mapping: [],
    columns: [],
    rows: batch.jobs.map((_, index) => ({ number: index + 1, cells: [] })),
  });
  const part = withBatch({ key: batch.id, rows: batch.jobs.map((_, index) => index), requests: [] }, batch);
  const isPdf = batch.jobs.every(({ format }) => format === "pdf");
  return { ...sheet, parts: [part], output: { ...sheet.output, format: isPdf ? "pdf" : sheet.output.format } };
}
