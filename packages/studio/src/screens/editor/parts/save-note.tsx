import { MessageSquare } from "lucide";
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { Button, IconButton } from "../../../components/button.js";
import { Dialog } from "../../../components/dialog.js";
import { TextField } from "../../../components/field.js";
import { dialogs } from "../../../messages/en/common.js";
import { editor as texts } from "../../../messages/en/editor.js";

/** Saves a version with a note, which the list of versions shows. */
export function SaveNote({ onSave }: { readonly onSave: (note: string) => void }) {
  const isOpen = useSignal(false);
  const note = useSignal("");
  const formId = useId();
  const close = (): void => void (isOpen.value = false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = note.value.trim();
    if (typed === "") return;
    close();
    note.value = "";
    onSave(typed);
  };
  return (
    <>
      <IconButton label={texts.bar.saveWithNote} icon={MessageSquare} onClick={() => (isOpen.value = true)} />
      {isOpen.value && (
        <Dialog
          title={texts.bar.saveWithNote}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{dialogs.cancel}</Button>
              <Button kind="primary" type="submit" attributes={{ form: formId }}>
                {texts.bar.saveVersion}
              </Button>
            </>
          }
        >
          <form id={formId} onSubmit={submit}>
            <TextField
              label={texts.bar.note}
              hint={texts.bar.noteHint}
              value={note.value}
              onInput={(typed) => (note.value = typed)}
              maxLength={200}
              hasFocus
              isRequired
            />
          </form>
        </Dialog>
      )}
    </>
  );
}
