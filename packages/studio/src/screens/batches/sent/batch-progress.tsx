import { Button } from "../../../components/button.js";
import { batchPage as texts } from "../../../messages/en/batches.js";
import { pathTo } from "../../../router/location.js";
import { resendRefused, type Totals } from "../model/parts.js";
import { isSheet, type PartProblem, type Sheet } from "../model/sheet.js";
import { runSheet } from "../service/run-sheet.js";
import { updateSheet } from "../store/sheet-store.js";

interface BatchProgressProps {
  readonly sheet: Sheet;
  readonly totals: Totals;
}

/** How many rows have ended, and what keeps the others from ending. */
export function BatchProgress({ sheet, totals }: BatchProgressProps) {
  const { total, done, failed, waiting, unsent, refused } = totals;
  const problem = sheet.parts.find((part) => part.problem !== undefined)?.problem;
  return (
    <section class="batch-progress" aria-label={texts.meter}>
      <p class="progress-figures" role="status">
        <strong>{isSheet(sheet) ? texts.progress(done, total) : texts.progressRenders(done, total)}</strong>
        {waiting > 0 && <span>{texts.waiting(waiting)}</span>}
        {unsent > 0 && <span>{texts.unsent(unsent)}</span>}
        {failed > 0 && <span class="field-error">{texts.failed(failed)}</span>}
        {refused > 0 && <span class="field-error">{texts.refused(refused)}</span>}
      </p>
      <progress class="batch-meter" aria-label={texts.meter} value={done + failed} max={Math.max(total, 1)} />
      {unsent > 0 && <p class="quiet">{texts.sending}</p>}
      {unsent === 0 && waiting > 0 && <p class="quiet">{texts.running}</p>}
      {problem !== undefined && <Stopped sheet={sheet} problem={problem} rows={refused} />}
    </section>
  );
}

interface StoppedProps {
  readonly sheet: Sheet;
  readonly problem: PartProblem;
  readonly rows: number;
}

/** Why batches were not created, and how to continue. */
function Stopped({ sheet, problem, rows }: StoppedProps) {
  const resend = async (): Promise<void> => {
    await updateSheet(sheet.id, (old) => resendRefused(old, () => crypto.randomUUID()));
    runSheet(sheet.id);
  };
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>{texts.stoppedTitle}</strong> {texts.problems[problem.kind]}
        {problem.kind === "refused" && ` ${problem.message}`}
      </p>
      <div class="error-notice-more">
        <Button onClick={() => void resend()}>{texts.resend(rows)}</Button>
        {problem.kind === "late" && <Button href={pathTo("renders")}>{texts.openRenders}</Button>}
        {problem.kind === "template" && <Button href={pathTo("templates")}>{texts.openTemplates}</Button>}
      </div>
    </div>
  );
}
