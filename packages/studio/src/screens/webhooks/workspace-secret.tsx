import { KeyRound } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { secretTexts as texts } from "../../messages/en/webhooks.js";
import { SecretPanel } from "./secret-panel.js";

/** The secret of the workspace, which signs the webhooks of requests. It is shown when somebody asks for it. */
export function WorkspaceSecret() {
  const [isShown, setShown] = useState(false);
  return (
    <section class="workspace-secret">
      <h2>{texts.workspaceTitle}</h2>
      <p class="quiet">{texts.workspaceLead}</p>
      {isShown ? (
        <SecretPanel endpointId={undefined} />
      ) : (
        <Button icon={KeyRound} onClick={() => setShown(true)}>
          {texts.show}
        </Button>
      )}
    </section>
  );
}
