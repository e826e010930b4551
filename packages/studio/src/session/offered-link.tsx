import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { toast } from "../components/toasts.js";
import { dialogs, signIn as texts } from "../messages/en/common.js";
import { useAction } from "../service/use-action.js";
import { followLink, linkProblem, offeredToken } from "./session.js";

interface OfferedLinkProps {
  readonly token: string;
  /** The workspace of the current session. */
  readonly workspace: string;
}

/** Asks before a sign-in link replaces the current session. */
export function OfferedLink({ token, workspace }: OfferedLinkProps) {
  const following = useAction(async () => {
    await followLink(token);
    // The dialog is gone by now, and the old session is still there.
    if (linkProblem.value !== undefined) toast(texts.linkFailed);
  });
  const stay = (): void => {
    offeredToken.value = undefined;
  };
  return (
    <Dialog
      title={texts.offeredTitle}
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{dialogs.cancel}</Button>
          <Button kind="primary" isBusy={following.isRunning} onClick={() => void following.run()}>
            {texts.offeredAction}
          </Button>
        </>
      }
    >
      <p>{texts.offered(workspace)}</p>
    </Dialog>
  );
}
