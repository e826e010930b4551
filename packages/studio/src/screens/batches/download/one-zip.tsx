import { Download } from "lucide";
import { Button } from "../../../components/button.js";
import { ErrorNotice } from "../../../components/states.js";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { formatBytes } from "../../../messages/format.js";
import { latestRenders, totalsOf } from "../model/parts.js";
import type { Sheet } from "../model/sheet.js";
import { useOneZip } from "./use-one-zip.js";

/** One ZIP with the pictures of all batches of a sheet, which the page makes and saves. */
export function OneZip({ sheet }: { readonly sheet: Sheet }) {
  const { all, packed, result, error, save, retry } = useOneZip(sheet);
  const { unsent, waiting } = totalsOf(latestRenders(sheet));
  if (error !== undefined) {
    const isTooLarge = error.name === "ZipTooLarge";
    return isTooLarge ? (
      <p class="field-error" role="alert">
        {texts.tooLarge}
      </p>
    ) : (
      <ErrorNotice what={texts.failed} error={error} onRetry={retry} />
    );
  }
  return (
    <div class="one-zip">
      <p role="status">
        {result === undefined ? texts.packing(packed, all) : texts.saved(result.pictures, formatBytes(result.zip.size))}
      </p>
      <progress class="batch-meter" aria-label={texts.meter} value={packed} max={Math.max(all, 1)} />
      {unsent + waiting > 0 && <p class="quiet">{texts.open(unsent + waiting)}</p>}
      {result !== undefined && result.missing > 0 && <p class="field-warning">{texts.missing(result.missing)}</p>}
      <Button icon={Download} isDisabled={result === undefined} onClick={save}>
        {texts.again}
      </Button>
    </div>
  );
}
