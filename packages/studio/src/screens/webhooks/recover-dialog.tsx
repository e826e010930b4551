import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { Field } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs } from "../../messages/en/common.js";
import { recoverTexts as texts } from "../../messages/en/webhooks.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate } from "../../service/resources.js";
import { fromLocalTime, toLocalTime } from "./local-time.js";

const DAY_MS = 86_400_000;
/** One request sends at most 500 deliveries. Another click sends the rest. */
const MAX_REQUESTS = 20;

interface RecoverDialogProps {
  /** When the failures began. By default a day ago. */
  readonly since?: string | undefined;
  readonly onClose: () => void;
}

/** Resends all deliveries that failed since a time. */
export function RecoverDialog({ since, onClose }: RecoverDialogProps) {
  const [time, setTime] = useState(() => toLocalTime(since ?? new Date(Date.now() - DAY_MS).toISOString()));
  const [sent, setSent] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const start = fromLocalTime(time);
  const submit = async (): Promise<void> => {
    if (start === undefined) return;
    setBusy(true);
    setFailure(undefined);
    setSent(0);
    try {
      const next = await recoverAll(start, setSent);
      if (next !== undefined) setTime(toLocalTime(next));
      invalidate("webhooks/");
    } catch (thrown) {
      setFailure(asError(thrown));
    }
    setBusy(false);
  };
  const actions = [
    <Button onClick={onClose}>{sent === undefined ? dialogs.cancel : dialogs.close}</Button>,
    <Button kind="primary" isBusy={isBusy} isDisabled={start === undefined} onClick={() => void submit()}>
      {texts.submit}
    </Button>,
  ];
  return (
    <Dialog title={texts.title} onClose={onClose} actions={actions}>
      <p>{texts.lead}</p>
      <Field label={texts.since} hint={texts.sinceHint} error={start === undefined ? texts.noTime : undefined}>
        {(control) => (
          <input
            {...control}
            class="input"
            type="datetime-local"
            value={time}
            onInput={(event) => setTime(event.currentTarget.value)}
          />
        )}
      </Field>
      <p role="status">
        {sent !== undefined && failure === undefined && (isBusy ? texts.progress(sent) : texts.done(sent))}
      </p>
      {failure !== undefined && (
        <ErrorNotice what={texts.failed} error={failure} unchanged={texts.progress(sent ?? 0)} />
      )}
    </Dialog>
  );
}

/** Sends page after page. Returns where to continue if there are very many. */
async function recoverAll(start: string, onSent: (sent: number) => void): Promise<string | undefined> {
  let since: string | undefined = start;
  let sent = 0;
  for (let requests = 0; since !== undefined && requests < MAX_REQUESTS; requests++) {
    const { recovered, nextSince }: { recovered: number; nextSince?: string } = await irs.webhooks.recover(since);
    sent += recovered;
    onSent(sent);
    since = nextSince;
  }
  return since;
}
