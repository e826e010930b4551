import type { WebhookDelivery, WebhookEndpoint } from "@image-render/client";
import { KeyRound, List, Pencil, Power, Send, Trash2 } from "lucide";
import { useState } from "preact/hooks";
import { Button } from "../../components/button.js";
import { CopyId } from "../../components/copy.js";
import { Menu } from "../../components/menu.js";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice } from "../../components/states.js";
import { toast } from "../../components/toasts.js";
import { states } from "../../messages/en/common.js";
import { endpointTexts as texts, eventNames } from "../../messages/en/webhooks.js";
import { pathTo } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { asError, setData } from "../../service/resources.js";
import { DeleteEndpointDialog } from "./delete-endpoint-dialog.js";
import { EndpointDialog } from "./endpoint-dialog.js";
import { EndpointHealth } from "./endpoint-health.js";
import { RecoverDialog } from "./recover-dialog.js";
import { SecretDialog } from "./secret-dialog.js";
import { TestEvent } from "./test-event.js";

interface EndpointCardProps {
  readonly endpoint: WebhookEndpoint;
  /** The newest deliveries of the workspace, which tell why attempts fail. */
  readonly deliveries: readonly WebhookDelivery[];
}

/** An endpoint: where it is, what it receives, how it is doing, and what a person can do with it. */
export function EndpointCard({ endpoint, deliveries }: EndpointCardProps) {
  const [dialog, setDialog] = useState<"edit" | "secret" | "delete" | "recover">();
  const [testNumber, setTestNumber] = useState(0);
  const [failure, setFailure] = useState<Error>();
  const { id, url, events, enabled } = endpoint;
  const close = (): void => setDialog(undefined);
  const toggle = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await switchEndpoint(endpoint, !enabled);
      toast(enabled ? texts.disabled : texts.enabled, () => void switchEndpoint(endpoint, enabled).catch(setFailure));
    } catch (thrown) {
      setFailure(asError(thrown));
    }
  };
  const menu = [
    { label: texts.deliveries, icon: List, href: `${pathTo("webhooks", "deliveries")}?target=${id}` },
    { label: texts.edit, icon: Pencil, onSelect: () => setDialog("edit") },
    { label: texts.secret, icon: KeyRound, onSelect: () => setDialog("secret") },
    { label: enabled ? texts.disable : texts.enable, icon: Power, onSelect: () => void toggle() },
    { label: texts.remove, icon: Trash2, isDanger: true, onSelect: () => setDialog("delete") },
  ];
  return (
    <li class="endpoint">
      <div class="endpoint-head">
        <div class="endpoint-name">
          <h2>{url}</h2>
          <p class="quiet">
            {isEverything(events) ? texts.allEvents : events.join(", ")} · {texts.created}{" "}
            <RelativeTime at={endpoint.createdAt} /> · <CopyId id={id} />
          </p>
        </div>
        <div class="endpoint-actions">
          <Button icon={Send} onClick={() => setTestNumber(testNumber + 1)}>
            {texts.test}
          </Button>
          {!enabled && (
            <Button icon={Power} onClick={() => void toggle()}>
              {texts.enable}
            </Button>
          )}
          <Menu label={texts.more} items={menu} />
        </div>
      </div>
      <EndpointHealth endpoint={endpoint} deliveries={deliveries} onRecover={() => setDialog("recover")} />
      {testNumber > 0 && <TestEvent key={testNumber} endpointId={id} />}
      {failure !== undefined && (
        <ErrorNotice
          what={texts.changeFailed}
          error={failure}
          unchanged={states.unchanged}
          onRetry={() => void toggle()}
        />
      )}
      {dialog === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} />}
      {dialog === "secret" && <SecretDialog owner={{ id }} onClose={close} />}
      {dialog === "delete" && <DeleteEndpointDialog endpoint={endpoint} onClose={close} />}
      {dialog === "recover" && <RecoverDialog since={endpoint.failingSince} onClose={close} />}
    </li>
  );
}

const isEverything = (events: readonly string[]): boolean =>
  Object.keys(eventNames).every((event) => events.includes(event));

async function switchEndpoint({ id }: WebhookEndpoint, enabled: boolean): Promise<void> {
  const changed = await irs.webhooks.updateEndpoint(id, { enabled });
  setData<readonly WebhookEndpoint[]>("webhooks/endpoints", (all) =>
    all.map((other) => (other.id === id ? changed : other)),
  );
}
