import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { irs } from "../../../service/irs.js";
import { useAction } from "../../../service/use-action.js";
import { useState } from "preact/hooks";
import { isRunning } from "../model/parts.js";
import type { Part, Sheet } from "../model/sheet.js";
import { describePart } from "./describe-part.js";

interface DownloadsDialogProps {
  readonly sheet: Sheet;
  readonly format: "zip" | "pdf";
  readonly onClose: () => void;
}

/** The pause between two questions whether a file is ready. */
const ASK_MS = 1_000;

/** The files with the pictures: one for each batch, because the service makes them by batch. */
export function DownloadsDialog({ sheet, format, onClose }: DownloadsDialogProps) {
  return (
    <Dialog title={format === "pdf" ? texts.titlePdf : texts.title} onClose={onClose}>
      <p class="quiet">{format === "pdf" ? texts.leadPdf : texts.lead}</p>
      <ul class="download-list">
        {sheet.parts.map((part, index) => (
          <PartDownload key={part.key} part={part} name={describePart(sheet, index)} format={format} />
        ))}
      </ul>
    </Dialog>
  );
}

interface PartDownloadProps {
  readonly part: Part;
  readonly name: string;
  readonly format: "zip" | "pdf";
}

function PartDownload({ part, name, format }: PartDownloadProps) {
  const { batchId = "", renders = [] } = part;
  const [isReady, setReady] = useState(false);
  const preparation = useAction(async () => {
    await irs.batches.createArchive(batchId, { format });
    while (!(await isPrepared(batchId, format))) await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    setReady(true);
  });
  const hasPictures = renders.some(({ status }) => status === "done");
  const state = isRunning(part) ? texts.running : hasPictures ? undefined : texts.nothing;
  return (
    <li>
      <span>{name}</span>
      {state !== undefined && <span class="quiet">{state}</span>}
      {state === undefined && !isReady && (
        <Button
          isBusy={preparation.isRunning}
          attributes={{ "aria-label": texts.prepareLabel(name) }}
          onClick={() => void preparation.run()}
        >
          {preparation.isRunning ? texts.making : texts.prepare}
        </Button>
      )}
      {state === undefined && isReady && (
        <a class="button primary" href={archivePath(batchId, format)} download aria-label={texts.saveLabel(name)}>
          {texts.save}
        </a>
      )}
      {preparation.error !== undefined && (
        <p class="field-error" role="alert">
          {texts.failed} {preparation.error.message}
        </p>
      )}
    </li>
  );
}

async function isPrepared(id: string, format: "zip" | "pdf"): Promise<boolean> {
  return (await irs.batches.archiveUrl(id, { format })) !== undefined;
}

/** The service redirects to the file in the bucket. */
function archivePath(id: string, format: string): string {
  return `/api/v1/renders/batches/${id}/archive?format=${format}`;
}
