import type { Upload } from "@image-render/client";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { uploads as texts } from "../../messages/en/uploads.js";
import { irs } from "../../service/irs.js";
import { invalidate } from "../../service/resources.js";
import { useAction } from "../../service/use-action.js";

/** Says what will be lost with an upload, and deletes it. */
export function DeleteUploadDialog({ upload, onClose }: { readonly upload: Upload; readonly onClose: () => void }) {
  const name = upload.filename ?? texts.unnamed;
  const deletion = useAction(async () => {
    await irs.uploads.delete(upload.id);
    invalidate("uploads");
    toast(texts.deleted(name));
    onClose();
  });
  return (
    <Dialog
      title={texts.deleteTitle(name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="danger" isBusy={deletion.isRunning} onClick={() => void deletion.run()}>
            {texts.deleteAction}
          </Button>
        </>
      }
    >
      <p>{texts.deleteLost}</p>
      {deletion.error !== undefined && (
        <ErrorNotice what={texts.deleteFailed} error={deletion.error} unchanged={states.unchanged} />
      )}
    </Dialog>
  );
}
