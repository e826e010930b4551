import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { TextField } from "../../components/field.js";
import { ErrorNotice } from "../../components/states.js";
import { dialogs, states } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { renameTemplate } from "./service/template-actions.js";
import type { ListedTemplate } from "./service/template-routes.js";
import { useWork } from "./use-work.js";

interface RenameDialogProps {
  readonly template: ListedTemplate;
  readonly onClose: () => void;
}

/** Asks for the new name of a template. */
export function RenameDialog({ template, onClose }: RenameDialogProps) {
  const [name, setName] = useState(template.name);
  const work = useWork();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  useEffect(() => form.current?.querySelector("input")?.select(), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "" || wanted === template.name) {
      onClose();
      return;
    }
    void work.run(() => renameTemplate(template, wanted), onClose);
  };
  return (
    <Dialog
      title={texts.rename.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="primary" type="submit" attributes={{ form: formId }} isBusy={work.isBusy}>
            {texts.rename.submit}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit}>
        <TextField label={texts.name} value={name} onInput={setName} maxLength={200} hasFocus isRequired />
      </form>
      {work.error !== undefined && (
        <ErrorNotice what={texts.failed.rename(name)} error={work.error} unchanged={states.unchanged} />
      )}
    </Dialog>
  );
}
