import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Code } from "../../components/code.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ScopeFields } from "./scope-fields.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs } from "../../messages/en/common.js";
import { keys as texts } from "../../messages/en/keys.js";
import { irs } from "../../service/irs.js";
import { invalidate } from "../../service/resources.js";
import { useAction } from "../../service/use-action.js";
import type { Scope } from "../../session/session.js";

/** Creates a key, and shows its text once. */
export function NewKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["render"]);
  const [isChecked, setChecked] = useState(false);
  const [text, setText] = useState<string>();
  // One key for all tries of this dialog: a repeated request must not create a second API key.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const creation = useAction(async () => {
    const created = await irs.keys.create({ name: name.trim(), scopes: [...scopes] }, { idempotencyKey });
    setText(created.key);
    invalidate("keys");
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "" && scopes.length > 0) void creation.run();
  };
  if (text !== undefined) {
    return (
      <Dialog
        title={texts.createdTitle}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            {texts.done}
          </Button>
        }
      >
        <p>{texts.created}</p>
        <Code text={text} label={texts.createdTitle} />
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.createTitle} onClose={onClose}>
      <form class="dialog-form" onSubmit={submit}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          placeholder={texts.namePlaceholder}
          error={isChecked && name.trim() === "" ? texts.nameMissing : undefined}
          value={name}
          onInput={setName}
          hasFocus
        />
        <ScopeFields
          label={texts.allowed}
          value={scopes}
          onChange={setScopes}
          error={isChecked && scopes.length === 0 ? texts.scopeMissing : undefined}
        />
        {creation.error !== undefined && <ErrorNotice what={texts.createFailed} error={creation.error} />}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={creation.isRunning}>
            {texts.createAction}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
