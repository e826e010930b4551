import { ApiError, ConnectionError } from "@image-render/client";
import { Button } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { ErrorNotice } from "../../../components/states.js";
import { toast } from "../../../components/toasts.js";
import { batchRetry as texts } from "../../../messages/en/batches.js";
import { dialogs } from "../../../messages/en/common.js";
import { pathTo } from "../../../router/location.js";
import { irs } from "../../../service/irs.js";
import { useAction } from "../../../service/use-action.js";
import { explainFailure } from "../../renders/explain-failure.js";
import { failureReasons } from "../model/failed-rows.js";
import { retryFailed } from "../model/parts.js";
import type { Sheet } from "../model/sheet.js";
import { runSheet } from "../service/run-sheet.js";
import { usePlan } from "../service/use-plan.js";
import { updateSheet } from "../store/sheet-store.js";

interface RetryDialogProps {
  readonly sheet: Sheet;
  readonly onClose: () => void;
}

/** Renders the failed rows again. It looks for the template first, so that nobody waits for batches that cannot be created. */
export function RetryDialog({ sheet, onClose }: RetryDialogProps) {
  const reasons = failureReasons(sheet);
  const number = reasons.reduce((sum, [, rows]) => sum + rows, 0);
  const { size } = usePlan();
  const retry = useAction(async () => {
    const { id, version } = sheet.template;
    await irs.templates.schema(id, { version });
    await updateSheet(sheet.id, (old) => retryFailed(old, size, () => crypto.randomUUID()));
    runSheet(sheet.id);
    toast(texts.started(number));
    onClose();
  });
  const actions = [
    <Button onClick={onClose}>{dialogs.cancel}</Button>,
    <Button kind="primary" isBusy={retry.isRunning} onClick={() => void retry.run()}>
      {texts.submit}
    </Button>,
  ];
  return (
    <Dialog title={texts.title(number)} onClose={onClose} actions={actions}>
      <p>{texts.lead(number)}</p>
      <h3>{texts.reasons}</h3>
      <ul class="retry-reasons">
        {reasons.map(([error, rows]) => (
          <li key={error}>
            <span dir="auto">{error}</span> <span class="quiet">{explainFailure(error).text}</span>{" "}
            <strong>{texts.rowsWith(rows)}</strong>
          </li>
        ))}
      </ul>
      <p class="quiet">{texts.same}</p>
      {retry.error !== undefined && <RetryProblem error={retry.error} />}
    </Dialog>
  );
}

/** A lost connection comes back by itself. A deleted template does not. */
function RetryProblem({ error }: { readonly error: Error }) {
  if (error instanceof ConnectionError) {
    return (
      <p class="field-error" role="alert">
        {texts.lost}
      </p>
    );
  }
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div class="error-notice" role="alert">
        <p>{texts.gone}</p>
        <p>
          <Button href={pathTo("templates")}>{texts.goneAction}</Button>
        </p>
      </div>
    );
  }
  return <ErrorNotice what={texts.failed} error={error} />;
}
