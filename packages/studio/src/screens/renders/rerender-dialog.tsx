import { ApiError, type DryRun, type Issue, type Render } from "@image-render/client";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs } from "../../messages/en/common.js";
import { renderPage, rerender as texts } from "../../messages/en/renders.js";
import { navigate, pathTo } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate } from "../../service/resources.js";
import { parseChanges } from "./parse-changes.js";
import { useStoredRequest } from "./service/use-stored-request.js";

/** A pause in typing of this length checks the changes. */
const PAUSE_MS = 400;

interface RerenderDialogProps {
  readonly render: Render;
  readonly name: string;
  readonly onClose: () => void;
}

/** The stored request as JSON, to change it and to render it as a new job. */
export function RerenderDialog({ render, name, onClose }: RerenderDialogProps) {
  const stored = useStoredRequest(render.id);
  const [typed, setTyped] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const hasRequest = stored.data !== undefined;
  const isReady = hasRequest || stored.error !== undefined;
  const text = typed ?? (hasRequest ? JSON.stringify(stored.data.request, null, 2) : "");
  const parsed = parseChanges(text);
  const check = useCheck(render.id, isReady ? text : undefined);
  const submit = async (): Promise<void> => {
    if (parsed.error !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const created = await irs.renders.rerender(render.id, parsed.changes);
      invalidate("renders/list");
      toast(texts.created);
      navigate(pathTo("renders", created.id));
    } catch (thrown) {
      setFailure(asError(thrown));
      setBusy(false);
    }
  };
  const actions = [
    <Button onClick={onClose}>{dialogs.cancel}</Button>,
    <Button kind="primary" isBusy={isBusy} isDisabled={parsed.error !== undefined} onClick={() => void submit()}>
      {texts.submit}
    </Button>,
  ];
  return (
    <Dialog title={`${texts.title} · ${name}`} size="large" onClose={onClose} actions={actions}>
      <p class="quiet">{stored.error === undefined ? texts.lead : texts.leadEmpty}</p>
      {isReady ? (
        <div class="changes">
          <TextField
            label={texts.field}
            value={text}
            onInput={setTyped}
            rows={16}
            isMono
            hasFocus
            error={parsed.error}
          />
          {parsed.error === undefined && <CheckResult check={check} />}
        </div>
      ) : (
        <Skeleton height="340px" />
      )}
      {failure !== undefined && (
        <ErrorNotice what={renderPage.actionFailed} error={failure} unchanged={renderPage.actionUnchanged} />
      )}
    </Dialog>
  );
}

/** The service's response about the changes. Undefined until it arrives. */
type Check = { readonly result: DryRun } | { readonly error: Error } | undefined;

/** Asks the service whether it would accept the changes, when typing pauses. */
function useCheck(id: string, text: string | undefined): Check {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    setCheck(undefined);
    const parsed = text === undefined ? undefined : parseChanges(text);
    if (parsed === undefined || parsed.error !== undefined) return undefined;
    const abort = new AbortController();
    const ask = (): void => {
      irs.renders.validateRerender(id, parsed.changes, { signal: abort.signal }).then(
        (result) => setCheck({ result }),
        (error: unknown) => !abort.signal.aborted && setCheck({ error: asError(error) }),
      );
    };
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [id, text]);
  return check;
}

function CheckResult({ check }: { readonly check: Check }) {
  if (check === undefined) return <p class="quiet">{texts.checking}</p>;
  if ("result" in check) return <p class="quiet">{texts.valid(check.result.width, check.result.height)}</p>;
  const { error } = check;
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429;
  const issues: readonly Issue[] = error instanceof ApiError ? error.issues : [];
  return (
    <div class="changes-refused" role="alert">
      <p>{isRefused ? texts.refused : texts.unchecked}</p>
      <ul>
        {issues.length === 0 && <li>{error.message}</li>}
        {issues.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
