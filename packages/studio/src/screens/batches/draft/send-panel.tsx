import { ListChecks, Send } from "lucide";
import { Button } from "../../../components/button.js";
import { ErrorNotice } from "../../../components/states.js";
import { states } from "../../../messages/en/common.js";
import { batchDraft as texts } from "../../../messages/en/batches.js";
import { hasScope } from "../../../session/session.js";
import type { CheckedRow } from "../model/check-book.js";
import { TemplateGone } from "../service/check-requests.js";
import type { Check } from "./use-check.js";

interface SendPanelProps {
  /** The rows that are sent. */
  readonly rows: readonly CheckedRow[];
  readonly check: Check;
  readonly size: number;
  readonly creditsLeft: number | undefined;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

/** The check, the price, and the button that sends the sheet. */
export function SendPanel({ rows, check, size, creditsLeft, isSending, onSend }: SendPanelProps) {
  const bad = rows.filter(({ state }) => state === "invalid").length;
  const isChecked = rows.length > 0 && rows.every(({ state }) => state !== "unknown");
  const cost = rows.reduce((sum, { credits }) => sum + credits, 0);
  const isTooDear = creditsLeft !== undefined && isChecked && cost > creditsLeft;
  if (!hasScope("render")) return <p class="quiet">{states.noScope("render")}</p>;
  return (
    <div class="send-panel">
      <div class="send-text">
        {check.isRunning ? (
          <>
            <p role="status">{texts.checking(check.done, check.total)}</p>
            <progress
              class="batch-meter"
              aria-label={texts.checking(check.done, check.total)}
              value={check.done}
              max={check.total}
            />
          </>
        ) : (
          <SendText rows={rows} bad={bad} cost={cost} isChecked={isChecked} size={size} creditsLeft={creditsLeft} />
        )}
      </div>
      {isChecked || check.isRunning ? (
        <Button
          kind="primary"
          icon={Send}
          isBusy={isSending}
          isDisabled={check.isRunning || bad > 0 || isTooDear}
          onClick={onSend}
        >
          {texts.submit(rows.length)}
        </Button>
      ) : (
        <Button kind="primary" icon={ListChecks} isDisabled={rows.length === 0} onClick={check.start}>
          {texts.check(rows.length)}
        </Button>
      )}
      {check.error instanceof TemplateGone && (
        <p class="field-error send-error" role="alert">
          {texts.templateGone}
        </p>
      )}
      {check.error !== undefined && !(check.error instanceof TemplateGone) && (
        <div class="send-error">
          <ErrorNotice what={texts.checkFailed} error={check.error} onRetry={check.start} />
        </div>
      )}
    </div>
  );
}

interface SendTextProps extends Pick<SendPanelProps, "rows" | "size" | "creditsLeft"> {
  readonly bad: number;
  readonly cost: number;
  readonly isChecked: boolean;
}

function SendText({ rows, bad, cost, isChecked, size, creditsLeft }: SendTextProps) {
  if (rows.length === 0) return <p>{texts.noRows}</p>;
  if (!isChecked) return <p class="quiet">{texts.checkFirst}</p>;
  if (bad > 0) return <p class="field-error">{texts.fixFirst(bad)}</p>;
  if (creditsLeft !== undefined && cost > creditsLeft) {
    return (
      <p class="field-error" role="alert">
        <strong>{texts.price(rows.length, cost)}.</strong> {texts.tooFewCredits(creditsLeft)}
      </p>
    );
  }
  return (
    <p>
      <strong class="send-price">{texts.price(rows.length, cost)}</strong>{" "}
      <span class="quiet">
        {creditsLeft !== undefined && `${texts.creditsLeft(creditsLeft)} `}
        {texts.batches(Math.ceil(rows.length / size))}
      </span>
    </p>
  );
}
