import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Code } from "../../components/code.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ScopeFields } from "./scope-fields.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs } from "../../messages/en/common.js";
import { formatTime } from "../../messages/format.js";
import { keys as texts } from "../../messages/en/keys.js";
import { irs } from "../../service/irs.js";
import { useAction } from "../../service/use-action.js";
import type { Scope } from "../../session/session.js";

/** Creates a link with which a colleague signs in. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["render", "templates"]);
  const [isChecked, setChecked] = useState(false);
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: string }>();
  const invitation = useAction(async () => {
    const { body } = await irs.requestJson("POST /session/links", { body: { name: name.trim(), scopes: [...scopes] } });
    setLink(body);
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "" && scopes.length > 0) void invitation.run();
  };
  return (
    <Dialog title={texts.inviteTitle} onClose={onClose}>
      <p class="quiet">{texts.inviteLead}</p>
      <form class="dialog-form" onSubmit={submit}>
        <TextField
          label={texts.inviteName}
          placeholder={texts.invitePlaceholder}
          error={isChecked && name.trim() === "" ? texts.nameMissing : undefined}
          value={name}
          onInput={setName}
          hasFocus
        />
        <ScopeFields
          label={texts.inviteAllowed}
          value={scopes}
          onChange={setScopes}
          error={isChecked && scopes.length === 0 ? texts.scopeMissing : undefined}
        />
        {invitation.error !== undefined && <ErrorNotice what={texts.inviteFailed} error={invitation.error} />}
        {link !== undefined && (
          <div role="status" class="dialog-form">
            <p>
              {texts.inviteReady} {formatTime(link.expiresAt)}.
            </p>
            <Code text={link.url} label={texts.inviteReady} />
          </div>
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{link === undefined ? dialogs.cancel : texts.done}</Button>
          <Button kind="primary" type="submit" isBusy={invitation.isRunning}>
            {texts.inviteAction}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
