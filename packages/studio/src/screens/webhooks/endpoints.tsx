import { Plus, Send } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { Empty, ErrorNotice, Skeleton } from "../../components/states.js";
import { endpointTexts as texts, recoverTexts } from "../../messages/en/webhooks.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { useCommands } from "../../shell/commands.js";
import { EndpointCard } from "./endpoint-card.js";
import { EndpointDialog } from "./endpoint-dialog.js";
import { RecoverDialog } from "./recover-dialog.js";
import { SecretDialog } from "./secret-dialog.js";
import { useEndpoints } from "./service/use-deliveries.js";
import { WebhookHead } from "./webhook-head.js";
import { WorkspaceSecret } from "./workspace-secret.js";

/** The endpoints of the workspace. */
export function Endpoints() {
  const { data: endpoints, error, reload } = useEndpoints();
  const { data: log } = useResource("webhooks/last-deliveries", (signal) =>
    irs.webhooks.deliveries({ limit: 100, status: undefined, cursor: undefined }, { signal }).page(),
  );
  const [dialog, setDialog] = useState<"add" | "recover">();
  const [added, setAdded] = useState<{ readonly id: string; readonly secret: string }>();
  const add = (): void => setDialog("add");
  useCommands(
    () => [
      { label: texts.add, key: "n", run: add },
      { label: recoverTexts.title, run: () => setDialog("recover") },
    ],
    [],
  );
  return (
    <>
      <WebhookHead>
        <Button icon={Send} onClick={() => setDialog("recover")}>
          {texts.recover}
        </Button>
        <Button kind="primary" icon={Plus} onClick={add}>
          {texts.add}
        </Button>
      </WebhookHead>
      {error !== undefined && <ErrorNotice what={texts.loadFailed} error={error} onRetry={() => void reload()} />}
      {endpoints === undefined && error === undefined && <Skeleton height="128px" />}
      {endpoints?.length === 0 && (
        <Empty
          title={texts.emptyTitle}
          action={
            <Button icon={Plus} onClick={add}>
              {texts.add}
            </Button>
          }
        >
          {texts.empty}
        </Empty>
      )}
      {endpoints !== undefined && endpoints.length > 0 && (
        <ul class="endpoints" aria-label={texts.list}>
          {endpoints.map((endpoint) => (
            <EndpointCard key={endpoint.id} endpoint={endpoint} deliveries={log?.deliveries ?? []} />
          ))}
        </ul>
      )}
      <WorkspaceSecret />
      {dialog === "add" && <EndpointDialog onClose={() => setDialog(undefined)} onCreated={setAdded} />}
      {dialog === "recover" && <RecoverDialog onClose={() => setDialog(undefined)} />}
      {added !== undefined && <SecretDialog owner={added} onClose={() => setAdded(undefined)} />}
    </>
  );
}
