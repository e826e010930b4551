import { useEffect } from "preact/hooks";
import { Skeleton } from "../../components/states.js";
import { PageHead } from "../../components/page-head.js";
import type { PageProps } from "../../router/page-props.js";
import { workspaceId } from "../../session/session.js";
import { DraftPage } from "./draft/draft-page.js";
import { isActive } from "./model/parts.js";
import { ServiceBatch } from "./sent/service-batch.js";
import { SentPage } from "./sent/sent-page.js";
import { runSheet } from "./service/run-sheet.js";
import { useSheet } from "./store/use-sheet.js";
import "./batches.css";

/** A sheet of this browser, before or after it was sent, or a batch of the service. */
export function BatchPage({ parameters: { id = "" } }: PageProps) {
  const { sheet, error, change } = useSheet(id);
  const isOwn = sheet?.workspaceId === workspaceId();
  const mustRun = sheet !== null && sheet !== undefined && isOwn && isActive(sheet);
  useEffect(() => {
    if (mustRun) runSheet(id);
  }, [mustRun, id]);
  if (sheet === undefined && error === undefined) {
    return (
      <>
        <PageHead title=" " />
        <Skeleton height="420px" />
      </>
    );
  }
  if (sheet === null || sheet === undefined || !isOwn) return <ServiceBatch id={id} />;
  if (sheet.parts.length === 0) return <DraftPage sheet={sheet} storeError={error} onChange={change} />;
  return <SentPage sheet={sheet} />;
}
