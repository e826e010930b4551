import type { WebhookEndpoint } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { endpointDelete as texts } from "../../messages/en/webhooks.js";
import { irs } from "../../service/irs.js";
import { asError, setData } from "../../service/resources.js";

interface DeleteEndpointDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Names what is lost with an endpoint, and deletes it. */
export function DeleteEndpointDialog({ endpoint, onClose }: DeleteEndpointDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await irs.webhooks.deleteEndpoint(endpoint.id);
      onClose();
      setData<readonly WebhookEndpoint[]>("webhooks/endpoints", (all) => all.filter(({ id }) => id !== endpoint.id));
      toast(texts.removed);
    } catch (thrown) {
      setError(asError(thrown));
      setBusy(false);
    }
  };
  const actions = [
    <Button onClick={onClose}>{dialogs.cancel}</Button>,
    <Button kind="danger" isBusy={isBusy} onClick={() => void remove()}>
      {texts.confirm}
    </Button>,
  ];
  return (
    <Dialog title={texts.title} onClose={onClose} actions={actions}>
      <p class="endpoint-url">{endpoint.url}</p>
      <p>{texts.lead}</p>
      <ul class="losses">
        {texts.losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p class="quiet">{texts.kept}</p>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} unchanged={states.unchanged} />}
    </Dialog>
  );
}
