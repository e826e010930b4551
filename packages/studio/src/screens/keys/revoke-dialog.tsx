import type { Key } from "@image-render/client";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { keys as texts } from "../../messages/en/keys.js";
import { irs } from "../../service/irs.js";
import { invalidate, setData } from "../../service/resources.js";
import { useAction } from "../../service/use-action.js";

/** Revokes a key after its name was typed, because a revoked key cannot be restored. */
export function RevokeDialog({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const revocation = useAction(async () => {
    await irs.keys.revoke(apiKey.id);
    setData<readonly Key[]>("keys", (keys) => keys.filter(({ id }) => id !== apiKey.id));
    invalidate("keys");
    toast(texts.revoked(apiKey.name));
    onClose();
  });
  const isTyped = typed.trim() === apiKey.name.trim();
  return (
    <Dialog title={texts.revokeTitle(apiKey.name)} onClose={onClose}>
      <p>{texts.revokeLost}</p>
      <p class="quiet">{texts.revokeOwn}</p>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) void revocation.run();
        }}
      >
        <TextField label={texts.revokeType(apiKey.name)} value={typed} onInput={setTyped} hasFocus />
        {revocation.error !== undefined && (
          <ErrorNotice what={texts.revokeFailed} error={revocation.error} unchanged={states.unchanged} />
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="danger" type="submit" isDisabled={!isTyped} isBusy={revocation.isRunning}>
            {texts.revokeAction}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
