import { ApiError, type RequestBody, type WebhookEndpoint } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { CheckField, TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { type EndpointEvent, endpointForm as texts, endpointTexts, eventNames } from "../../messages/en/webhooks.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate } from "../../service/resources.js";

const EVENTS = Object.keys(eventNames) as EndpointEvent[];

interface EndpointDialogProps {
  /** Undefined to add one. */
  readonly endpoint?: WebhookEndpoint;
  readonly onClose: () => void;
  /** Gets the secret of a new endpoint. */
  readonly onCreated?: (created: { readonly id: string; readonly secret: string }) => void;
}

/** Adds an endpoint, or changes its URL and events. */
export function EndpointDialog({ endpoint, onClose, onCreated }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [events, setEvents] = useState<readonly EndpointEvent[]>(endpoint?.events ?? EVENTS);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const urlProblem = URL.canParse(url.trim()) ? undefined : texts.noUrl;
  const eventProblem = events.length === 0 ? texts.noEvents : undefined;
  const refusal = failure instanceof ApiError && failure.code === "VALIDATION_ERROR" ? failure.message : undefined;
  const save = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault();
    setTried(true);
    if (isBusy || urlProblem !== undefined || eventProblem !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const created = await saveEndpoint(endpoint, { url: url.trim(), events: [...events] });
      onClose();
      if (created !== undefined) onCreated?.(created);
    } catch (thrown) {
      setFailure(asError(thrown));
      setBusy(false);
    }
  };
  const actions = [
    <Button onClick={onClose}>{dialogs.cancel}</Button>,
    <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
      {endpoint === undefined ? texts.create : texts.save}
    </Button>,
  ];
  return (
    <Dialog title={endpoint === undefined ? texts.createTitle : texts.editTitle} onClose={onClose} actions={actions}>
      <form class="endpoint-form" noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.url}
          hint={texts.urlHint}
          type="url"
          value={url}
          onInput={setUrl}
          placeholder="https://hooks.example.com/renders"
          error={(isTried ? urlProblem : undefined) ?? refusal}
          hasFocus
        />
        <fieldset>
          <legend>{texts.events}</legend>
          {EVENTS.map((name) => (
            <CheckField
              key={name}
              label={<code>{name}</code>}
              hint={eventNames[name]}
              isChecked={events.includes(name)}
              onInput={(isChecked) =>
                setEvents(EVENTS.filter((other) => (other === name ? isChecked : events.includes(other))))
              }
            />
          ))}
          {isTried && eventProblem !== undefined && (
            <p class="field-error" role="alert">
              {eventProblem}
            </p>
          )}
        </fieldset>
      </form>
      {failure !== undefined && refusal === undefined && (
        <ErrorNotice what={texts.failed} error={failure} unchanged={states.unchanged} />
      )}
      {endpoint === undefined && <p class="quiet">{endpointTexts.limit}</p>}
    </Dialog>
  );
}

/** Returns the new endpoint. Undefined after a change of an existing one. */
async function saveEndpoint(
  endpoint: WebhookEndpoint | undefined,
  body: RequestBody<"POST /webhooks/endpoints">,
): Promise<{ readonly id: string; readonly secret: string } | undefined> {
  const created = endpoint === undefined ? await irs.webhooks.createEndpoint(body) : undefined;
  if (endpoint !== undefined) await irs.webhooks.updateEndpoint(endpoint.id, body);
  invalidate("webhooks/endpoints");
  toast(endpoint === undefined ? texts.created : texts.saved);
  return created;
}
