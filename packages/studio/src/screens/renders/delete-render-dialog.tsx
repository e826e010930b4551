import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { dialogs, states } from "../../messages/en/common.js";
import { renderDelete as texts, renderPage } from "../../messages/en/renders.js";
import { navigate, pathTo } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate } from "../../service/resources.js";

/** Names what is lost with a render, and deletes it. */
export function DeleteRenderDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await irs.renders.delete(id);
      navigate(pathTo("renders"), { replace: true });
      invalidate("renders/list");
      toast(renderPage.removed);
    } catch (thrown) {
      setError(asError(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dialogs.cancel}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => void remove()}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <p>{texts.lead}</p>
      <ul class="losses">
        {texts.losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p class="quiet">
        {texts.kept} {texts.keptSigned}
      </p>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} unchanged={states.unchanged} />}
    </Dialog>
  );
}
