import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { irs } from "../../../service/irs.js";
import { useAction } from "../../../service/use-action.js";
import { isRunning } from "../model/parts.js";
import type { Part } from "../model/sheet.js";

/** The pause between two requests that ask whether a file is ready. */
const ASK_MS = 1_000;

interface PartDownloadProps {
  readonly part: Part;
  readonly name: string;
  readonly format: "zip" | "pdf";
  /** Prepares the file without a click. */
  readonly startsAtOnce?: boolean;
  /** Also saves the file as soon as it is ready. A browser asks before it saves several files. */
  readonly savesAtOnce?: boolean;
}

/** A file that the service creates from one batch. */
export function PartDownload({ part, name, format, startsAtOnce = false, savesAtOnce = false }: PartDownloadProps) {
  const { batchId = "", renders = [] } = part;
  const [isReady, setReady] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const isShown = useRef(true);
  const preparation = useAction(async () => {
    await irs.batches.createArchive(batchId, { format });
    while (isShown.current && (await irs.batches.archiveUrl(batchId, { format })) === undefined) {
      await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    }
    setReady(true);
  });
  const hasPictures = renders.some(({ status }) => status === "done");
  const state = isRunning(part) ? texts.running : hasPictures ? undefined : texts.nothing;
  useEffect(() => {
    if (startsAtOnce && state === undefined) void preparation.run();
    return () => void (isShown.current = false);
  }, []);
  useEffect(() => {
    if (isReady && savesAtOnce) link.current?.click();
  }, [isReady]);
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
        <a
          ref={link}
          class="button primary"
          href={archivePath(batchId, format)}
          download
          aria-label={texts.saveLabel(name)}
        >
          {texts.save}
        </a>
      )}
      {preparation.error !== undefined && (
        <p class="field-error" role="alert">
          {texts.prepareFailed} {preparation.error.message}
        </p>
      )}
    </li>
  );
}

/** The service redirects to the file in the bucket. */
function archivePath(id: string, format: string): string {
  return `/api/v1/renders/batches/${id}/archive?format=${format}`;
}
