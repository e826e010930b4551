import { Dialog } from "../../components/dialog.js";
import { endpointForm, secretTexts as texts } from "../../messages/en/webhooks.js";
import { Code } from "../../components/code.js";
import { SecretPanel } from "./secret-panel.js";

interface SecretDialogProps {
  /** The endpoint. `secret` is that of a new one, which is shown without asking for it. */
  readonly owner: { readonly id: string; readonly secret?: string };
  readonly onClose: () => void;
}

/** The secret of an endpoint. */
export function SecretDialog({ owner: { id, secret }, onClose }: SecretDialogProps) {
  if (secret === undefined) {
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <SecretPanel endpointId={id} />
      </Dialog>
    );
  }
  return (
    <Dialog title={endpointForm.createdTitle} onClose={onClose}>
      <p>{endpointForm.createdLead}</p>
      <div class="secret">
        <Code text={secret} label={texts.label} />
      </div>
      <a href="/docs/webhooks#verify-the-signature">{texts.verify}</a>
    </Dialog>
  );
}
