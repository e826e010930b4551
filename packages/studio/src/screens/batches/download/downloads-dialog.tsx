import { Dialog } from "../../../components/dialog.js";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { describePart } from "../model/describe-part.js";
import { isSheet, type Sheet } from "../model/sheet.js";
import { OneZip } from "./one-zip.js";
import { PartDownload } from "./part-download.js";

interface DownloadsDialogProps {
  readonly sheet: Sheet;
  readonly format: "zip" | "pdf";
  readonly onClose: () => void;
}

/**
 * Downloads the files with the pictures, and begins at once. The page makes one ZIP of a sheet, whatever the number of
 * its batches, because it knows the names of the rows. PDFs, and batches without a sheet in this browser, come from the
 * service.
 */
export function DownloadsDialog({ sheet, format, onClose }: DownloadsDialogProps) {
  const isWhole = format === "zip" && isSheet(sheet);
  return (
    <Dialog title={format === "pdf" ? texts.titlePdf : texts.title} onClose={onClose}>
      {isWhole ? (
        <>
          <OneZip sheet={sheet} />
          <details class="each-batch">
            <summary>{texts.each}</summary>
            <p class="quiet">{texts.lead}</p>
            <PartList sheet={sheet} format={format} />
          </details>
        </>
      ) : (
        <>
          <p class="quiet">{leadOf(sheet, format)}</p>
          <PartList sheet={sheet} format={format} startsAtOnce />
        </>
      )}
    </Dialog>
  );
}

function leadOf({ parts }: Sheet, format: "zip" | "pdf"): string {
  if (format === "zip") return texts.lead;
  return parts.length > 1 ? texts.leadPdfs(parts.length) : texts.leadPdf;
}

interface PartListProps extends Omit<DownloadsDialogProps, "onClose"> {
  readonly startsAtOnce?: boolean;
}

/** Lists a file for each batch. */
function PartList({ sheet, format, startsAtOnce = false }: PartListProps) {
  const all = sheet.parts.length;
  return (
    <ul class="download-list">
      {sheet.parts.map((part, index) => (
        <PartDownload
          key={part.key}
          part={part}
          name={texts.part(index + 1, all, describePart(sheet, index))}
          format={format}
          startsAtOnce={startsAtOnce}
          savesAtOnce={startsAtOnce && all === 1}
        />
      ))}
    </ul>
  );
}
