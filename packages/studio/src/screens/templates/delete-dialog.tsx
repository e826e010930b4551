import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs, states } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { useAction } from "../../service/use-action.js";
import { deleteTemplate } from "./service/template-actions.js";
import type { ListedTemplate } from "./service/template-routes.js";

interface DeleteDialogProps {
  readonly template: ListedTemplate;
  /** Leaves the pages of the template before it is gone. */
  readonly onDelete: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Deletes a template after its name was typed, because nothing brings it back. */
export function DeleteDialog({ template, onDelete, onClose }: DeleteDialogProps) {
  const { name } = template;
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim() === name.trim();
  const deletion = useAction(async () => {
    await deleteTemplate(template, onDelete);
    onClose();
  });
  return (
    <Dialog title={texts.delete.title(name)} onClose={onClose}>
      <p>{texts.delete.lost}</p>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped) void deletion.run();
        }}
      >
        <TextField label={texts.delete.type(name)} value={typed} onInput={setTyped} hasFocus />
        {deletion.error !== undefined && (
          <ErrorNotice what={texts.failed.delete(name)} error={deletion.error} unchanged={states.unchanged} />
        )}
        <div class="dialog-buttons">
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="danger" type="submit" isDisabled={!isTyped} isBusy={deletion.isRunning}>
            {texts.delete.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
